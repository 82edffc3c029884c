// The bits of an update, which every rank of a run makes for itself.
#include "core/kernels/optimizer_kernels.h"
#include "core/kernels/update_kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kCount = 5000;

std::vector<float> randomVector(int seed, float from, float to) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::uniform_real_distribution<float> numbers(from, to);
    std::vector<float> vector(kCount);
    for (float& value : vector)
        value = numbers(random);
    return vector;
}

// This file is compiled for any x86-64 processor, which has no fused multiply-add. The kernels take the instructions of
// this machine: ranks on processors with it and without it ended after the first epoch, as their weights differed.
template <typename Rule>
void expectBitsOfAnyProcessor(const char* name) {
    RuleNumbers numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = 0.1F + 0.07F * static_cast<float>(i);
    std::vector<float> weights = randomVector(1, -1, 1), first = randomVector(2, 0, 1), second = randomVector(3, 0, 1);
    const std::vector<float> gradient = randomVector(4, -1, 1);
    std::vector<float> ownWeights = weights, ownFirst = first, ownSecond = second;
    const std::array<float*, 2> state{first.data(), second.data()};
    applyRule<Rule>({}, numbers.data(), weights.data(), gradient.data(), state.data(), 0, kCount);
    const auto rule = ruleFrom<Rule>(numbers.data());
    for (std::int64_t i = 0; i < kCount; ++i)
        ruleAt(rule, i, ownWeights.data(), gradient.data(), ownFirst.data(), ownSecond.data());
    EXPECT_EQ(weights, ownWeights) << name;
    EXPECT_EQ(first, ownFirst) << name;
    EXPECT_EQ(second, ownSecond) << name;
}

TEST(OptimizerKernels, HaveTheBitsOfAnyProcessor) {
#define BELFRY_EXPECT(Rule) expectBitsOfAnyProcessor<Rule>(#Rule);
    BELFRY_EACH_RULE(BELFRY_EXPECT)
#undef BELFRY_EXPECT
}

TEST(UpdateKernels, HaveTheBitsOfAnyProcessor) {
    const std::vector<float> values = randomVector(5, -1, 1);
    std::vector<float> average = randomVector(6, -1, 1), own = average;
    const float rest = 0.013F;
    moveAverage({}, average.data(), values.data(), kCount, &rest);
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] += rest * (values[i] - own[i]);
    EXPECT_EQ(average, own);
    std::vector<float> clipped = values;
    std::vector<double> scratch(static_cast<std::size_t>(normScratch(kCount)));
    clipToNorm({}, clipped.data(), kCount, 0.5, scratch.data());
    const auto scale = static_cast<float>(0.5 / scratch[0]);
    for (std::size_t i = 0; i < clipped.size(); ++i)
        ASSERT_EQ(clipped[i], values[i] * scale) << i;
}

} // namespace
} // namespace belfry
