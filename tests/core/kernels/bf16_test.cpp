// Rounding to bf16, and kernels on bf16 numbers: the float kernel's results on the same numbers, rounded once.
#include "core/base/random.h"
#include "core/kernels/input_stage.h"
#include "core/kernels/lrn.h"
#include "core/kernels/max_pool.h"
#include "tests/core/kernels/random_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace belfry {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<Bf16> rounded(const std::vector<float>& values) {
    std::vector<Bf16> out(values.size());
    roundToBf16({}, values.data(), out.data(), static_cast<std::int64_t>(values.size()));
    return out;
}

std::vector<float> widened(const std::vector<Bf16>& values) {
    std::vector<float> out;
    for (const Bf16 value : values)
        out.push_back(toFloat(value));
    return out;
}

std::vector<float> roundedFloats(std::vector<float> values) {
    roundToBf16({}, values.data(), values.data(), static_cast<std::int64_t>(values.size()));
    return values;
}

// Numbers that bf16 can hold.
std::vector<float> sample(std::size_t count, std::uint64_t seed) {
    return roundedFloats(test::randomNumbers(count, seed));
}

// The definition, in double: of the two neighbours the nearer one, of two equally near the one with an even last bit.
float nearest(float value) {
    int exponent = 0;
    const double fraction = std::frexp(static_cast<double>(value), &exponent); // 0.5 to 1, with 8 bits to keep
    return static_cast<float>(std::ldexp(std::nearbyint(fraction * 256), exponent - 8));
}

TEST(Bf16, RoundsToNearestEven) {
    const float step = 1.0f / 128; // of bf16 from 1 to 2
    EXPECT_THAT(roundedFloats({1 + step / 2, 1 + 1.5f * step, 1 + 0.51f * step, -1 - 0.49f * step}),
                testing::ElementsAre(1, 1 + 2 * step, 1 + step, -1));
    RandomStream random(7, Purpose::Sample);
    std::vector<float> values(100'000); // enough for several chunks
    for (float& value : values)
        value = static_cast<float>(random.normal() * std::pow(10.0, 20 * random.normal() / 3));
    const std::vector<float> found = roundedFloats(values), same = widened(rounded(values));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::abs(values[i]) < 1e-37f)
            continue; // subnormal numbers have fewer bits
        ASSERT_EQ(found[i], nearest(values[i])) << values[i];
        ASSERT_EQ(same[i], found[i]);
    }
}

TEST(Bf16, KeepsNaN) {
    const float largest = std::numeric_limits<float>::max(), nan = std::nanf("");
    EXPECT_THAT(roundedFloats({kInfinity, -kInfinity, largest, -0.0f}),
                testing::ElementsAre(kInfinity, -kInfinity, kInfinity, 0.0f)); // as IEEE rounds what is too large
    EXPECT_TRUE(std::signbit(roundedFloats({-0.0f})[0]));
    std::uint32_t bits = 0x7FFFFFFF; // of which adding would make -0
    float full;
    std::memcpy(&full, &bits, sizeof full);
    bits = 0x7F800001; // of which cutting would make infinity
    float small;
    std::memcpy(&small, &bits, sizeof small);
    for (const float value : {nan, full, small})
        EXPECT_TRUE(std::isnan(toFloat(rounded({value})[0])));
}

TEST(Bf16, IsConvertedDirectlyFromBytes) {
    std::vector<std::uint8_t> bytes(60 * 784);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(i * 11);
    const std::vector<std::int64_t> rows{59, 0, 7, 7};
    for (const std::int64_t* which : {rows.data(), static_cast<const std::int64_t*>(nullptr)}) {
        const std::int64_t count = which ? 4 : 60;
        std::vector<float> floats(static_cast<std::size_t>(count * 784));
        std::vector<Bf16> found(floats.size());
        normaliseImages({}, bytes.data(), which, count, 784, 1.0f / 255, -0.5f, floats.data());
        normaliseImages({}, bytes.data(), which, count, 784, 1.0f / 255, -0.5f, found.data());
        EXPECT_EQ(widened(found), roundedFloats(floats));
        const std::size_t first = which ? 59 * 784 : 0;
        EXPECT_FLOAT_EQ(floats[0], static_cast<float>(bytes[first]) / 255 - 0.5f);
    }
}

TEST(Bf16, DropsTheSameUnits) {
    const std::vector<std::int64_t> ids{4, 900, 17};
    std::vector<float> floats = sample(300, 1);
    std::vector<Bf16> found = rounded(floats);
    const std::uint32_t epoch = 3;
    dropout({}, floats.data(), ids.data(), 3, 100, 0.3f, {1, 2, &epoch});
    dropout({}, found.data(), ids.data(), 3, 100, 0.3f, {1, 2, &epoch});
    EXPECT_EQ(widened(found), roundedFloats(floats));
}

// 37 channels: whole vectors and single numbers.
TEST(Bf16, NormalisesOverChannelsLikeFloat) {
    for (const LrnWork work : {LrnWork{50, 37, 4, 1, 0.3f, 0.75f, true}, LrnWork{50, 37, 2, 2, 0.3f, 0.6f, false}}) {
        const std::vector<float> in = sample(50 * 37, 2), outGradient = sample(in.size(), 3);
        std::vector<float> out(in.size()), divisor(in.size()), inGradient(in.size()), sameDivisor(in.size());
        std::vector<Bf16> found(in.size()), foundGradient(in.size());
        lrnForward({}, work, in.data(), out.data(), divisor.data());
        lrnForward({}, work, rounded(in).data(), found.data(), sameDivisor.data());
        EXPECT_EQ(widened(found), roundedFloats(out));
        EXPECT_EQ(sameDivisor, divisor); // kept as floats
        lrnBackward({}, work, in.data(), divisor.data(), outGradient.data(), inGradient.data());
        lrnBackward({}, work, rounded(in).data(), divisor.data(), rounded(outGradient).data(), foundGradient.data());
        EXPECT_EQ(widened(foundGradient), roundedFloats(inGradient));
    }
}

// Windows that overlap add up to nine gradients, which a sum kept in bf16 would round nine times.
TEST(Bf16, PoolsLikeFloat) {
    const MaxPoolWork work{3, 37, 9, 7, 9, 7, 3, 1, 1, 1, true};
    const std::vector<float> in = sample(3 * 37 * 9 * 7, 4), outGradient = sample(in.size(), 5);
    std::vector<float> out(in.size()), inGradient(in.size());
    std::vector<Bf16> found(in.size()), foundGradient(in.size());
    std::vector<std::uint16_t> winner(in.size()), sameWinner(in.size());
    maxPoolForward({}, work, in.data(), out.data(), winner.data());
    maxPoolForward({}, work, rounded(in).data(), found.data(), sameWinner.data());
    EXPECT_EQ(widened(found), out);
    EXPECT_EQ(sameWinner, winner);
    maxPoolBackward({}, work, outGradient.data(), winner.data(), inGradient.data());
    maxPoolBackward({}, work, rounded(outGradient).data(), winner.data(), foundGradient.data());
    EXPECT_EQ(widened(foundGradient), roundedFloats(inGradient));
}

} // namespace
} // namespace belfry
