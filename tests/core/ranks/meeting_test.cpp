// How ranks meet, and what is said where they cannot: each on a thread of its own, over the loopback.
#include "core/base/file_descriptor.h"
#include "core/ranks/gloo_ranks.h"
#include "core/ranks/meeting.h"
#include "core/ranks/quiet_library.h"
#include "tests/support/ranks_on_threads.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <numeric>

namespace belfry {
namespace {

using std::chrono::milliseconds;
using test::Ranks;

// Rank 0 of hosts that reach it by different addresses. The second one of the loopback stands for another network.
TEST(Meeting, MeetsByAnyAddressWhereRank0ListensAtAll) {
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

TEST(Meeting, NamesWhoDoesNotCome) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(2);
    const auto problems = Ranks::problemsOf(2, [&](int rank) { ranks.meet(rank, 4); });
    EXPECT_THAT(problems, testing::Each(testing::StartsWith("Ranks 2, 3 of 4 did not come within 2 s.")));
}

// It waited for the one that had gone for as long as the meeting had left, and then missed itself.
TEST(Meeting, NamesWhoDoesNotComeWhereAnotherHasGone) {
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

// However long the others are waited for.
TEST(Meeting, NamesWhoHasGoneWhileAnotherIsAwaited) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::hours(1);
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        if (rank < 2)
            ranks.meet(rank, 4);
        else
            openStore(ranks.launch(2, 4), Deadline(ranks.limits.meet))
                ->set("here/2", R"({"host": "c", "address": "127.0.0.1", "ranks": 4, "facts": []})");
    });
    for (const int rank : {0, 1})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)],
                    testing::StartsWith("Rank 2 (host c) has ended, or stood still, before all ranks had met."));
}

// Once two of three have come. Without a stop each of them would wait for an hour.
TEST(Meeting, AStopAbandonsTheMeeting) {
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

// Of rank 0, which is stopped once rank 1 has come as far as `come`, and of rank 1.
std::vector<std::string>
problemsOfAStop(const std::function<void(const Launch&, std::chrono::milliseconds meet)>& come) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::minutes(5);
    std::stop_source stop;
    return Ranks::problemsOf(2, [&](int rank) {
        if (rank == 0) {
            ranks.meet(0, 2, {}, stop.get_token());
            return;
        }
        come(ranks.launch(1, 2), ranks.limits.meet);
        stop.request_stop();
    });
}

TEST(Meeting, AStopAbandonsARankThatCameAndDoesNotConnect) {
    const auto problems = problemsOfAStop([](const Launch& launch, milliseconds meet) {
        callTheRoll(*openStore(launch, Deadline(meet)), launch, {}, Deadline(meet));
    });
    EXPECT_THAT(problems, testing::ElementsAre(testing::StartsWith("The ranks were not waited for"), ""));
}

// It named the rank that did not answer. The connection stays until rank 0 has ended.
TEST(Meeting, AStopAbandonsAMeetingOfConnectedRanks) {
    c10::intrusive_ptr<GlooRanks> connected;
    const auto problems = problemsOfAStop([&](const Launch& launch, milliseconds meet) {
        // Connects as RankGroup does, and says nothing then.
        const Meeting met = comeTogether(launch, {}, Deadline(meet), {});
        auto options = c10d::ProcessGroupGloo::Options::create(meet);
        options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
        connected =
            c10::make_intrusive<GlooRanks>(c10::make_intrusive<c10d::PrefixStore>("gloo", met.store), 1, 2, options);
    });
    EXPECT_THAT(problems, testing::ElementsAre(testing::StartsWith("The ranks were not waited for"), ""));
}

TEST(Meeting, SaysThatRankZeroDoesNotAnswer) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(500);
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(1, 2); })[0],
                testing::AllOf(testing::StartsWith("Rank 0 did not answer at 127.0.0.1, port "),
                               testing::HasSubstr("within 0.5 s")));
}

// The library has no limit for a server that takes the connection and says nothing.
TEST(Meeting, SaysThatASilentRankZeroDoesNotAnswer) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(500);
    const Listener silent = listenAt({.host = "127.0.0.1", .port = ranks.launch(1, 2).port});
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { ranks.meet(1, 2); })[0],
                testing::StartsWith("Rank 0 did not answer at 127.0.0.1, port "));
}

// It was told as a firewall.
TEST(Meeting, SaysThatNobodyKnowsAnAddress) {
    const Launch launch{.launcher = "RANK", .rank = 1, .ranks = 2, .address = "no.such.name.invalid", .port = 1};
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { RankGroup::meet(launch, {}, {.meet = milliseconds(500)}); })[0],
                testing::StartsWith("MASTER_ADDR is 'no.such.name.invalid', which no name service knows"));
}

// It has come, and is gone before it is connected. A firewall was blamed.
TEST(Meeting, NamesWhoIsLostBeforeItIsConnected) {
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

// It said that rank 0 did not answer, half a minute later, of itself.
TEST(Meeting, SaysThatRankZeroIsElsewhere) {
    Launch launch{.launcher = "RANK", .rank = 0, .ranks = 2, .address = "192.0.2.1", .port = freePort()}; // RFC 5737
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { RankGroup::meet(launch, {}, {.meet = milliseconds(500)}); })[0],
                testing::StartsWith("MASTER_ADDR is '192.0.2.1', which is no address of this machine, and this is "
                                    "rank 0."));
}

// It was found after all others had been waited for.
TEST(Meeting, RefusesAnAddressWithoutAnIpv4Route) {
    Launch launch{.launcher = "RANK", .rank = 0, .ranks = 2, .address = "::1", .port = freePort()};
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { RankGroup::meet(launch, {}, {.meet = std::chrono::hours(1)}); })[0],
                testing::StartsWith("There is no IPv4 route to '::1'"));
}

// LibTorch asked, and waited for a silent name service on the thread that serves the store.
TEST(Meeting, AsksForTheNameOfNoAddress) {
    const void* const used = ::dlsym(RTLD_DEFAULT, "getnameinfo"); // as the library finds it
    EXPECT_EQ(used, reinterpret_cast<const void*>(&::getnameinfo));
    Dl_info where{}, own{};
    ASSERT_NE(::dladdr(used, &where), 0);
    ASSERT_NE(::dladdr(reinterpret_cast<const void*>(&silenceLibrary), &own), 0);
    EXPECT_STREQ(where.dli_fname, own.dli_fname);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    std::array<char, 64> name{};
    EXPECT_EQ(::getnameinfo(reinterpret_cast<const sockaddr*>(&address), sizeof address, name.data(), name.size(),
                            nullptr, 0, 0),
              0);
    EXPECT_STREQ(name.data(), "127.0.0.1");
}

TEST(Meeting, SaysThatAPortIsInUse) {
    const Ranks ranks;
    const auto first = ranks.meet(0, 1);
    EXPECT_THAT(
        Ranks::problemsOf(1, [&](int) { ranks.meet(0, 1); })[0],
        testing::MatchesRegex("Port [0-9]+ of this machine is in use, maybe by another process with RANK=0\\. .*"));
}

// At the address of rank 0 alone, also that of a name: a machine has others that strangers reach.
TEST(Meeting, ListensAtOneAddress) {
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

TEST(Meeting, NamesARankThatIsThereTwice) {
    Ranks ranks;
    ranks.limits.meet = milliseconds(1000);
    // Of four processes two are rank 1, and nobody is rank 2.
    const auto problems = Ranks::problemsOf(3, [&](int process) { ranks.meet(std::min(process, 1), 3); });
    EXPECT_THAT(problems, testing::Contains(testing::StartsWith("Another process is rank 1 already")));
    EXPECT_THAT(problems, testing::Contains(testing::StartsWith("Rank 2 of 3 did not come")));
}

// A card that came after the verdict made a rank go on alone.
TEST(Meeting, TakesRankZerosWordForWhoIsMissing) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        if (rank == 1) {
            ranks.meet(1, 3);
            return;
        }
        const StorePointer store = openStore(ranks.launch(0, 3), Deadline(ranks.limits.meet));
        store->wait({"here/1"}, ranks.limits.meet);
        const std::string card = store->get_to_str("here/1");
        store->set("here/0", card);
        store->set("here/2", card);
        store->set("missing", R"({"absent": [2], "gone": []})");
        store->wait({"knows/1"}, ranks.limits.meet);
    });
    EXPECT_THAT(problems, testing::ElementsAre("", testing::StartsWith("Rank 2 of 3 did not come")));
}

TEST(Meeting, SaysThatRankZerosVerdictCannotBeRead) {
    for (const char* verdict : {"yes", "[2]", R"({"absent": ["a"], "gone": []})"}) {
        const Ranks ranks;
        const StorePointer store = openStore(ranks.launch(0, 2), Deadline(ranks.limits.meet));
        store->set("missing", verdict);
        const auto problems = Ranks::problemsOf(1, [&](int) { ranks.meet(1, 2); });
        EXPECT_THAT(problems[0], testing::StartsWith("What rank 0 says of itself cannot be read.")) << verdict;
    }
}

TEST(Meeting, SaysWhoDiffersInWhat) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        ranks.meet(rank, 3, {{Text::tr("the version"), "1"}, {Text::tr("the seed"), rank == 2 ? "8" : "7"}});
    });
    EXPECT_THAT(problems,
                testing::Each(testing::MatchesRegex("Rank 2 \\(host .+\\) differs from rank 0 in the seed: '8' there, "
                                                    "'7' at rank 0\\. Start all ranks with the same\\.")));
}

// Whether it was told of too few or of too many, which nobody would wait for.
TEST(Meeting, SaysWhoCountsOtherwise) {
    for (const int told : {2, 5}) {
        const Ranks ranks;
        const auto problems = Ranks::problemsOf(3, [&](int rank) { ranks.meet(rank, rank == 1 ? told : 3); });
        EXPECT_THAT(problems, testing::Each(testing::MatchesRegex("Rank 1 \\(host .+\\) was told of " +
                                                                  std::to_string(told) + " ranks, and rank 0 of 3.*")));
    }
}

// Nobody waits for the third one, which does not come.
TEST(Meeting, SaysAtOnceWhoCountsOtherwise) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::hours(1);
    const auto problems = Ranks::problemsOf(2, [&](int rank) { ranks.meet(rank, rank == 1 ? 2 : 3); });
    EXPECT_THAT(problems, testing::Each(testing::MatchesRegex("Rank 1 \\(host .+\\) was told of 2 ranks, and rank 0 "
                                                              "of 3.*")));
}

TEST(Meeting, ListsTheFirstOfManyRanks) {
    std::vector<int> ranks(1000);
    std::iota(ranks.begin(), ranks.end(), 1);
    EXPECT_EQ(listOfRanks({3}), "3");
    EXPECT_EQ(listOfRanks(ranks), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, …");
}

// Which no other machine can reach. They were left to wait, and blamed a firewall.
TEST(Meeting, TellsTheOthersWhyItDoesNotConnect) {
    const Ranks ranks;
    std::string told;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        if (rank == 0) {
            ranks.meet(0, 2);
            return;
        }
        const StorePointer store = openStore(ranks.launch(1, 2), Deadline(ranks.limits.meet));
        store->set("here/1", R"({"host": "another", "address": "127.0.0.1", "ranks": 2, "facts": []})");
        store->set("knows/1", "1");
        store->wait({"failure/0"}, ranks.limits.meet);
        told = store->get_to_str("failure/0");
        store->set("knows loss/1", "1");
        store->set("lost/1", "1");
    });
    EXPECT_THAT(problems, testing::ElementsAre(testing::StartsWith("'127.0.0.1' is the address of rank 0 on its own "
                                                                   "machine"),
                                               ""));
    EXPECT_EQ(told, problems[0]);
}

// Of another program, or of a stranger who reaches the port.
TEST(Meeting, SaysThatARanksWordsCannotBeRead) {
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

} // namespace
} // namespace belfry
