#include "core/optim/schedule.h"
#include "core/train/plan.h"
#include "core/train/plan_schedule.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

// The tutorial's decay interval forgot the number of GPUs: a global batch twice as large decayed twice as late.
TEST(PlanSchedule, CountsDecayInEpochsOfTheGlobalBatch) {
    Plan plan;
    plan.schedule = "staircase";
    plan.decayFactor = 0.5;
    plan.decayEpochs = 2;
    plan.learningRate = 0.8;
    plan.epochs = 5;
    plan.batchPerTower = 100;
    for (const int towers : {1, 2, 4}) {
        plan.towers = towers;
        const std::int64_t perEpoch = stepsPerEpoch(plan, 1000);
        EXPECT_EQ(perEpoch, (1000 + 100 * towers - 1) / (100 * towers));
        EXPECT_EQ(totalSteps(plan, 1000), 5 * perEpoch);
        const auto schedule = scheduleOf(plan, 1000);
        EXPECT_EQ(schedule->rate(0.8, 2 * perEpoch - 1, 5 * perEpoch), 0.8);
        EXPECT_EQ(schedule->rate(0.8, 2 * perEpoch, 5 * perEpoch), 0.4);
        EXPECT_EQ(schedule->rate(0.8, 4 * perEpoch, 5 * perEpoch), 0.2);
    }
    plan.decaySteps = 3; // steps win
    EXPECT_EQ(scheduleOf(plan, 1000)->rate(0.8, 3, 15), 0.4);
}

TEST(PlanSchedule, KeepsTheMinimumRateAfterTheWarmUp) {
    Plan plan;
    plan.schedule = "cosine";
    plan.warmupSteps = 4;
    plan.minRate = 0.1;
    const auto schedule = scheduleOf(plan, 1000);
    EXPECT_LT(schedule->rate(0.2, 0, 100), 0.1);
    EXPECT_GT(schedule->rate(0.2, 10, 100), 0.1);
    EXPECT_EQ(schedule->rate(0.2, 99, 100), 0.1);
    EXPECT_EQ(schedule->rate(0.05, 99, 100), 0.05); // never raised above the plan's own rate
    plan.minRate = 0;
    EXPECT_LT(scheduleOf(plan, 1000)->rate(0.2, 99, 100), 0.001);
}

TEST(PlanSchedule, ReturnsTheWholeCurve) {
    Plan plan;
    plan.schedule = "cosine";
    plan.learningRate = 0.5;
    plan.warmupSteps = 5;
    plan.steps = 10;
    const std::vector<RatePoint> curve = rateCurve(plan, 55'000);
    ASSERT_EQ(curve.size(), 10u);
    EXPECT_EQ(curve.front().step, 1);
    EXPECT_DOUBLE_EQ(curve.front().rate, 0.1);
    EXPECT_EQ(curve[5].step, 6);
    EXPECT_DOUBLE_EQ(curve[5].rate, 0.25);
    plan.steps = 1'000'000'000'000;
    const std::vector<RatePoint> coarse = rateCurve(plan, 55'000, 100);
    ASSERT_EQ(coarse.size(), 100u);
    EXPECT_EQ(coarse.back().step, plan.steps);
    plan.steps = 1;
    EXPECT_EQ(rateCurve(plan, 55'000).size(), 1u);
}

} // namespace
} // namespace belfry
