// The schedules' values at points worked out by hand.
#include "core/base/error.h"
#include "core/optim/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace belfry {
namespace {

TEST(Schedule, ConstantStays) {
    for (const std::int64_t step : {0, 1, 99, 1000})
        EXPECT_EQ(makeSchedule({.name = "constant"})->rate(0.001, step, 100), 0.001);
}

TEST(Schedule, OneCycleWarmsUpAndFallsAsACosine) {
    const auto schedule = makeSchedule({.name = "one-cycle"});
    const std::int64_t total = 401; // step 100 is a quarter of the way
    EXPECT_NEAR(schedule->rate(2.0, 0, total), 0.2, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 50, total), 1.1, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 100, total), 2.0, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 250, total), 2.0 * 0.5005, 1e-12); // half-way down the cosine
    EXPECT_NEAR(schedule->rate(2.0, 400, total), 0.002, 1e-12);
    for (std::int64_t step = 1; step <= 400; ++step)
        EXPECT_EQ(schedule->rate(2.0, step, total) > schedule->rate(2.0, step - 1, total), step <= 100) << step;
}

// A run of one step had a thousandth of its rate: it learned nothing.
TEST(Schedule, OneCycleOfOneStepHasTheFullRate) {
    EXPECT_EQ(makeSchedule({.name = "one-cycle"})->rate(0.1, 0, 1), 0.1);
}

TEST(Schedule, OneCycleStaysInBoundsForAnyLength) {
    const auto schedule = makeSchedule({.name = "one-cycle"});
    for (const std::int64_t total : {0, 1, 2, 3, 1'000'000})
        for (const std::int64_t step : {0, 1, 2, 5, 2'000'000}) {
            EXPECT_GT(schedule->rate(0.1, step, total), 0.0);
            EXPECT_LE(schedule->rate(0.1, step, total), 0.1);
        }
}

double at(const ScheduleSettings& settings, std::int64_t step, std::int64_t total = 1000) {
    return makeSchedule(settings)->rate(0.1, step, total);
}

TEST(Schedule, StaircaseFallsInSteps) {
    const ScheduleSettings stairs{.name = "staircase", .decayFactor = 0.5, .decaySteps = 10};
    EXPECT_DOUBLE_EQ(at(stairs, 0), 0.1);
    EXPECT_DOUBLE_EQ(at(stairs, 9), 0.1);
    EXPECT_DOUBLE_EQ(at(stairs, 10), 0.05);
    EXPECT_DOUBLE_EQ(at(stairs, 39), 0.0125);
    EXPECT_DOUBLE_EQ(at({.name = "staircase", .decayFactor = 0.1, .decaySteps = 136'718}, 136'717), 0.1);
    EXPECT_DOUBLE_EQ(at({.name = "staircase", .decayFactor = 0.1, .decaySteps = 136'718}, 136'718), 0.01);
}

TEST(Schedule, ExponentialFallsSmoothly) {
    const ScheduleSettings slope{.name = "exponential", .decayFactor = 0.25, .decaySteps = 10};
    EXPECT_DOUBLE_EQ(at(slope, 0), 0.1);
    EXPECT_DOUBLE_EQ(at(slope, 5), 0.05);
    EXPECT_DOUBLE_EQ(at(slope, 10), 0.025);
    EXPECT_DOUBLE_EQ(at(slope, 15), 0.0125);
}

TEST(Schedule, CosineEndsNearZero) {
    EXPECT_DOUBLE_EQ(at({.name = "cosine"}, 0, 100), 0.1);
    EXPECT_NEAR(at({.name = "cosine"}, 25, 100), 0.05 * (1 + std::sqrt(0.5)), 1e-15);
    EXPECT_NEAR(at({.name = "cosine"}, 50, 100), 0.05, 1e-15);
    EXPECT_GT(at({.name = "cosine"}, 99, 100), 0);
    EXPECT_LT(at({.name = "cosine"}, 99, 100), 1e-4);
    EXPECT_EQ(at({.name = "cosine"}, 0, 1), 0.1); // a run of one step has the whole rate
}

TEST(Schedule, WarmUpPrecedesAnySchedule) {
    for (const std::string& name : scheduleNames()) {
        ScheduleSettings plain{.name = name, .decayFactor = 0.5, .decaySteps = 3}, warm = plain;
        warm.warmupSteps = 4;
        EXPECT_DOUBLE_EQ(at(warm, 0), 0.25 * at(plain, 0)) << name;
        EXPECT_DOUBLE_EQ(at(warm, 2), 0.75 * at(plain, 2)) << name;
        EXPECT_EQ(at(warm, 3), at(plain, 3)) << name;
        EXPECT_EQ(at(warm, 500), at(plain, 500)) << name;
    }
    EXPECT_EQ(at({.name = "constant", .warmupSteps = 0.3}, 0), 0.1);
}

TEST(Schedule, RefusesUnknownNames) {
    EXPECT_THAT(scheduleNames(), testing::ElementsAre("constant", "staircase", "exponential", "cosine", "one-cycle"));
    EXPECT_THROW(makeSchedule({.name = "cosin"}), Error);
}

} // namespace
} // namespace belfry
