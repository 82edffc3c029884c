// Ranks that meet, sum, and lose one another: each on a thread of its own, over the loopback.
#include "core/ranks/rank_group.h"

#include <ATen/ATen.h>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <thread>

namespace belfry {
namespace {

using std::chrono::milliseconds;

// One that nobody has at the moment.
std::uint16_t freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size), 0);
    ::close(socket);
    return ntohs(address.sin_port);
}

struct Ranks {
    std::uint16_t port = freePort();
    RankLimits limits;

    std::unique_ptr<RankGroup> meet(int rank, int ranks, const RankFacts& facts = {}) const {
        return RankGroup::meet({.launcher = "RANK", .rank = rank, .ranks = ranks, .address = "127.0.0.1", .port = port},
                               facts, limits);
    }
    // What each of `ranks` threads says: the problem of its work, or "".
    static std::vector<std::string> problemsOf(int ranks, const std::function<void(int rank)>& work) {
        std::vector<std::string> problems(static_cast<std::size_t>(ranks));
        std::vector<std::thread> threads;
        for (int rank = 0; rank < ranks; ++rank)
            threads.emplace_back([&, rank] {
                try {
                    work(rank);
                } catch (const std::exception& error) {
                    problems[static_cast<std::size_t>(rank)] = error.what();
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        return problems;
    }
};

TEST(RankGroup, SumsGathersAndBroadcasts) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(3,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 3);
                                      EXPECT_EQ(group->rank(), rank);
                                      EXPECT_EQ(group->size(), 3);
                                      const at::Tensor values = at::arange(1000, at::kFloat) * (rank + 1);
                                      group->sum(values);
                                      EXPECT_TRUE(at::equal(values, at::arange(1000, at::kFloat) * 6));
                                      const auto all = group->gather({1.0 * rank, 0.5});
                                      ASSERT_EQ(all.size(), 3U);
                                      for (int other = 0; other < 3; ++other)
                                          EXPECT_THAT(all[static_cast<std::size_t>(other)],
                                                      testing::ElementsAre(other, 0.5));
                                      const at::Tensor told = at::full({5}, rank + 7.0F);
                                      group->broadcast(told);
                                      EXPECT_TRUE(at::equal(told, at::full({5}, 7.0F)));
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, NamesWhoDoesNotCome) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(500);
    const auto problems = Ranks::problemsOf(2, [&](int rank) { ranks.meet(rank, 4); });
    EXPECT_THAT(problems, testing::Each(testing::StartsWith("Ranks 2, 3 of 4 did not come within 0.5 s.")));
}

TEST(RankGroup, SaysThatRankZeroDoesNotAnswer) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(500);
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(1, 2); })[0],
                testing::AllOf(testing::StartsWith("Rank 0 did not answer at 127.0.0.1, port "),
                               testing::HasSubstr("within 0.5 s")));
}

TEST(RankGroup, SaysThatAPortIsInUse) {
    const Ranks ranks;
    const auto first = ranks.meet(0, 1);
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(0, 1); })[0],
                testing::MatchesRegex("Port [0-9]+ of this machine is in use\\. .*"));
}

TEST(RankGroup, NamesARankThatIsThereTwice) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(1000);
    // Of four processes two are rank 1, and nobody is rank 2.
    const auto problems = Ranks::problemsOf(3, [&](int process) { ranks.meet(std::min(process, 1), 3); });
    EXPECT_THAT(problems, testing::Contains("Another process is rank 1 already. Start each rank once."));
    EXPECT_THAT(problems, testing::Contains(testing::StartsWith("Rank 2 of 3 did not come")));
}

TEST(RankGroup, SaysWhoDiffersInWhat) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        ranks.meet(rank, 3, {{Text::tr("the version"), "1"}, {Text::tr("the seed"), rank == 2 ? "8" : "7"}});
    });
    EXPECT_THAT(problems,
                testing::Each(testing::MatchesRegex("Rank 2 \\(host .+\\) differs from rank 0 in the seed: '8' there, "
                                                    "'7' at rank 0\\. Start all ranks with the same\\.")));
}

TEST(RankGroup, SaysWhoCountsOtherwise) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(1000);
    const auto problems = Ranks::problemsOf(2, [&](int rank) { ranks.meet(rank, rank == 1 ? 2 : 2 + 0 * rank); });
    EXPECT_THAT(problems, testing::Each(""));
    const Ranks others;
    const auto found = Ranks::problemsOf(3, [&](int rank) { others.meet(rank, rank == 1 ? 2 : 3); });
    EXPECT_THAT(found, testing::Contains(testing::HasSubstr("was told of 2 ranks, and rank 0 of 3.")));
}

TEST(RankGroup, NamesWhoIsLostInASum) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        const at::Tensor values = at::ones({1 << 20});
        group->sum(values);
        if (rank != 1)
            group->sum(values);
    });
    EXPECT_EQ(problems[1], "");
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost\\."));
}

} // namespace
} // namespace belfry
