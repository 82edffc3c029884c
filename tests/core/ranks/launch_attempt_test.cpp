// Ranks that agree on the attempt that they are of: each on a thread of its own, with a store as of torchrun's agent.
#include "core/ranks/launch_attempt.h"
#include "core/ranks/roll_call.h"
#include "tests/support/ranks_on_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::Ranks;

class LaunchAttempt : public testing::Test {
protected:
    Launch launch(int rank, int ranks) const {
        Launch launch = ranks_.launch(rank, ranks);
        launch.agentStore = true;
        return launch;
    }
    StorePointer storeOfAttempts() const {
        Launch launch = this->launch(0, 1);
        launch.attempt = "attempts";
        return openStore(launch, Deadline(kPatience));
    }
    static constexpr std::chrono::milliseconds kPatience{60000};
    const Ranks ranks_;
    StorePointer agents_ = openStore(ranks_.launch(0, 1), Deadline(std::chrono::seconds(30)));
};

TEST_F(LaunchAttempt, HasOneNameOnAllRanks) {
    std::vector<std::string> names(3);
    EXPECT_THAT(Ranks::problemsOf(
                    3, [&](int rank) { names[static_cast<std::size_t>(rank)] = agreeOnAttempt(launch(rank, 3)); }),
                testing::Each(""));
    EXPECT_NE(names[0], "");
    EXPECT_THAT(names, testing::Each(names[0]));
}

// A single one was told of as several: "Ranks 1 of 2".
TEST_F(LaunchAttempt, NamesWhoDoesNotCome) {
    for (const auto& [count, expected] : {std::pair{2, "Rank 1 of 2 did not come in this attempt. Check that it was "},
                                          {3, "Ranks 1, 2 of 3 did not come in this attempt. Check that they were "}}) {
        const auto problems =
            Ranks::problemsOf(1, [&](int) { agreeOnAttempt(launch(0, count), std::chrono::milliseconds(300)); });
        EXPECT_THAT(problems[0], testing::StartsWith(expected));
    }
}

// Who had heard of rank 0 said that it had not answered.
TEST_F(LaunchAttempt, NamesWhoDoesNotComeWhereRankZeroWaitsLonger) {
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        if (rank == 1) {
            agreeOnAttempt(launch(1, 3), std::chrono::milliseconds(500));
            return;
        }
        const StorePointer store = storeOfAttempts();
        store->wait({"call/1"}, kPatience);
        store->set("answer/" + store->get_to_str("call/1"), "a");
        store->wait({"heard/a/1"}, kPatience);
    });
    EXPECT_THAT(problems, testing::ElementsAre("", testing::StartsWith("Rank 2 of 3 did not come in this attempt.")));
}

// It was told as a rank 0 that had not come.
TEST_F(LaunchAttempt, SaysThatTheAgentIsLost) {
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        if (rank == 1) {
            agreeOnAttempt(launch(1, 2), kPatience);
            return;
        }
        storeOfAttempts()->wait({"call/1"}, kPatience);
        agents_.reset();
    });
    EXPECT_THAT(problems, testing::ElementsAre("", testing::StartsWith("The store of RANK's agent is lost: ")));
}

// The library has no limit for a server that takes the connection and says nothing.
TEST_F(LaunchAttempt, SaysThatASilentAgentDoesNotAnswer) {
    Launch launch = this->launch(1, 2);
    launch.port = freePort();
    const Listener silent = listenAt({.host = "127.0.0.1", .port = launch.port});
    EXPECT_THAT(Ranks::problemsOf(1, [&](int) { agreeOnAttempt(launch, std::chrono::milliseconds(500)); })[0],
                testing::StartsWith("Rank 0 did not answer at 127.0.0.1, port "));
}

} // namespace
} // namespace belfry
