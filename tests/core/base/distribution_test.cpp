// Histograms against a search through TensorFlow's table of buckets, written anew.
#include "core/base/distribution.h"
#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace belfry {
namespace {

constexpr double kNone = std::numeric_limits<double>::max();

// As tensorflow/core/lib/histogram/histogram.cc makes them.
std::vector<double> tableOfEnds() {
    std::vector<double> above;
    for (double end = 1e-12; end < 1e20; end *= 1.1)
        above.push_back(end);
    above.push_back(kNone);
    std::vector<double> all(above.rbegin(), above.rend());
    std::ranges::transform(all, all.begin(), std::negate());
    all.push_back(0);
    all.insert(all.end(), above.begin(), above.end());
    return all;
}

std::vector<float> someNumbers() {
    std::vector<float> numbers{0.0f, -0.0f, 1e-12f, -1e-12f, 1e-30f, -1e-30f, 1e25f, -3e38f, 1e-44f};
    RandomStream random(5, Purpose::Sample);
    for (int i = 0; i < 20'000; ++i) {
        const double size = std::pow(10.0, 40 * random.uniform() - 18);
        numbers.push_back(static_cast<float>(random.uniform() < 0.5 ? size : -size));
    }
    return numbers;
}

std::int64_t numbersBelow(const std::vector<float>& numbers, double end) {
    return std::ranges::count_if(numbers, [end](float number) { return number < end; });
}

TEST(Distribution, CountsAsTensorFlowsTableDoes) {
    const std::vector<float> numbers = someNumbers();
    const Distribution found = distributionOf(numbers);
    const std::vector<double> table = tableOfEnds();
    EXPECT_EQ(found.count, static_cast<std::int64_t>(numbers.size()));
    EXPECT_EQ(found.zeros, 2);
    ASSERT_EQ(found.ends.size(), found.buckets.size());
    std::int64_t before = 0;
    for (std::size_t i = 0; i < found.ends.size(); ++i) {
        EXPECT_TRUE(std::ranges::binary_search(table, found.ends[i])) << found.ends[i];
        EXPECT_EQ(numbersBelow(numbers, found.ends[i]) - before, found.buckets[i]) << found.ends[i];
        before += found.buckets[i];
        if (i > 0) {
            EXPECT_GT(found.ends[i], found.ends[i - 1]);
            EXPECT_TRUE(found.buckets[i] > 0 || found.buckets[i - 1] > 0) << "empty buckets are one";
        }
    }
    EXPECT_EQ(before, found.count);
}

TEST(Distribution, ComputesMomentsAndSparsity) {
    const Distribution found = distributionOf(std::vector<float>{-2, 0, 0, 1, 3, 0, 0.5f, 0});
    EXPECT_EQ(found.min, -2);
    EXPECT_EQ(found.max, 3);
    EXPECT_EQ(found.sum, 2.5);
    EXPECT_EQ(found.squares, 14.25);
    EXPECT_EQ(found.sparsity(), 0.5);
}

TEST(Distribution, SkipsNonFiniteValues) {
    const float infinite = std::numeric_limits<float>::infinity();
    const Distribution found = distributionOf(std::vector<float>{infinite, -infinite, std::nanf(""), 4});
    EXPECT_EQ(found.count, 1);
    EXPECT_EQ(found.min, 4);
    EXPECT_EQ(found.max, 4);
    EXPECT_EQ(std::accumulate(found.buckets.begin(), found.buckets.end(), std::int64_t{0}), 1);
    EXPECT_EQ(distributionOf({}).count, 0);
    EXPECT_TRUE(distributionOf({}).ends.empty());
}

} // namespace
} // namespace belfry
