// Threads that put their numbers together: sums in a fixed order, and nobody left waiting.
#include "core/base/rendezvous.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

namespace belfry {
namespace {

void together(int participants, const std::function<void(int)>& work) {
    std::vector<std::jthread> threads;
    for (int participant = 0; participant < participants; ++participant)
        threads.emplace_back([&work, participant] { work(participant); });
}

TEST(Rendezvous, SumsInTheOrderOfTheParties) {
    const double parts[] = {1e16, 1.0, -1e16, 1.0}; // another order gives another sum
    const double expected = ((1e16 + 1.0) + -1e16) + 1.0;
    for (const int participants : {1, 2, 4}) {
        Rendezvous rendezvous(participants);
        together(participants, [&](int participant) {
            for (int round = 0; round < 1000; ++round) {
                double values[] = {parts[participant], static_cast<double>(round)};
                rendezvous.sum(participant, values);
                if (participants == 4) {
                    EXPECT_EQ(values[0], expected);
                }
                EXPECT_EQ(values[1], participants * round);
            }
        });
    }
}

// What a tower waits for others in the middle of its work is none of its work.
TEST(Rendezvous, ReportsEachWait) {
    Rendezvous rendezvous(2);
    std::atomic<bool> waits = false;
    together(2, [&](int participant) {
        if (participant == 0) {
            while (!waits) // the other one is on its way
                std::this_thread::yield();
        }
        waits = true;
        rendezvous.sum(participant, {});
    });
    EXPECT_GT(rendezvous.takeWait(0), 0.0F);
    EXPECT_GT(rendezvous.takeWait(1), 0.0F);
    EXPECT_EQ(rendezvous.takeWait(1), 0.0F); // since it last asked
}

TEST(Rendezvous, AllowsEmptyContributions) {
    Rendezvous rendezvous(3);
    together(3, [&](int participant) {
        for (int round = 0; round < 100; ++round) {
            double value = 5;
            rendezvous.sum(participant, {&value, participant == round % 3 ? 0U : 1U});
            EXPECT_EQ(value, participant == round % 3 ? 5 : 10);
        }
        rendezvous.sum(participant, {});
    });
}

TEST(Rendezvous, WakesWaitersWhenAPartyFails) {
    Rendezvous rendezvous(4);
    for (int round = 0; round < 100; ++round) {
        std::atomic<int> wokenUp = 0;
        rendezvous.reset();
        together(4, [&](int participant) {
            double value = 1;
            rendezvous.sum(participant, {&value, 1});
            EXPECT_EQ(value, 4);
            if (participant == round % 4)
                return rendezvous.abort();
            EXPECT_THROW(rendezvous.sum(participant, {&value, 1}), RendezvousAborted);
            EXPECT_THROW(rendezvous.sum(participant, {&value, 1}), RendezvousAborted); // also who comes later
            ++wokenUp;
        });
        EXPECT_EQ(wokenUp, 3);
    }
}

} // namespace
} // namespace belfry
