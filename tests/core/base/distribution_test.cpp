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
    EXPECT_EQ(found.notFinite, 3);
    EXPECT_EQ(found.min, 4);
    EXPECT_EQ(found.max, 4);
    EXPECT_EQ(std::accumulate(found.buckets.begin(), found.buckets.end(), std::int64_t{0}), 1);
    EXPECT_EQ(distributionOf({}).count, 0);
    EXPECT_TRUE(distributionOf({}).ends.empty());
}

// Of a bell: many narrow buckets near 0 and few wide ones at its foot.
std::vector<float> bell() {
    RandomStream random(7, Purpose::Sample);
    std::vector<float> numbers;
    for (int i = 0; i < 20'000; ++i) {
        double sum = 0;
        for (int k = 0; k < 12; ++k)
            sum += random.uniform();
        numbers.push_back(static_cast<float>(sum - 6));
    }
    return numbers;
}

TEST(Distribution, WithFewerBucketsSaysTheSame) {
    const Distribution whole = distributionOf(bell()), fewer = withFewerBuckets(whole);
    EXPECT_GT(whole.buckets.size(), 180u);
    EXPECT_LT(fewer.buckets.size(), 120u);
    EXPECT_EQ(fewer.buckets.size(), fewer.ends.size());
    EXPECT_EQ(fewer.ends.back(), whole.ends.back());
    for (std::size_t i = 1; i < fewer.ends.size(); ++i)
        EXPECT_TRUE(fewer.ends[i] <= 0 || fewer.ends[i - 1] >= 0 || fewer.buckets[i] == 0) << "reaches over 0";
    EXPECT_EQ(std::accumulate(fewer.buckets.begin(), fewer.buckets.end(), std::int64_t{0}), whole.count);
    EXPECT_EQ(fewer.sum, whole.sum);
    const double range = whole.max - whole.min;
    for (double share = 0.01; share < 1; share += 0.01)
        EXPECT_NEAR(quantileOf(fewer, share), quantileOf(whole, share), range / 200) << share;
}

TEST(Distribution, WithFewerBucketsKeepsWhatIsNarrow) {
    std::vector<float> numbers(1000, 1e-6f); // beside one that is far away
    numbers.resize(2000, 2e-6f);
    numbers.push_back(1);
    const Distribution fewer = withFewerBuckets(distributionOf(numbers));
    EXPECT_NEAR(quantileOf(fewer, 0.25), 1e-6, 1e-7);
    EXPECT_NEAR(quantileOf(fewer, 0.75), 2e-6, 2e-7);
    const Distribution one = distributionOf(std::vector<float>{3, 3, 3});
    EXPECT_EQ(withFewerBuckets(one).ends, one.ends);
    EXPECT_TRUE(withFewerBuckets({}).ends.empty());
}

TEST(Distribution, AnswersQuantilesAndCounts) {
    const std::vector<float> numbers = bell();
    const Distribution found = distributionOf(numbers);
    std::vector<float> sorted = numbers;
    std::ranges::sort(sorted);
    for (const double share : {0.0, 0.05, 0.5, 0.9, 1.0}) {
        const auto place = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
        EXPECT_NEAR(quantileOf(found, share), sorted[place], 0.05) << share;
    }
    const auto between = std::ranges::count_if(numbers, [](float number) { return number >= -1 && number < 0.5f; });
    EXPECT_NEAR(numbersBetween(found, -1, 0.5), static_cast<double>(between), 200);
    EXPECT_NEAR(numbersBetween(found, -100, 100), static_cast<double>(found.count), 1e-6);
    EXPECT_EQ(numbersBetween(distributionOf(std::vector<float>{2, 2}), 1.5, 2.5), 2);
    EXPECT_EQ(quantileOf({}, 0.5), 0);
}

} // namespace
} // namespace belfry
