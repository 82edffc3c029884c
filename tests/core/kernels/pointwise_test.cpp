// Convolutions of 1x1 and their gradients on every instruction set at hand, against sums in double.
#include "core/kernels/pointwise.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <vector>

namespace belfry {
namespace {

using test::Numbers;
using test::randomNumbers;

// Channels that fill no vector, half a panel, panels; pixels that fill no block and are several parts.
std::vector<PointwiseWork> pointwiseWorks() {
    return {{.pixels = 3, .inChannels = 5, .outChannels = 3},
            {.pixels = 2500, .inChannels = 24, .outChannels = 16},
            {.pixels = 2501, .inChannels = 16, .outChannels = 40},
            {.pixels = 133, .inChannels = 300, .outChannels = 96},
            {.pixels = 0, .inChannels = 4, .outChannels = 8}};
}

// result[i][j] = sum over k of left(i, k) right(k, j), + bias[j] where there is one.
template <typename Left, typename Right>
void expectProduct(const Numbers& result, std::int64_t rows, std::int64_t depth, std::int64_t columns, const Left& left,
                   const Right& right, const Numbers& bias = {}) {
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) {
            double sum = bias.empty() ? 0 : bias[std::size_t(j)];
            for (std::int64_t k = 0; k < depth; ++k)
                sum += double{left(i, k)} * right(k, j);
            ASSERT_NEAR(result[std::size_t(i * columns + j)], sum, 1e-6 * double(depth + 10)) << i << ", " << j;
        }
}

class Pointwise : public test::EverySet {};

TEST_P(Pointwise, IsTheProductOfMatrices) {
    for (const PointwiseWork& w : pointwiseWorks()) {
        SCOPED_TRACE(w.pixels);
        const auto pixels = std::size_t(w.pixels), in = std::size_t(w.inChannels), out = std::size_t(w.outChannels);
        const Numbers input = randomNumbers(pixels * in, 1), weights = randomNumbers(in * out, 2),
                      bias = randomNumbers(out, 3), gradient = randomNumbers(pixels * out, 4);
        const auto ofInput = [&](std::int64_t i, std::int64_t k) {
            return input[std::size_t(i) * in + std::size_t(k)];
        };
        const auto ofWeights = [&](std::int64_t i, std::int64_t k) {
            return weights[std::size_t(i) * in + std::size_t(k)];
        };
        const auto ofGradient = [&](std::int64_t i, std::int64_t k) {
            return gradient[std::size_t(i) * out + std::size_t(k)];
        };
        Numbers output(pixels * out + 1, 77.0F), inGradient(pixels * in + 1, 77.0F), found(in * out, 77.0F);
        pointwise(w, input.data(), weights.data(), bias.data(), output.data());
        expectProduct(
            output, w.pixels, w.inChannels, w.outChannels, ofInput,
            [&](std::int64_t k, std::int64_t j) { return ofWeights(j, k); }, bias);
        pointwise(w, input.data(), weights.data(), nullptr, output.data());
        expectProduct(output, w.pixels, w.inChannels, w.outChannels, ofInput,
                      [&](std::int64_t k, std::int64_t j) { return ofWeights(j, k); });
        pointwiseInputGradient(w, gradient.data(), weights.data(), inGradient.data());
        expectProduct(inGradient, w.pixels, w.outChannels, w.inChannels, ofGradient, ofWeights);
        pointwiseWeightGradient(w, input.data(), gradient.data(), found.data());
        expectProduct(
            found, w.outChannels, w.pixels, w.inChannels,
            [&](std::int64_t i, std::int64_t k) { return ofGradient(k, i); }, ofInput);
        EXPECT_EQ(output.back(), 77.0F); // nothing beyond the last pixel
        EXPECT_EQ(inGradient.back(), 77.0F);
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, Pointwise, test::everySet(), test::setName);

} // namespace
} // namespace belfry
