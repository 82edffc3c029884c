#include "ui/charts/pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace belfry {
namespace {

using Points = std::vector<Pyramid::Point>;

// Smallest and largest finite value of each part, first occurrences, in order.
Points bruteForce(const std::vector<float>& values, std::size_t first, std::size_t last, std::size_t columns) {
    Points out;
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t begin = first + (last - first) * c / columns;
        const std::size_t end = first + (last - first) * (c + 1) / columns;
        std::size_t low = end, high = end;
        for (std::size_t i = begin; i < end; ++i) {
            if (std::isnan(values[i]))
                continue;
            if (low == end || values[i] < values[low])
                low = i;
            if (high == end || values[i] > values[high])
                high = i;
        }
        if (low == end)
            continue;
        out.push_back({std::min(low, high), values[std::min(low, high)]});
        if (low != high)
            out.push_back({std::max(low, high), values[std::max(low, high)]});
    }
    return out;
}

std::vector<float> randomValues(std::size_t count, unsigned seed, double nanShare) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> coarse(-50, 50); // many equal values: ties must go to the first
    std::uniform_real_distribution<double> uniform;
    std::vector<float> values(count);
    for (float& value : values)
        value =
            uniform(random) < nanShare ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(coarse(random));
    return values;
}

Pyramid filled(const std::vector<float>& values, std::size_t keep = Pyramid::kDefaultKeep) {
    Pyramid pyramid(keep);
    for (float value : values)
        pyramid.append(value);
    return pyramid;
}

// In equal parts of the indices [first, last).
Points query(const Pyramid& pyramid, std::size_t first, std::size_t last, std::size_t columns) {
    last = std::min(last, pyramid.size());
    Points out;
    if (first >= last || columns == 0)
        return out;
    std::vector<std::size_t> edges(columns + 1);
    for (std::size_t column = 0; column <= columns; ++column)
        edges[column] = first + (last - first) * column / columns;
    pyramid.query(edges, out);
    return out;
}

TEST(PyramidTest, EveryWindowOfAShortLineEqualsBruteForce) {
    const auto values = randomValues(90, 1, 0.2);
    const Pyramid pyramid = filled(values);
    for (std::size_t first = 0; first <= values.size(); ++first)
        for (std::size_t last = first; last <= values.size(); ++last)
            for (std::size_t columns : {1, 2, 7, 40})
                ASSERT_EQ(query(pyramid, first, last, columns),
                          first == last ? Points{} : bruteForce(values, first, last, columns))
                    << first << " " << last << " " << columns;
}

TEST(PyramidTest, RandomWindowsOfALongLineEqualBruteForce) {
    std::mt19937 random(2);
    for (double nanShare : {0.0, 0.01, 0.99}) {
        const auto values = randomValues(70'001, 3, nanShare);
        const Pyramid pyramid = filled(values);
        for (int i = 0; i < 60; ++i) {
            std::size_t first = random() % values.size(), last = random() % values.size();
            if (first > last)
                std::swap(first, last);
            const std::size_t columns = 1 + random() % 700;
            ASSERT_EQ(query(pyramid, first, last, columns),
                      first == last ? Points{} : bruteForce(values, first, last, columns));
        }
    }
}

TEST(PyramidTest, NonFiniteValuesAreCountedAndNotDrawn) {
    Pyramid pyramid;
    pyramid.append(1);
    pyramid.append(std::numeric_limits<float>::quiet_NaN());
    pyramid.append(std::numeric_limits<float>::infinity());
    pyramid.appendMissing();
    pyramid.append(2);
    EXPECT_EQ(pyramid.nonFinite(), (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(query(pyramid, 0, 5, 1), (Points{{0, 1}, {4, 2}}));
    EXPECT_TRUE(std::isnan(pyramid.at(3)));
}

TEST(PyramidTest, ALineOfNaNStaysBounded) {
    Pyramid pyramid;
    for (int i = 0; i < 1'000'000; ++i)
        pyramid.append(std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(pyramid.nonFiniteCount(), 1'000'000U);
    EXPECT_LT(pyramid.nonFinite().size(), 65'536U);
    EXPECT_TRUE(query(pyramid, 0, pyramid.size(), 640).empty());
}

TEST(PyramidTest, TenMillionPointsTakeFortySixMegabytesAndKeepEverySpike) {
    Pyramid pyramid;
    const std::size_t count = 10'000'000, spike = 7'654'321;
    for (std::size_t i = 0; i < count; ++i)
        pyramid.append(i == spike ? 1000.F : static_cast<float>(i % 13));
    EXPECT_LT(pyramid.bytes(), 46'000'000U);
    const Points points = query(pyramid, 0, count, 640);
    EXPECT_LE(points.size(), 2U * 640U);
    EXPECT_NE(std::find(points.begin(), points.end(), Pyramid::Point{spike, 1000.F}), points.end());
}

// With a small limit the same code path as after 16 Mi points: the newest stay exact, the oldest remain as blocks.
TEST(PyramidTest, MemoryStaysBoundedWhateverTheLength) {
    const std::size_t keep = 32 * 1024, count = 3'000'000, spike = 4'000;
    Pyramid pyramid(keep);
    std::size_t most = 0;
    for (std::size_t i = 0; i < count; ++i) {
        pyramid.append(i == spike ? -5.F : static_cast<float>(i % 7));
        most = std::max(most, pyramid.bytes());
    }
    EXPECT_LT(most, 600'000U);
    EXPECT_GE(count - pyramid.firstExact(), keep);
    EXPECT_EQ(pyramid.at(count - 1), static_cast<float>((count - 1) % 7));
    EXPECT_EQ(pyramid.at(10), 0.5F * (-5.F + 6.F)); // only its block's range is known

    const Points points = query(pyramid, 0, count, 100);
    ASSERT_LE(points.size(), 200U);
    EXPECT_EQ(std::min(points[0].value, points[1].value), -5.F) << "a spike among the forgotten points";
    for (std::size_t i = 1; i < points.size(); ++i)
        EXPECT_GT(points[i].index, points[i - 1].index);
    const std::size_t from = pyramid.firstExact();
    EXPECT_EQ(query(pyramid, from, from + 1, 1), (Points{{from, static_cast<float>(from % 7)}}));
}

} // namespace
} // namespace belfry
