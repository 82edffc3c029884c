// Products of panels on every instruction set at hand, against sums in double.
#include "core/kernels/panels.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <cmath>
#include <vector>

namespace belfry {
namespace {

using test::asType;
using test::Numbers;
using test::randomNumbers;

// Panels of a matrix in rows, as the right operand of T wants them.
template <typename T>
std::vector<T> asRight(std::int64_t rows, std::vector<T> panel) {
    if constexpr (!std::is_same_v<T, float>)
        pairRows(rows, panel.data());
    return panel;
}

class Panels : public test::EverySet {
protected:
    template <typename T>
    static void multiplies() {
        constexpr std::int64_t kRows = 24, kDepth = 320; // more than one stretch of each kernel
        const auto left = asType<T>(randomNumbers(kRows * kDepth, 1)),
                   right = asType<T>(randomNumbers(kDepth * kPanel, 2));
        Numbers out(kRows * kPanel, 77.0F);
        multiplyPanel(kRows, kDepth, kPanel, left.data(), asRight<T>(kDepth, right).data(), out.data());
        for (std::int64_t row = 0; row < kRows; ++row)
            for (std::int64_t column = 0; column < kPanel; ++column) {
                double sum = 0;
                for (std::int64_t k = 0; k < kDepth; ++k)
                    sum += double{toFloat(left[std::size_t((k / kPanel * kRows + row) * kPanel + k % kPanel)])} *
                           toFloat(right[std::size_t(k * kPanel + column)]);
                ASSERT_NEAR(out[std::size_t(row * kPanel + column)], sum, 1e-4) << row << ", " << column;
            }
    }

    template <typename T>
    static void addsTransposed() {
        constexpr std::int64_t kDepth = 264;
        const auto left = asType<T>(randomNumbers(kDepth * kPanel, 3)),
                   right = asType<T>(randomNumbers(kDepth * kPanel, 4));
        const Numbers before = randomNumbers(kPanel * kPanel, 5);
        Numbers out = before;
        addTransposedPanel(kDepth, kPanel, kPanel, asRight<T>(kDepth, left).data(), asRight<T>(kDepth, right).data(),
                           out.data());
        for (std::int64_t row = 0; row < kPanel; ++row)
            for (std::int64_t column = 0; column < kPanel; ++column) {
                double sum = before[std::size_t(row * kPanel + column)];
                for (std::int64_t k = 0; k < kDepth; ++k)
                    sum += double{toFloat(left[std::size_t(k * kPanel + row)])} *
                           toFloat(right[std::size_t(k * kPanel + column)]);
                ASSERT_NEAR(out[std::size_t(row * kPanel + column)], sum, 1e-4) << row << ", " << column;
            }
    }
};

TEST_P(Panels, AreMultiplied) {
    multiplies<float>();
    multiplies<Bf16>();
}

TEST_P(Panels, AreMultipliedTransposedAndAdded) {
    addsTransposed<float>();
    addsTransposed<Bf16>();
}

TEST_P(Panels, AreStoredInPairs) {
    constexpr std::int64_t kRows = 6;
    std::vector<Bf16> panel(kRows * kPanel);
    for (std::size_t i = 0; i < panel.size(); ++i)
        panel[i].bits = static_cast<std::uint16_t>(i);
    pairRows(kRows, panel.data());
    for (std::int64_t row = 0; row < kRows; ++row)
        for (std::int64_t column = 0; column < kPanel; ++column)
            EXPECT_EQ(panel[std::size_t(((row / 2) * kPanel + column) * 2 + row % 2)].bits, row * kPanel + column);
}

TEST_P(Panels, PropagateNaN) {
    constexpr std::int64_t kRows = 8;
    for (const bool left : {true, false}) {
        Numbers numbers(kRows * kPanel, 1.0F), others(kPanel * kPanel, 1.0F), out(kRows * kPanel);
        (left ? numbers : others)[5] = std::nanf("");
        const auto a = asType<Bf16>(numbers);
        multiplyPanel(kRows, kPanel, kPanel, a.data(), asRight<Bf16>(kPanel, asType<Bf16>(others)).data(), out.data());
        EXPECT_TRUE(std::isnan(out[5])) << left;
        multiplyPanel(kRows, kPanel, kPanel, numbers.data(), others.data(), out.data());
        EXPECT_TRUE(std::isnan(out[5])) << left;
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, Panels, test::everySet(), test::setName);

} // namespace
} // namespace belfry
