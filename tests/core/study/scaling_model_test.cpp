// The arithmetic of scaling, with numbers worked out by hand.
#include "core/study/scaling_model.h"

#include <gtest/gtest.h>

#include <array>

namespace belfry {
namespace {

TEST(ScalingModel, SpreadIsMeanAndStandardDeviation) {
    constexpr std::array kMeasured{2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0};
    EXPECT_DOUBLE_EQ(spreadOf(kMeasured).mean, 5);
    EXPECT_NEAR(spreadOf(kMeasured).deviation, 2.1381, 1e-4); // of a sample: 32 / 7
    EXPECT_EQ(spreadOf(std::array{3.0}).deviation, 0);
    EXPECT_EQ(spreadOf({}).mean, 0);
}

TEST(ScalingModel, WorkIsLinearBetweenMeasurements) {
    const ComputeTimeModel line({{512, 10}, {64, 3}, {2048, 34}});
    EXPECT_EQ(line.points().front().images, 64);
    EXPECT_DOUBLE_EQ(line.milliseconds(64), 3);
    EXPECT_DOUBLE_EQ(line.milliseconds(288), 6.5);
    EXPECT_DOUBLE_EQ(line.milliseconds(512), 10);
    EXPECT_DOUBLE_EQ(line.milliseconds(1280), 22);
    EXPECT_DOUBLE_EQ(line.milliseconds(4096), 66); // as the last two go on
    EXPECT_DOUBLE_EQ(line.milliseconds(32), 2.5);
}

TEST(ScalingModel, WorkOfFewMeasurements) {
    EXPECT_EQ(ComputeTimeModel().milliseconds(10), 0);
    EXPECT_DOUBLE_EQ(ComputeTimeModel({{100, 5}}).milliseconds(40), 2); // in proportion
    const ComputeTimeModel noisy({{100, 1}, {200, 40}});                // would cross zero at 97 images
    EXPECT_DOUBLE_EQ(noisy.milliseconds(50), 0.5);
}

// A megabyte at 1 GB/s of bus bandwidth.
const ExchangeCost kCollective{1'000'000, 1e9, 1.5, 4, false};

// NCCL's bus bandwidth: 2 (n - 1) / n of the bytes over each link.
TEST(ScalingModel, ACollectiveIsBoundByTheBus) {
    EXPECT_EQ(kCollective.milliseconds(1), 0);
    EXPECT_DOUBLE_EQ(kCollective.milliseconds(2), 1);
    EXPECT_DOUBLE_EQ(kCollective.milliseconds(4), 1.5);
    EXPECT_EQ(ExchangeCost{}.milliseconds(4), 0); // not measured
}

// Two towers were told to take 57 % of what eight take: they take a seventh.
TEST(ScalingModel, AHomeIsBoundByItsTraffic) {
    const ExchangeCost cost{1'000'000, 1e9, 7, 8, true};
    EXPECT_EQ(cost.milliseconds(1), 0);
    EXPECT_DOUBLE_EQ(cost.milliseconds(2), 1);
    EXPECT_DOUBLE_EQ(cost.milliseconds(4), 3);
    EXPECT_DOUBLE_EQ(cost.milliseconds(8), 7);
}

TEST(ScalingModel, SpeedOfTowersOnSeparateDevices) {
    const ComputeTimeModel work({{100, 10}});
    const ExchangeCost& cost = kCollective;
    EXPECT_DOUBLE_EQ(predictedSpeed(work, cost, {1, 1, 100}), 10'000);
    EXPECT_DOUBLE_EQ(predictedSpeed(work, cost, {2, 1, 200}), 200 / 0.011);
    EXPECT_DOUBLE_EQ(predictedSpeed(work, cost, {4, 1, 100}), 100 / 0.004); // 2.5 + 1.5 ms
    EXPECT_EQ(predictedSpeed(ComputeTimeModel(), {}, {4, 1, 100}), 0);
}

TEST(ScalingModel, TowersOfOneDeviceTakeTurns) {
    const ComputeTimeModel work({{100, 10}});
    EXPECT_DOUBLE_EQ(predictedSpeed(work, {}, {4, 4, 400}), 10'000); // what one tower does
    EXPECT_DOUBLE_EQ(predictedSpeed(work, {}, {4, 2, 400}), 20'000);
}

} // namespace
} // namespace belfry
