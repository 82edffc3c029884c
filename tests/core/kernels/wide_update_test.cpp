// As wide_index_test.cpp: an update and the numbers of a step, with vectors of more than 2^31 numbers.
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/optimizer_kernels.h"
#include "core/kernels/step_kernels.h"
#include "core/kernels/update_kernels.h"
#include "core/kernels/weights_hash.h"
#include "tests/core/kernels/far_numbers.h"
#include "tests/core/kernels/on_host/block_threads.h"
#include "tests/core/kernels/random_numbers.h"

#include <limits>

namespace belfry {
namespace {

using cuda::LastBlocks;
using test::Elsewhere;
using test::expectNumbers;
using test::FarNumbers;
using test::inProcessOfItsOwn;
using test::randomNumbers;

constexpr std::int64_t kFar = std::int64_t{1} << 31, kFarther = std::int64_t{1} << 32;
constexpr std::int64_t kSeen = 300, kOpen = 1024; // numbers of the end
constexpr double kRounded = 1e-6;

// From a `begin` beyond 2^31, and from 3 on, where only the last blocks run.
template <typename Body>
void forRanges(const Body& body) {
    for (const std::int64_t count : {kFar + 777, kFarther + 777})
        for (const bool far : {false, true}) {
            SCOPED_TRACE(std::to_string(count) + (far ? ", from far on" : ""));
            const LastBlocks some(3);
            body(count, far ? count - kSeen : 3);
        }
}

TEST(WideIndex, WeightedSums) {
    inProcessOfItsOwn([] {
        forRanges([](std::int64_t count, std::int64_t begin) {
            const auto first = randomNumbers(kSeen, 1), second = randomNumbers(kSeen, 2);
            const float scales[2] = {0.25F, 0.75F};
            const float* const in[2] = {first.data(), second.data()};
            std::vector<float> expected(kSeen);
            weightedSum({}, expected.data(), &in[0], &scales[0], 2, 0, kSeen);
            const FarNumbers<float> farFirst(count), farSecond(count), out(count);
            farFirst.openLast(kOpen, first);
            farSecond.openLast(kOpen, second);
            out.openLast(kOpen);
            const float* const farIn[2] = {farFirst.all(), farSecond.all()};
            cuda::weightedSum(nullptr, nullptr, out.all(), &farIn[0], &scales[0], 2, begin, count);
            expectNumbers(out.last(kSeen), expected, kRounded);
        });
    });
}

template <typename Rule>
void expectRule(std::int64_t count, std::int64_t begin) {
    const RuleNumbers numbers{0.5F, 0.25F, 0.125F, 0.75F, 0.5F, 0.25F, 0.5F, 0.25F};
    const auto gradient = randomNumbers(kSeen, 1);
    std::vector<float> weights = randomNumbers(kSeen, 2), first(kSeen, 1), second(kSeen, 2);
    const FarNumbers<float> farGradient(count), farWeights(count), farFirst(count), farSecond(count);
    farGradient.openLast(kOpen, gradient);
    farWeights.openLast(kOpen, weights);
    farFirst.openLast(kOpen, first);
    farSecond.openLast(kOpen, second);
    float* const state[2] = {first.data(), second.data()};
    applyRule<Rule>({}, numbers.data(), weights.data(), gradient.data(), &state[0], 0, kSeen);
    cuda::applyRule<Rule>(nullptr, nullptr, numbers.data(), farWeights.all(), farGradient.all(), farFirst.all(),
                          farSecond.all(), begin, count);
    expectNumbers(farWeights.last(kSeen), weights, kRounded);
    expectNumbers(farFirst.last(kSeen), first, kRounded);
    expectNumbers(farSecond.last(kSeen), second, kRounded);
}

TEST(WideIndex, EveryRule) {
    inProcessOfItsOwn([] {
        forRanges([](std::int64_t count, std::int64_t begin) {
#define BELFRY_EXPECT(Rule) expectRule<Rule>(count, begin);
            BELFRY_EACH_RULE(BELFRY_EXPECT)
#undef BELFRY_EXPECT
        });
    });
}

TEST(WideIndex, MovingAverages) {
    inProcessOfItsOwn([] {
        for (const std::int64_t count : {kFar + 777, kFarther + 777}) {
            const auto values = randomNumbers(kSeen, 1);
            std::vector<float> average = randomNumbers(kSeen, 2);
            const float rest = 0.125F;
            const FarNumbers<float> farValues(count), farAverage(count);
            farValues.openLast(kOpen, values);
            farAverage.openLast(kOpen, average);
            moveAverage({}, average.data(), values.data(), kSeen, &rest);
            const LastBlocks some(3);
            cuda::moveAverage(nullptr, nullptr, farAverage.all(), farValues.all(), count, &rest);
            expectNumbers(farAverage.last(kSeen), average, kRounded);
        }
    });
}

// The sum is that of the last chunk and of zeros.
TEST(WideIndex, NormsAndWhatTheyClip) {
    inProcessOfItsOwn([] {
        for (const std::int64_t count : {kFar + kSeen, kFarther + kSeen}) {
            std::vector<float> values = randomNumbers(kSeen, 1);
            const FarNumbers<float> far(count, Elsewhere::Zeros);
            far.openLast(kOpen, values);
            std::vector<double> scratch(static_cast<std::size_t>(normScratch(count)), 0), few(normScratch(kSeen));
            clipToNorm({}, values.data(), kSeen, 2, few.data());
            const LastBlocks some(3);
            cuda::clipToNorm(nullptr, far.all(), count, 2, scratch.data());
            EXPECT_NEAR(scratch[0], few[0], 1e-9);
            expectNumbers(far.last(kSeen), values, kRounded);
            std::int32_t halted = 0;
            cuda::haltUnlessFinite(nullptr, far.all(), count, scratch.data(), &halted);
            EXPECT_EQ(halted, 0);
            far.all()[count - 1] = std::numeric_limits<float>::infinity();
            cuda::haltUnlessFinite(nullptr, far.all(), count, scratch.data(), &halted);
            EXPECT_EQ(halted, 1);
        }
    });
}

// The last block's numbers: the last 256 of every 65,536.
TEST(WideIndex, HashesOfWeights) {
    inProcessOfItsOwn([] {
        constexpr std::int64_t kStride = 65'536, kBlock = 256, kCount = kFarther + kStride;
        const FarNumbers<std::uint32_t> bits(kCount, Elsewhere::Zeros);
        std::uint32_t* const last = bits.openLast(kBlock);
        for (std::int64_t i = 0; i < kBlock; ++i)
            last[i] = static_cast<std::uint32_t>(i * 2'654'435'761);
        std::uint64_t expected = 0;
        for (std::int64_t first = kStride - kBlock; first < kCount; first += kStride)
            for (std::int64_t i = 0; i < kBlock; ++i)
                expected += hashPart(static_cast<std::uint64_t>(first + i), first + kBlock == kCount ? last[i] : 0);
        std::vector<std::uint64_t> scratch(kHashScratch, 0);
        const LastBlocks some(1);
        cuda::weightsHash(nullptr, bits.all(), kCount, scratch.data());
        EXPECT_EQ(scratch[0], expected);
    });
}

// The step begins beyond 2^31 in the order, and so do the numbers of its images.
TEST(WideIndex, BatchesOfAnOrder) {
    inProcessOfItsOwn([] {
        constexpr std::int64_t kCount = kFar + 777, kImages = 3 * kFar;
        StepCounter counter{0, kFar + 5};
        std::vector<std::int64_t> images(kSeen);
        std::vector<std::uint8_t> labels(kSeen), expected(kSeen);
        for (std::int64_t i = 0; i < kSeen; ++i) {
            images[static_cast<std::size_t>(i)] = kImages - 1 - i;
            labels[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i % 251);
            expected[static_cast<std::size_t>(kSeen - 1 - i)] = static_cast<std::uint8_t>(i % 251);
        }
        const FarNumbers<std::int64_t> order(counter.image + kCount, Elsewhere::Zeros), draws(kCount), ids(kCount);
        order.openLast(kOpen, images);
        draws.openLast(kOpen);
        ids.openLast(kOpen);
        const FarNumbers<std::uint8_t> farLabels(kImages, Elsewhere::Zeros), stepLabels(kCount);
        farLabels.openLast(kSeen, labels);
        stepLabels.openLast(kOpen);
        const LastBlocks some(3);
        cuda::takeBatch(nullptr, order.all(), farLabels.all(), kImages, &counter, kCount,
                        {draws.all(), ids.all(), stepLabels.all()});
        expectNumbers(draws.last(kSeen), images);
        expectNumbers(ids.last(kSeen), images);
        expectNumbers(stepLabels.last(kSeen), expected);
    });
}

} // namespace
} // namespace belfry
