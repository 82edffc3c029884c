// Ranks that meet, sum, and lose one another: each on a thread of its own, over the loopback.
#include "core/base/file_descriptor.h"
#include "core/ranks/meeting.h"
#include "tests/support/ranks_on_threads.h"

#include <ATen/ATen.h>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <numeric>

namespace belfry {
namespace {

using std::chrono::milliseconds;

using test::Ranks;

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

// Rank 0 of hosts that reach it by different addresses. The second one of the loopback stands for another network.
TEST(RankGroup, MeetsByAnyAddressWhereRank0ListensAtAll) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(2,
                                  [&](int rank) {
                                      Launch launch = ranks.launch(rank, 2);
                                      launch.listen = rank == 0 ? "0.0.0.0" : "";
                                      launch.address = rank == 0 ? "127.0.0.1" : "127.0.0.2";
                                      const auto group = RankGroup::meet(launch, {}, ranks.limits);
                                      EXPECT_EQ(group->remarks().size(), rank == 0 ? 1U : 0U);
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, NamesWhoDoesNotCome) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(2);
    const auto problems = Ranks::problemsOf(2, [&](int rank) { ranks.meet(rank, 4); });
    EXPECT_THAT(problems, testing::Each(testing::StartsWith("Ranks 2, 3 of 4 did not come within 2 s.")));
}

// It waited for the one that had gone for as long as the meeting had left, and then missed itself.
TEST(RankGroup, NamesWhoDoesNotComeWhereAnotherHasGone) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(2);
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        if (rank == 0)
            ranks.meet(0, 3);
        else
            openStore(ranks.launch(1, 3), Deadline(ranks.limits.meet))
                ->set("here/1", R"({"host": "b", "address": "127.0.0.1", "ranks": 3, "facts": []})");
    });
    EXPECT_THAT(problems, testing::ElementsAre(testing::StartsWith("Rank 2 of 3 did not come within 2 s."), ""));
}

// Once two of three have come. Without a stop each of them would wait for an hour.
TEST(RankGroup, AStopAbandonsTheMeeting) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::hours(1);
    std::stop_source stop;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        if (rank < 2) {
            ranks.meet(rank, 3, {}, stop.get_token());
            return;
        }
        openStore(ranks.launch(2, 3), Deadline(ranks.limits.meet))->wait({"here/0", "here/1"}, ranks.limits.meet);
        stop.request_stop();
    });
    EXPECT_THAT(problems[0], testing::StartsWith("The ranks were not waited for"));
    EXPECT_NE(problems[1], ""); // or that rank 0 has gone
}

TEST(RankGroup, AStopAbandonsARankThatCameAndDoesNotConnect) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::minutes(5);
    std::stop_source stop;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        if (rank == 0) {
            ranks.meet(0, 2, {}, stop.get_token());
            return;
        }
        const Launch launch = ranks.launch(1, 2);
        callTheRoll(*openStore(launch, Deadline(ranks.limits.meet)), launch, {}, Deadline(ranks.limits.meet));
        stop.request_stop();
    });
    EXPECT_THAT(problems, testing::ElementsAre(testing::StartsWith("The ranks were not waited for"), ""));
}

TEST(RankGroup, SaysThatRankZeroDoesNotAnswer) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(500);
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(1, 2); })[0],
                testing::AllOf(testing::StartsWith("Rank 0 did not answer at 127.0.0.1, port "),
                               testing::HasSubstr("within 0.5 s")));
}

// The library has no limit for a server that takes the connection and says nothing.
TEST(RankGroup, SaysThatASilentRankZeroDoesNotAnswer) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(500);
    const Listener silent = listenAt({.host = "127.0.0.1", .port = ranks.launch(1, 2).port});
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(1, 2); })[0],
                testing::StartsWith("Rank 0 did not answer at 127.0.0.1, port "));
}

// It was told as a firewall.
TEST(RankGroup, SaysThatNobodyKnowsAnAddress) {
    const Launch launch{.launcher = "RANK", .rank = 1, .ranks = 2, .address = "no.such.name.invalid", .port = 1};
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { RankGroup::meet(launch, {}, {.meet = milliseconds(500)}); })[0],
                testing::StartsWith("MASTER_ADDR is 'no.such.name.invalid', which no name service knows"));
}

// It has come, and is gone before it is connected. A firewall was blamed.
TEST(RankGroup, NamesWhoIsLostBeforeItIsConnected) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(3);
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const Launch launch = ranks.launch(rank, 3);
        if (rank == 1)
            callTheRoll(*openStore(launch, Deadline(ranks.limits.meet)), launch, {}, Deadline(ranks.limits.meet));
        else
            ranks.meet(rank, 3);
    });
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost\\."));
}

TEST(RankGroup, SaysThatAPortIsInUse) {
    const Ranks ranks;
    const auto first = ranks.meet(0, 1);
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(0, 1); })[0],
                testing::MatchesRegex("Port [0-9]+ of this machine is in use\\. .*"));
}

// At the address of rank 0 alone, also that of a name: a machine has others that strangers reach.
TEST(RankGroup, ListensAtOneAddress) {
    const auto connects = [](std::uint16_t port, const char* address) {
        const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        ::inet_pton(AF_INET, address, &to.sin_addr);
        return ::connect(socket.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    };
    for (const char* address : {"127.0.0.1", "localhost"}) {
        const std::uint16_t port = freePort();
        const auto group = RankGroup::meet({.launcher = "RANK", .ranks = 1, .address = address, .port = port}, {});
        EXPECT_TRUE(connects(port, "127.0.0.1"));
        EXPECT_FALSE(connects(port, "127.0.0.2"));
    }
}

TEST(RankGroup, NamesARankThatIsThereTwice) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(1000);
    // Of four processes two are rank 1, and nobody is rank 2.
    const auto problems = Ranks::problemsOf(3, [&](int process) { ranks.meet(std::min(process, 1), 3); });
    EXPECT_THAT(problems, testing::Contains(testing::StartsWith("Another process is rank 1 already")));
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

// Whether it was told of too few or of too many, which nobody would wait for.
TEST(RankGroup, SaysWhoCountsOtherwise) {
    for (const int told : {2, 5}) {
        const Ranks ranks;
        const auto problems = Ranks::problemsOf(3, [&](int rank) { ranks.meet(rank, rank == 1 ? told : 3); });
        EXPECT_THAT(problems, testing::Each(testing::MatchesRegex("Rank 1 \\(host .+\\) was told of " +
                                                                  std::to_string(told) + " ranks, and rank 0 of 3.*")));
    }
}

TEST(RankGroup, ListsTheFirstOfManyRanks) {
    std::vector<int> ranks(1000);
    std::iota(ranks.begin(), ranks.end(), 1);
    EXPECT_EQ(listOfRanks({3}), "3");
    EXPECT_EQ(listOfRanks(ranks), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …");
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

TEST(RankGroup, SharesTextsOfAnyLength) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(3,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 3);
                                      const std::string own(static_cast<std::size_t>(1000 * rank), 'x');
                                      const std::vector<std::string> all = group->gatherTexts(own);
                                      ASSERT_EQ(all.size(), 3U);
                                      for (std::size_t other = 0; other < 3; ++other)
                                          EXPECT_EQ(all[other], std::string(1000 * other, 'x'));
                                      const std::string plan("a\0b", 3);
                                      EXPECT_EQ(group->share(rank == 0 ? plan : "of nobody's interest"), plan);
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, FindsWhatDiffersLater) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        const auto group = ranks.meet(rank, 2);
        group->requireSame({{Text::tr("the plan"), "a"}});
        group->requireSame({{Text::tr("the training images"), rank == 1 ? "5,000" : "55,000"}});
    });
    EXPECT_THAT(problems, testing::Each(testing::HasSubstr("differs from rank 0 in the training images: '5,000' there, "
                                                           "'55,000' at rank 0.")));
}

// Beside the group's own sums, in another order on each rank.
TEST(RankGroup, SumsOnConnectionsOfTheirOwn) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(2,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 2);
                                      const RankGroup::SumNumbers sum = group->openSums();
                                      std::vector<double> numbers{1.0 + rank, 10};
                                      const at::Tensor vector = at::ones({1 << 18});
                                      RankGroup::Wait wait;
                                      if (rank == 0)
                                          wait = group->beginSum(vector);
                                      sum(numbers);
                                      if (rank == 1)
                                          wait = group->beginSum(vector);
                                      wait();
                                      EXPECT_THAT(numbers, testing::ElementsAre(3, 20));
                                      EXPECT_TRUE(at::equal(vector, at::full({1 << 18}, 2.0F)));
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, TellsWhyARankFailed) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        group->setStep(41);
        if (rank == 1)
            return group->fail("The device ran out of memory.");
        group->sum(at::ones({1000}));
    });
    EXPECT_EQ(problems[1], "");
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)],
                    testing::MatchesRegex("Rank 1 \\(host .+\\) failed: The device ran out of memory\\."));
}

// The others were told of a firewall.
TEST(RankGroup, TellsWhyARankFailedWhileTheOthersConnect) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(10);
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        if (rank == 1)
            return group->fail("The disk is full.");
        group->openSums();
    });
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)],
                    testing::MatchesRegex("Rank 1 \\(host .+\\) failed: The disk is full\\."));
}

// Of another program, or of a stranger who reaches the port.
TEST(RankGroup, SaysThatARanksWordsCannotBeRead) {
    for (const char* words : {"[1]", "no JSON", R"({"host": 1, "ranks": "2", "facts": {}})"}) {
        Ranks ranks;
        ranks.limits.meet = std::chrono::seconds(10);
        const auto problems = Ranks::problemsOf(2, [&](int rank) {
            if (rank == 0) {
                ranks.meet(0, 2);
                return;
            }
            const StorePointer store = openStore(ranks.launch(1, 2), Deadline(ranks.limits.meet));
            store->set("here/1", words);
            waitForKeys(*store, {"knows/0"}, Deadline(std::chrono::seconds(10)), {}); // rank 0 has read it
        });
        EXPECT_THAT(problems[0], testing::StartsWith("What rank 1 says of itself cannot be read.")) << words;
    }
}

TEST(RankGroup, NamesTheStepAfterWhichARankWasLost) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        const auto group = ranks.meet(rank, 2);
        group->setStep(41);
        if (rank == 0)
            group->gather({1});
    });
    EXPECT_THAT(problems[0], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost after step 41\\."));
}

} // namespace
} // namespace belfry
