// How weights start: the distributions, and that nothing but the seed and the network decides.
#include "core/model/blueprint.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace belfry {
namespace {

Blueprint lenet() { return makeBlueprint(networkByName("lenet"), {1, 28, 28}, 10); }

Blueprint glorot() { return makeBlueprint(mlp({.hiddenLayers = 1, .width = 256}), {1, 28, 28}, 10); }

std::span<const float> part(const std::vector<float>& weights, const Slice& slice) {
    return std::span(weights).subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count));
}

double mean(std::span<const float> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(std::span<const float> values) {
    const double centre = mean(values);
    double sum = 0;
    for (const float value : values)
        sum += (value - centre) * (value - centre);
    return sum / static_cast<double>(values.size());
}

double normalCdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// Pearson's statistic of 20 equal bins of [-2, 2]; 43.8 is the 0.1 % point of 19 degrees of freedom.
double chiSquareOfTruncatedNormal(std::span<const float> values, double deviation) {
    std::vector<double> counts(20, 0.0);
    for (const float value : values)
        ++counts[std::min<std::size_t>(19, static_cast<std::size_t>((value / deviation + 2.0) * 5.0))];
    double statistic = 0;
    for (int bin = 0; bin < 20; ++bin) {
        const double low = bin / 5.0 - 2.0;
        const double expected = static_cast<double>(values.size()) * (normalCdf(low + 0.2) - normalCdf(low)) /
                                (normalCdf(2) - normalCdf(-2));
        const double difference = counts[static_cast<std::size_t>(bin)] - expected;
        statistic += difference * difference / expected;
    }
    return statistic;
}

TEST(InitialWeights, FollowTheTruncatedNormal) {
    const Blueprint blueprint = lenet();
    const std::vector<float> weights = initialWeights(blueprint, 1);
    const auto dense = part(weights, blueprint.slices[4]); // 48,000 numbers
    for (const float value : dense)
        ASSERT_LE(std::abs(value), 0.2f);
    EXPECT_GT(*std::max_element(dense.begin(), dense.end()), 0.199f);
    EXPECT_LT(*std::min_element(dense.begin(), dense.end()), -0.199f);
    // Variance of a normal cut at 2: 1 - 4 phi(2) / (2 Phi(2) - 1) = 0.7737.
    EXPECT_NEAR(mean(dense), 0.0, 4 * 0.088 / std::sqrt(48'000.0));
    EXPECT_NEAR(variance(dense) / 0.01, 0.7737, 0.02);
    EXPECT_LT(chiSquareOfTruncatedNormal(dense, 0.1), 43.8);
}

TEST(InitialWeights, FollowGlorotsLimits) {
    const Blueprint blueprint = glorot();
    const std::vector<float> weights = initialWeights(blueprint, 1);
    const auto dense = part(weights, blueprint.slices[0]);
    const double limit = std::sqrt(6.0 / (784 + 256));
    const auto [least, most] = std::minmax_element(dense.begin(), dense.end());
    EXPECT_LE(std::max(-*least, *most), static_cast<float>(limit));
    EXPECT_GT(std::min(-*least, *most), 0.999 * limit);
    EXPECT_NEAR(mean(dense), 0.0, 4 * limit / std::sqrt(3.0 * static_cast<double>(dense.size())));
    EXPECT_NEAR(variance(dense), limit * limit / 3, 0.01 * limit * limit);
}

TEST(InitialWeights, GlorotCountsTheKernelOfAConvolution) {
    const Blueprint blueprint = makeBlueprint(
        {"n",
         {ConvolutionLayer{.filters = 40, .kernel = 5}, ConvolutionLayer{.filters = 30, .kernel = 3}, DenseLayer{}}},
        {1, 28, 28}, 10);
    EXPECT_EQ(blueprint.slices[2].fanIn, 9 * 40);
    EXPECT_EQ(blueprint.slices[2].fanOut, 9 * 30);
    const std::vector<float> weights = initialWeights(blueprint, 1);
    const auto convolution = part(weights, blueprint.slices[2]);
    const double limit = std::sqrt(6.0 / (9 * 70));
    const float most = *std::max_element(convolution.begin(), convolution.end());
    EXPECT_LE(most, static_cast<float>(limit));
    EXPECT_GT(most, 0.99 * limit);
}

TEST(InitialWeights, LeaveBiasesAndGapsZero) {
    for (const Blueprint& blueprint : {lenet(), glorot()}) {
        std::vector<float> weights = initialWeights(blueprint, 1);
        ASSERT_EQ(static_cast<std::int64_t>(weights.size()), blueprint.flatSize);
        for (const Slice& slice : blueprint.slices)
            if (slice.shape.size() > 1)
                std::fill_n(weights.begin() + slice.offset, slice.count, 0.0f);
        EXPECT_EQ(std::count(weights.begin(), weights.end(), 0.0f), blueprint.flatSize);
    }
}

TEST(InitialWeights, DependOnlyOnTheSeed) {
    const std::vector<float> one = initialWeights(lenet(), 1);
    EXPECT_EQ(initialWeights(lenet(), 1), one);
    const std::vector<float> two = initialWeights(lenet(), 2);
    const Slice dense = lenet().slices[4];
    const auto a = part(one, dense), b = part(two, dense);
    std::size_t equal = 0;
    double product = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        equal += a[i] == b[i] ? 1 : 0;
        product += a[i] * b[i];
    }
    EXPECT_LT(equal, 10U);
    EXPECT_LT(std::abs(product / static_cast<double>(a.size())) / variance(a), 0.02); // uncorrelated
}

TEST(InitialWeights, DifferFromLayerToLayer) {
    const Blueprint blueprint = makeBlueprint(mlp({.hiddenLayers = 3, .width = 64}), {1, 28, 28}, 10);
    const std::vector<float> weights = initialWeights(blueprint, 1);
    const auto first = part(weights, blueprint.slices[2]), second = part(weights, blueprint.slices[4]);
    EXPECT_FALSE(std::equal(first.begin(), first.end(), second.begin()));
}

} // namespace
} // namespace belfry
