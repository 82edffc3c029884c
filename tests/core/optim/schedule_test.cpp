// The schedules' values at points worked out by hand.
#include "core/base/error.h"
#include "core/optim/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(Schedule, ConstantStays) {
    for (const std::int64_t step : {0, 1, 99, 1000})
        EXPECT_EQ(makeSchedule("constant")->rate(0.001, step, 100), 0.001);
}

TEST(Schedule, OneCycleWarmsUpAndFallsAsACosine) {
    const auto schedule = makeSchedule("one-cycle");
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
TEST(Schedule, OneCycleOfOneStepHasTheWholeRate) {
    EXPECT_EQ(makeSchedule("one-cycle")->rate(0.1, 0, 1), 0.1);
}

TEST(Schedule, OneCycleStaysInBoundsForAnyLength) {
    const auto schedule = makeSchedule("one-cycle");
    for (const std::int64_t total : {0, 1, 2, 3, 1'000'000})
        for (const std::int64_t step : {0, 1, 2, 5, 2'000'000}) {
            EXPECT_GT(schedule->rate(0.1, step, total), 0.0);
            EXPECT_LE(schedule->rate(0.1, step, total), 0.1);
        }
}

TEST(Schedule, RefusesUnknownNames) {
    EXPECT_THAT(scheduleNames(), testing::ElementsAre("constant", "one-cycle"));
    EXPECT_THROW(makeSchedule("cosine"), Error);
}

} // namespace
} // namespace belfry
