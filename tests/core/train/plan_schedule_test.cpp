#include "core/optim/schedule.h"
#include "core/train/plan.h"
#include "core/train/plan_schedule.h"

#include <gtest/gtest.h>

#include <cmath>

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

TEST(PlanSchedule, LooksAheadAtEveryKthStep) {
    Plan plan;
    EXPECT_EQ(lookaheadPull(plan, 5, 100), UpdateStep::kNoPull);
    plan.lookaheadEvery = 5;
    for (std::int64_t step = 1; step <= 100; ++step)
        EXPECT_EQ(lookaheadPull(plan, step, 101), step % 5 == 0 ? 0.5 : UpdateStep::kNoPull) << step;
}

// airbench: the slow weights keep 0.95^5 (step / steps)^3 of themselves, and are the weights in the end.
TEST(PlanSchedule, LookAheadFallsWithoutAPull) {
    Plan plan;
    plan.lookaheadEvery = 5;
    plan.lookaheadPull = 0;
    EXPECT_DOUBLE_EQ(lookaheadPull(plan, 50, 101), 1 - 0.7737809375 * std::pow(50.0 / 101, 3));
    EXPECT_EQ(lookaheadPull(plan, 51, 101), UpdateStep::kNoPull);
    EXPECT_EQ(lookaheadPull(plan, 101, 101), 0);
}

// Three steps in an epoch, eight epochs: from 0.6 of 24 steps on, which is in the fifth.
TEST(PlanSchedule, AveragesTheEndsOfTheLastEpochs) {
    Plan plan;
    plan.batchPerTower = 40;
    plan.epochs = 8;
    plan.swaFrom = 0.6;
    const auto share = [&](std::int64_t epochs, std::int64_t more) {
        return swaShare(plan, 100 * epochs + more, 100, totalSteps(plan, 100));
    };
    for (std::int64_t epoch = 0; epoch < 5; ++epoch)
        for (const std::int64_t more : {40, 80, 100})
            EXPECT_EQ(share(epoch, more), 1) << epoch << " " << more;
    for (std::int64_t epoch = 5; epoch < 8; ++epoch) {
        EXPECT_EQ(share(epoch, 40), 0);
        EXPECT_EQ(share(epoch, 80), 0);
        EXPECT_DOUBLE_EQ(share(epoch, 100), 1.0 / static_cast<double>(epoch - 3));
    }
    plan.swaFrom = 5.0 / 8; // an epoch that ends there is the first
    EXPECT_EQ(share(4, 100), 1);
    EXPECT_EQ(share(5, 40), 0);
    plan.swaFrom = 1e-9;
    EXPECT_EQ(share(0, 100), 1);
    EXPECT_EQ(share(1, 100), 0.5);
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

TEST(GroupRates, OpenFromTheTop) {
    Plan plan;
    plan.backbone = "any";
    plan.backboneRate = 0.5;
    plan.unfreezeEpochs = 2;
    using Rates = std::array<double, kRateGroups>;
    EXPECT_EQ(groupRates(plan, 0, 100), (Rates{1, 0.5}));
    EXPECT_EQ(groupRates(plan, 199, 100), (Rates{1, 0.5}));
    EXPECT_EQ(groupRates(plan, 200, 100), (Rates{1, 0.5, 0.25}));
    EXPECT_EQ(groupRates(plan, 1000, 100), (Rates{1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625}));
    plan.batchPerTower = 30; // four steps an epoch
    const auto before = stepsBeforeGroups(plan, 100);
    EXPECT_EQ(before[1], 0);
    EXPECT_EQ(before[2], 8);
    EXPECT_EQ(before[7], 48);
    plan.unfreezeEpochs = 0;
    EXPECT_EQ(groupRates(plan, 0, 100)[7], 1.0 / 128);
    EXPECT_EQ(stepsBeforeGroups(plan, 100)[7], 0);
}

} // namespace
} // namespace belfry
