#include "ui/charts/x_columns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace belfry {
namespace {

// A run whose last batch of an epoch is short and whose steps take irregular time.
std::vector<XPoint> irregularRun(int steps) {
    std::mt19937 random(5);
    std::lognormal_distribution<double> time(-4, 0.8);
    std::vector<XPoint> points;
    XPoint x;
    for (int i = 0; i < steps; ++i) {
        const bool last = (i + 1) % 54 == 0;
        x.step += 1;
        x.images += last ? 728 : 1024;
        x.epoch = static_cast<double>(x.images) / 55'000;
        x.seconds += time(random);
        points.push_back(x);
    }
    return points;
}

TEST(XColumnsTest, EveryPointIsFoundAgain) {
    const auto run = irregularRun(20'000);
    XColumns columns;
    for (const XPoint& x : run)
        columns.append(x);
    ASSERT_EQ(columns.size(), run.size());
    for (std::size_t i = 0; i < run.size(); ++i) {
        const XPoint found = columns.point(i);
        ASSERT_EQ(found.step, run[i].step);
        ASSERT_EQ(found.images, run[i].images);
        ASSERT_NEAR(found.epoch, run[i].epoch, 1e-8);
        ASSERT_NEAR(found.seconds, run[i].seconds, 0.011);
    }
}

TEST(XColumnsTest, LowerBoundAgreesWithTheValues) {
    XColumns columns;
    for (const XPoint& x : irregularRun(5'000))
        columns.append(x);
    std::mt19937 random(6);
    for (XAxis axis : kAllXAxes) {
        const double last = columns.at(axis, columns.size() - 1);
        std::uniform_real_distribution<double> value(-0.1 * last, 1.1 * last);
        for (int i = 0; i < 2'000; ++i) {
            const double wanted = i % 3 == 0 ? columns.at(axis, random() % columns.size()) : value(random);
            const std::size_t found = columns.lowerBound(axis, wanted);
            ASSERT_TRUE(found == columns.size() || columns.at(axis, found) >= wanted);
            ASSERT_TRUE(found == 0 || columns.at(axis, found - 1) < wanted);
        }
    }
}

TEST(XColumnsTest, NearestTakesTheCloserNeighbour) {
    XColumns columns;
    for (int i = 1; i <= 3; ++i)
        columns.append({10 * i, i * 1.0, 100 * i, i * 1.0});
    EXPECT_EQ(columns.nearest(XAxis::Step, -5), 0U);
    EXPECT_EQ(columns.nearest(XAxis::Step, 14), 0U);
    EXPECT_EQ(columns.nearest(XAxis::Step, 16), 1U);
    EXPECT_EQ(columns.nearest(XAxis::Step, 1e9), 2U);
}

TEST(XColumnsTest, TimeNeverRunsBackwards) {
    XColumns columns;
    columns.append({5, 1, 500, 2.0});
    columns.append({3, std::nan(""), 400, INFINITY});
    EXPECT_EQ(columns.point(1), (XPoint{5, 1, 500, 2.0}));
    EXPECT_EQ(columns.lowerBound(XAxis::Step, 5), 0U);
    EXPECT_EQ(columns.lowerBound(XAxis::Step, 6), 2U);
}

TEST(XColumnsTest, TenMillionPointsTakeLittleMemory) {
    XColumns columns;
    XPoint x;
    for (int i = 0; i < 10'000'000; ++i) {
        x.step = i + 1;
        x.images += (i + 1) % 54 == 0 ? 728 : 1024;
        x.epoch = static_cast<double>(x.images) / 55'000;
        x.seconds += 0.0005 + 0.0004 * (i % 3); // jitter of the size of the step
        columns.append(x);
    }
    EXPECT_LT(columns.bytes(), 40'000'000U);
    EXPECT_EQ(columns.point(9'999'999).images, x.images);
}

TEST(XColumnTest, MemoryStaysBoundedWhenNothingIsRegular) {
    XColumn column;
    std::mt19937 random(7);
    double value = 0;
    for (int i = 0; i < 3'000'000; ++i) {
        value += 1 + random() % 1000;
        column.append(value);
    }
    EXPECT_LE(column.bytes(), 2 * XColumn::kCornerLimit * 16);
    EXPECT_NEAR(column.at(2'999'999), value, 1e-6 * value);
    for (std::size_t i = 1; i < column.size(); i += 1013)
        ASSERT_GE(column.at(i), column.at(i - 1));
}

TEST(XColumnsTest, EdgesDivideTheView) {
    XColumns columns;
    for (int i = 1; i <= 100; ++i)
        columns.append({i, i / 10.0, i * 8, i * 1.0});
    EXPECT_EQ(columns.edges(XAxis::Step, 0, 200, 4), (std::vector<std::size_t>{0, 49, 99, 100, 100}));
}

} // namespace
} // namespace belfry
