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

// airbench's triangle(steps, start=0.2, end=0.07, peak=0.23) for 100 steps: int(0.23 * 100) = 23.
TEST(Schedule, TriangleRisesAndFallsInStraightLines) {
    const auto schedule = makeSchedule({.name = "triangle"});
    EXPECT_NEAR(schedule->rate(2.0, 0, 100), 0.4, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 11, 100), 2.0 * (0.2 + 0.8 * 11 / 23), 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 23, 100), 2.0, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 99, 100), 2.0 * (1 - 0.93 * 76 / 77), 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 100, 100), 0.14, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 500, 100), 0.14, 1e-12);
}

TEST(Schedule, TriangleHasAnyStartPeakAndEnd) {
    const auto rate = [](double peak, std::int64_t step, std::int64_t total) {
        return makeSchedule({.name = "triangle", .triangleStart = 0.5, .trianglePeak = peak, .triangleEnd = 0})
            ->rate(1.0, step, total);
    };
    EXPECT_EQ(rate(0, 0, 10), 1.0); // falls from the start
    EXPECT_NEAR(rate(0, 5, 10), 0.5, 1e-12);
    EXPECT_NEAR(rate(1, 9, 10), 0.95, 1e-12); // never falls
    EXPECT_EQ(rate(0.5, 0, 1), 1.0);          // no room for a triangle
    EXPECT_EQ(rate(1, 0, 0), 0.5);
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
    EXPECT_THAT(scheduleNames(),
                testing::ElementsAre("constant", "staircase", "exponential", "cosine", "triangle", "one-cycle"));
    EXPECT_THROW(makeSchedule({.name = "cosin"}), Error);
}

} // namespace
} // namespace belfry
