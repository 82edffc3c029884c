#include "ui/charts/y_range.h"

#include <gtest/gtest.h>

#include <cmath>

namespace belfry {
namespace {

std::vector<double> noisy(int count, double level) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(level * (1 + 0.2 * std::sin(7.0 * i)));
    return values;
}

TEST(YRangeTest, ASpikeDoesNotFlattenTheRest) {
    auto values = noisy(600, 0.05);
    values[300] = 1e6;
    const Interval range = robustInterval(values);
    EXPECT_LT(range.high, 0.07);
    EXPECT_GT(range.high, 0.05);
    EXPECT_EQ(fullInterval(values).high, 1e6);
}

// Rivals clip the early epochs away as "outliers"; a loss that falls from 2.3 is data.
TEST(YRangeTest, TheStartOfALossCurveIsKept) {
    std::vector<double> values;
    for (int i = 0; i < 600; ++i)
        values.push_back(2.3 * std::exp(-i / 6.0) + 0.1 + 0.04 * std::sin(7.0 * i));
    EXPECT_GT(robustInterval(values).high, 2.3);
    auto quick = noisy(600, 0.2); // over in three points
    quick[0] = 2.3, quick[1] = 1.9, quick[2] = 1.2;
    EXPECT_EQ(robustInterval(quick).high, 2.3);
}

TEST(YRangeTest, ALongExcursionIsData) {
    auto values = noisy(600, 1);
    for (int i = 200; i < 220; ++i)
        values[static_cast<std::size_t>(i)] = 5;
    EXPECT_EQ(robustInterval(values).high, 5);
}

TEST(YRangeTest, AFewPointsAreAllShown) { EXPECT_EQ(robustInterval({1, 2, 1000}).high, 1000); }

TEST(YRangeTest, AConstantWithASpikeKeepsTheConstant) {
    std::vector<double> values(100, 3.0);
    values[50] = -400;
    const Interval range = robustInterval(values);
    EXPECT_EQ(range.low, 3);
    EXPECT_EQ(range.high, 3);
    EXPECT_GT(padded(range, false).span(), 0);
}

TEST(YRangeTest, PercentAxisAdaptsItsLowerEnd) {
    EXPECT_EQ(percentFloor({}), 0);
    EXPECT_EQ(percentFloor(std::vector<double>(50, 10.0)), 0);
    EXPECT_EQ(percentFloor(std::vector<double>(50, 60.0)), 50);
    EXPECT_EQ(percentFloor(std::vector<double>(50, 97.0)), 95);
    auto collapsed = std::vector<double>(500, 98.5);
    collapsed.back() = 20; // the newest value must be seen
    EXPECT_EQ(percentFloor(collapsed), 0);
}

TEST(YRangeTest, NoDataGivesAUsableAxis) {
    EXPECT_GT(padded({}, false).span(), 0);
    EXPECT_GT(padded({}, true).span(), 0);
    EXPECT_GT(padded({0, 0}, false).span(), 0);
}

} // namespace
} // namespace belfry
