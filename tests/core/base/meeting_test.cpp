// Threads that put their numbers together: sums in a fixed order, and nobody left waiting.
#include "core/base/meeting.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

namespace belfry {
namespace {

void together(int parties, const std::function<void(int)>& work) {
    std::vector<std::jthread> threads;
    for (int party = 0; party < parties; ++party)
        threads.emplace_back([&work, party] { work(party); });
}

TEST(Meeting, GivesEverybodyTheSumsInTheOrderOfTheParties) {
    const double parts[] = {1e16, 1.0, -1e16, 1.0}; // another order gives another sum
    const double expected = ((1e16 + 1.0) + -1e16) + 1.0;
    for (const int parties : {1, 2, 4}) {
        Meeting meeting(parties);
        together(parties, [&](int party) {
            for (int round = 0; round < 1000; ++round) {
                double values[] = {parts[party], static_cast<double>(round)};
                meeting.sum(party, values);
                if (parties == 4) {
                    EXPECT_EQ(values[0], expected);
                }
                EXPECT_EQ(values[1], parties * round);
            }
        });
    }
}

// What a tower waits for others in the middle of its work is none of its work.
TEST(Meeting, TellsEachHowLongItWaited) {
    Meeting meeting(2);
    std::atomic<bool> waits = false;
    together(2, [&](int party) {
        if (party == 0) {
            while (!waits) // the other one is on its way
                std::this_thread::yield();
        }
        waits = true;
        meeting.sum(party, {});
    });
    EXPECT_GT(meeting.takeWait(0), 0.0F);
    EXPECT_GT(meeting.takeWait(1), 0.0F);
    EXPECT_EQ(meeting.takeWait(1), 0.0F); // since it last asked
}

TEST(Meeting, LetsPartiesBringNothing) {
    Meeting meeting(3);
    together(3, [&](int party) {
        for (int round = 0; round < 100; ++round) {
            double value = 5;
            meeting.sum(party, {&value, party == round % 3 ? 0U : 1U});
            EXPECT_EQ(value, party == round % 3 ? 5 : 10);
        }
        meeting.sum(party, {});
    });
}

TEST(Meeting, WakesWhoWaitsForSomebodyWhoFailed) {
    Meeting meeting(4);
    for (int round = 0; round < 100; ++round) {
        std::atomic<int> wokenUp = 0;
        meeting.open();
        together(4, [&](int party) {
            double value = 1;
            meeting.sum(party, {&value, 1});
            EXPECT_EQ(value, 4);
            if (party == round % 4)
                return meeting.callOff();
            EXPECT_THROW(meeting.sum(party, {&value, 1}), MeetingCalledOff);
            EXPECT_THROW(meeting.sum(party, {&value, 1}), MeetingCalledOff); // also who comes later
            ++wokenUp;
        });
        EXPECT_EQ(wokenUp, 3);
    }
}

} // namespace
} // namespace belfry
