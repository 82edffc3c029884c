// The own kernels on the CPU against plain formulas in double; tests/gpu compares CUDA with the CPU.
#include "core/kernels/kernels.h"
#include "core/kernels/update_kernels.h"
#include "tests/core/kernels/random_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

using test::randomNumbers;

constexpr ExecutionContext kCpu{};

struct MaskKey {
    std::uint64_t seed = 0;
    std::uint32_t layer = 0, epoch = 0;
};

// One row of ones per image id, after dropout.
std::vector<float> mask(const std::vector<std::int64_t>& ids, std::int64_t units, float fraction, const MaskKey& key) {
    std::vector<float> values(ids.size() * static_cast<std::size_t>(units), 1.0f);
    dropout(kCpu, values.data(), ids.data(), static_cast<std::int64_t>(ids.size()), units, fraction,
            {key.seed, key.layer, &key.epoch});
    return values;
}

double kept(const std::vector<float>& values) {
    return static_cast<double>(std::count_if(values.begin(), values.end(), [](float v) { return v != 0; })) /
           static_cast<double>(values.size());
}

TEST(NormaliseImages, ScalesAndShiftsEveryByte) {
    for (const std::int64_t count : {1, 50}) { // 50: above the parallel threshold
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count * 784));
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::uint8_t>(i * 7);
        std::vector<float> out(bytes.size(), -1.0f);
        normaliseImages(kCpu, bytes.data(), nullptr, count, 784, 1.0f / 255.0f, -0.5f, out.data());
        for (std::size_t i = 0; i < bytes.size(); ++i)
            ASSERT_NEAR(out[i], bytes[i] / 255.0 - 0.5, 1e-7);
    }
}

TEST(SoftmaxLoss, MatchesItsFormula) {
    constexpr int kClasses = 7, kRows = 33;
    const std::vector<float> logits = randomNumbers(kRows * kClasses, 1, 10);
    std::vector<std::uint8_t> labels;
    for (int row = 0; row < kRows; ++row)
        labels.push_back(static_cast<std::uint8_t>(row % kClasses));
    std::vector<float> gradient(logits.size());
    std::vector<double> metrics{100, 1000}; // overwritten
    std::vector<std::int64_t> confusion(kClasses * kClasses, 5);
    softmaxLoss(kCpu, logits.data(), labels.data(), kRows, kClasses, gradient.data(), metrics.data(), confusion.data());

    double loss = 0, correct = 0;
    std::vector<std::int64_t> counts(kClasses * kClasses, 5);
    for (int row = 0; row < kRows; ++row) {
        const float* in = logits.data() + row * kClasses;
        double sum = 0;
        for (int c = 0; c < kClasses; ++c)
            sum += std::exp(static_cast<double>(in[c]));
        const int label = labels[static_cast<std::size_t>(row)];
        const int answer = static_cast<int>(std::max_element(in, in + kClasses) - in);
        loss += std::log(sum) - in[label];
        correct += answer == label ? 1 : 0;
        ++counts[static_cast<std::size_t>(label * kClasses + answer)];
        for (int c = 0; c < kClasses; ++c)
            ASSERT_NEAR(gradient[static_cast<std::size_t>(row * kClasses + c)],
                        (std::exp(static_cast<double>(in[c])) / sum - (c == label ? 1 : 0)) / kRows, 1e-8);
    }
    EXPECT_NEAR(metrics[0], loss, 1e-9);
    EXPECT_EQ(metrics[1], correct);
    EXPECT_EQ(confusion, counts);
}

// Two classes with equal logits: the truth of label 0 is 0.9 and 0.1 when a fifth is dealt to both.
TEST(SoftmaxLoss, SmoothsTheTargetAndReportsTheLossOfTheLabel) {
    const std::vector<float> logits{0, 0};
    const std::vector<std::uint8_t> labels{0};
    std::vector<float> gradient(2);
    std::vector<double> metrics(2, 0.0);
    softmaxLoss(kCpu, logits.data(), labels.data(), 1, 2, gradient.data(), metrics.data(), nullptr, 0.2f);
    EXPECT_NEAR(gradient[0], 0.5 - 0.9, 1e-7);
    EXPECT_NEAR(gradient[1], 0.5 - 0.1, 1e-7);
    EXPECT_NEAR(metrics[0], std::log(2.0), 1e-12);
}

TEST(ClipToNorm, ScalesOnlyLongerVectors) {
    for (const std::int64_t count : {3, 20'001, 100'003}) { // one chunk, some, and in parallel
        const std::vector<float> values = randomNumbers(static_cast<std::size_t>(count), 3);
        double norm = 0;
        for (const float value : values)
            norm += static_cast<double>(value) * value;
        norm = std::sqrt(norm);
        std::vector<double> scratch(static_cast<std::size_t>(normScratch(count)));
        std::vector<float> kept = values, clipped = values;
        clipToNorm(kCpu, kept.data(), count, 1.001 * norm, scratch.data());
        EXPECT_EQ(kept, values);
        EXPECT_NEAR(scratch[0], norm, 1e-9 * norm);
        clipToNorm(kCpu, clipped.data(), count, 0.25 * norm, scratch.data());
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_NEAR(clipped[i], 0.25 * values[i], 1e-6);
    }
}

TEST(MoveAverage, MovesByTheComplementOfTheDecay) {
    std::vector<float> average{0, 1, 2};
    const std::vector<float> values{4, 1, -2};
    const float rest = 0.25f;
    moveAverage(kCpu, average.data(), values.data(), 3, &rest);
    EXPECT_THAT(average, testing::ElementsAre(1, 1, 1));
    moveAverage(kCpu, average.data(), values.data(), 3, &rest, 2);
    EXPECT_THAT(average, testing::ElementsAre(2.5, 1, -0.5));
    const float none = 0;
    moveAverage(kCpu, average.data(), values.data(), 3, &none, 0.1F);
    EXPECT_THAT(average, testing::ElementsAre(2.5, 1, -0.5));
}

TEST(SoftmaxLoss, StaysFiniteForHugeLogitsAndReportsNaN) {
    const std::vector<std::uint8_t> labels{1};
    const auto lossOf = [&](std::vector<float> logits) {
        std::vector<double> metrics(2, 0.0);
        std::vector<float> gradient(logits.size());
        softmaxLoss(kCpu, logits.data(), labels.data(), 1, static_cast<int>(logits.size()), gradient.data(),
                    metrics.data(), nullptr);
        return metrics[0];
    };
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
    EXPECT_NEAR(lossOf({3e38f, 3e38f}), std::log(2.0), 1e-12);
    EXPECT_NEAR(lossOf({0, -1000}), 1000, 1e-9);
    EXPECT_TRUE(std::isnan(lossOf({kNan, 0})));
    EXPECT_TRUE(std::isnan(lossOf({0, 0, kNan})));
    EXPECT_FALSE(std::isfinite(lossOf({kInf, 0})));
    EXPECT_FALSE(std::isfinite(lossOf({0, kInf})));
}

// Where only the loss is not finite, no device would refuse the update.
TEST(SoftmaxLoss, PutsALossThatIsNotFiniteIntoTheGradient) {
    const std::vector<std::uint8_t> labels{1};
    const std::vector<float> logits{0, -std::numeric_limits<float>::infinity(), 0};
    std::vector<double> metrics(2, 0.0);
    std::vector<float> gradient(3);
    softmaxLoss(kCpu, logits.data(), labels.data(), 1, 3, gradient.data(), metrics.data(), nullptr);
    EXPECT_TRUE(std::isinf(metrics[0]));
    EXPECT_TRUE(std::isnan(gradient[1]));
}

TEST(Dropout, DropsTheFractionAndScalesTheRest) {
    for (const float fraction : {0.1f, 0.2f, 0.5f, 0.9f}) {
        std::vector<std::int64_t> ids(200);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ids[i] = static_cast<std::int64_t>(i * 37);
        const std::vector<float> values = mask(ids, 512, fraction, {1, 2, 3});
        const double deviation = std::sqrt(fraction * (1 - fraction) / static_cast<double>(values.size()));
        EXPECT_NEAR(kept(values), 1 - fraction, 4 * deviation);
        for (const float value : values)
            ASSERT_TRUE(value == 0 || value == 1 / (1 - fraction)) << value;
    }
    EXPECT_THAT(mask({4, 5}, 100, 0.0f, {1, 2, 3}), testing::Each(1.0f));
}

TEST(Dropout, DropsEveryUnitAndEveryImageEquallyOften) {
    std::vector<std::int64_t> ids(1000);
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<std::int64_t>(i);
    constexpr std::size_t kUnits = 400;
    const std::vector<float> values = mask(ids, kUnits, 0.3f, {9, 1, 0});
    std::vector<double> perUnit(kUnits, 0), perImage(ids.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] == 0) {
            perUnit[i % kUnits] += 1;
            perImage[i / kUnits] += 1;
        }
    for (const double dropped : perUnit) // 5 deviations of a binomial
        EXPECT_NEAR(dropped, 300, 5 * std::sqrt(1000 * 0.21));
    for (const double dropped : perImage)
        EXPECT_NEAR(dropped, 120, 5 * std::sqrt(400 * 0.21));
}

TEST(Dropout, DependsOnTheImageNotOnItsPosition) {
    const MaskKey key{7, 1, 4};
    const std::vector<float> together = mask({8, 3, 99}, 130, 0.5f, key);
    const std::vector<float> alone = mask({3}, 130, 0.5f, key);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), together.begin() + 130));
    std::vector<std::int64_t> many(400, 5); // above the parallel threshold
    many[300] = 3;
    const std::vector<float> parallel = mask(many, 130, 0.5f, key);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), parallel.begin() + 300 * 130));
}

// Masks of different keys agree as often as chance has it: half the units at one half.
TEST(Dropout, DiffersByEveryPartOfItsKey) {
    constexpr std::int64_t kUnits = 20'000;
    const std::vector<float> base = mask({5}, kUnits, 0.5f, {7, 1, 4});
    const std::vector<std::vector<float>> others{mask({6}, kUnits, 0.5f, {7, 1, 4}), mask({5}, kUnits, 0.5f, {8, 1, 4}),
                                                 mask({5}, kUnits, 0.5f, {7, 2, 4}), mask({5}, kUnits, 0.5f, {7, 1, 5}),
                                                 mask({5 + (std::int64_t{1} << 33)}, kUnits, 0.5f, {7, 1, 4})};
    for (const std::vector<float>& other : others) {
        std::size_t equal = 0;
        for (std::size_t i = 0; i < base.size(); ++i)
            equal += base[i] == other[i] ? 1 : 0;
        EXPECT_NEAR(static_cast<double>(equal) / kUnits, 0.5, 5 * 0.5 / std::sqrt(kUnits));
    }
}

TEST(WeightedSum, SumsInOrderAndOnlyItsRange) {
    for (const std::size_t size : {std::size_t{100}, std::size_t{50'001}}) {
        const std::vector<float> a = randomNumbers(size, 1), b = randomNumbers(size, 2), c = randomNumbers(size, 3);
        const std::vector<const float*> in{a.data(), b.data(), c.data()};
        const std::vector<float> scales{0.5f, 0.3f, 0.2f};
        std::vector<float> out(size, 9.0f);
        weightedSum(kCpu, out.data(), in.data(), scales.data(), 3, 3, static_cast<std::int64_t>(size) - 2);
        for (std::size_t i = 3; i < size - 2; ++i)
            ASSERT_NEAR(out[i], 0.5 * a[i] + 0.3 * b[i] + 0.2 * c[i], 1e-6);
        for (const std::size_t i : {std::size_t{0}, std::size_t{2}, size - 2, size - 1})
            EXPECT_EQ(out[i], 9.0f);
    }
}

TEST(WeightedSum, MayWriteInPlace) {
    std::vector<float> a{1, 2, 3};
    const std::vector<float> b{10, 20, 30};
    const std::vector<const float*> in{a.data(), b.data()};
    const std::vector<float> scales{2.0f, 0.5f};
    weightedSum(kCpu, a.data(), in.data(), scales.data(), 2, 0, 3);
    EXPECT_THAT(a, testing::ElementsAre(7, 14, 21));
}

} // namespace
} // namespace belfry
