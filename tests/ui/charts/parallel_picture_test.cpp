// Parallel coordinates without pixels.
#include "ui/charts/parallel_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Three items, the worst first: a category that one of them has not, and a scale on which one is unknown.
ParallelPicture threeItems() {
    ParallelPicture picture;
    picture.axes.push_back({.title = "Optimizer", .range = {-1, 2}, .categories = {"adam", "sgd"}});
    picture.axes.push_back(
        {.title = "Rate", .range = {-4, -1}, .categories = {}, .format = YFormat::Number, .log = true});
    picture.lines = {
        {.item = 7, .values = {-1, -3}}, {.item = 8, .values = {1, kUnknown}}, {.item = 9, .values = {1, -2}}};
    return picture;
}

TEST(ParallelPicture, BetterLinesStandHigherInTheirCategory) {
    ParallelPicture picture = threeItems();
    fanOut(picture);
    EXPECT_EQ(std::floor(picture.lines[0].values[0]), -1);
    EXPECT_EQ(std::floor(picture.lines[1].values[0]), 1);
    EXPECT_EQ(std::floor(picture.lines[2].values[0]), 1);
    EXPECT_LT(picture.lines[1].values[0], picture.lines[2].values[0]);
    EXPECT_EQ(picture.lines[2].values[1], -2); // a scale tells the value itself
}

TEST(ParallelPicture, BrushesCoverWholeCategoriesAndPartsOfScales) {
    ParallelPicture picture = threeItems();
    fanOut(picture);
    EXPECT_EQ(snapped(picture.axes[0], 1.4, 1.2), (Brush{1, 2}));
    EXPECT_EQ(snapped(picture.axes[1], -1.5, -9), (Brush{-4, -1.5}));
    Brushes brushes(2);
    brushes[0] = Brush{1, 2};
    EXPECT_EQ(insideOf(picture, brushes), (std::vector<bool>{false, true, true}));
    brushes[1] = Brush{-4, -1};
    EXPECT_EQ(insideOf(picture, brushes), (std::vector<bool>{false, false, true})); // unknown is in no range
}

TEST(ParallelPicture, ValuesReadAsOnTheirAxis) {
    const ParallelPicture picture = threeItems();
    EXPECT_TRUE(picture.axes[0].hasNone());
    EXPECT_EQ(picture.axes[0].textOf(-1), QStringLiteral("–"));
    EXPECT_EQ(picture.axes[0].textOf(1), "sgd");
    EXPECT_TRUE(picture.axes[1].isScale());
    EXPECT_EQ(picture.axes[1].textOf(-2), "0.0100");
    const ParallelAxis accuracy{.title = "Accuracy", .range = {90, 100}, .categories = {}};
    EXPECT_EQ(accuracy.textOf(98.5), "98.50 %");
}

} // namespace
} // namespace belfry
