// Products of panels on every instruction set at hand, against sums in double.
#include "core/kernels/panels.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <cmath>
#include <functional>
#include <vector>

namespace belfry {
namespace {

using test::Numbers;
using test::randomNumbers;

using NumberAt = std::function<float(std::int64_t row, std::int64_t k)>; // of the left operand

// out[row * stride + column] is the sum over `depth` of products with right[k][32], and what was there before.
void expectProducts(const Numbers& out, std::int64_t rows, std::int64_t columns, std::int64_t stride,
                    std::int64_t depth, const NumberAt& left, const Numbers& right, const Numbers& before = {}) {
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            const auto at = std::size_t(row * stride + column);
            double sum = before.empty() ? 0 : before[at];
            for (std::int64_t k = 0; k < depth; ++k)
                sum += double{left(row, k)} * right[std::size_t(k * kPanel + column)];
            ASSERT_NEAR(out[at], sum, 1e-4) << row << ", " << column;
        }
}

class Panels : public test::EverySet {};

TEST_P(Panels, AreMultiplied) {
    constexpr std::int64_t kRows = 24, kDepth = 320; // more than one stretch
    const Numbers left = randomNumbers(kRows * kDepth, 1), right = randomNumbers(kDepth * kPanel, 2);
    Numbers out(kRows * kPanel, 77.0F);
    multiplyPanel(kRows, kDepth, kPanel, leftInPanels(left.data(), kRows), right.data(), out.data());
    const NumberAt inPanels = [&](std::int64_t row, std::int64_t k) {
        return left[std::size_t((k / kPanel * kRows + row) * kPanel + k % kPanel)];
    };
    expectProducts(out, kRows, kPanel, kPanel, kDepth, inPanels, right);
}

TEST_P(Panels, AreMultipliedTransposedAndAdded) {
    constexpr std::int64_t kDepth = 264;
    const Numbers left = randomNumbers(kDepth * kPanel, 3), right = randomNumbers(kDepth * kPanel, 4);
    const Numbers before = randomNumbers(kPanel * kPanel, 5);
    Numbers out = before;
    addPanel(kPanel, kDepth, kPanel, leftTransposed(left.data()), right.data(), out.data());
    const NumberAt transposed = [&](std::int64_t row, std::int64_t k) { return left[std::size_t(k * kPanel + row)]; };
    expectProducts(out, kPanel, kPanel, kPanel, kDepth, transposed, right, before);
}

// Rows and columns of others, whose number is no multiple of anything; results between other numbers, which stay.
TEST_P(Panels, TakeOperandsAsTheyAreStored) {
    constexpr std::int64_t kRows = 11, kDepth = 300, kStride = 37;
    const Numbers left = randomNumbers(kRows * kDepth, 1), right = randomNumbers(kDepth * kPanel, 2);
    for (const bool transposed : {false, true})
        for (const int columns : {kPanel, kHalfPanel}) {
            SCOPED_TRACE(testing::Message() << columns << " columns" << (transposed ? ", transposed" : ""));
            const std::int64_t row = transposed ? 1 : kDepth, step = transposed ? kRows : 1;
            Numbers out(kRows * kStride, 77.0F);
            multiplyPanel(kRows, kDepth, columns, {left.data(), row, step, kPanel * step}, right.data(), out.data(),
                          kStride);
            const NumberAt stored = [&](std::int64_t r, std::int64_t k) {
                return left[std::size_t(r * row + k * step)];
            };
            expectProducts(out, kRows, columns, kStride, kDepth, stored, right);
            for (std::int64_t r = 0; r < kRows; ++r)
                for (std::int64_t i = r * kStride + columns; i < (r + 1) * kStride; ++i)
                    ASSERT_EQ(out[std::size_t(i)], 77.0F) << i;
        }
}

TEST_P(Panels, PropagateNaN) {
    constexpr std::int64_t kRows = 8;
    for (const bool left : {true, false}) {
        Numbers numbers(kRows * kPanel, 1.0F), others(kPanel * kPanel, 1.0F), out(kRows * kPanel);
        (left ? numbers : others)[5] = std::nanf("");
        multiplyPanel(kRows, kPanel, kPanel, leftInPanels(numbers.data(), kRows), others.data(), out.data());
        EXPECT_TRUE(std::isnan(out[5])) << left;
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, Panels, test::everySet(), test::setName);

} // namespace
} // namespace belfry
