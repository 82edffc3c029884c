// Depthwise convolutions and their gradients on every instruction set at hand, against sums in double.
#include "core/kernels/depthwise.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <vector>

namespace belfry {
namespace {

using test::asType;
using test::expectNear;
using test::Numbers;
using test::randomNumbers;

// Channels that fill no vector; pictures wider than what is computed together, and smaller than the filter; strides,
// also wider than the filter; zeros on all sides, not as many everywhere.
std::vector<DepthwiseWork> depthwiseWorks() {
    const DepthwiseWork plain{.images = 3,
                              .channels = 19,
                              .kernel = 3,
                              .inHeight = 5,
                              .inWidth = 13,
                              .outHeight = 6,
                              .outWidth = 12,
                              .above = 2,
                              .left = 1};
    DepthwiseWork wide = plain, strided = plain, leaving = plain, dilated = plain, tiny = plain;
    wide.kernel = 5, wide.outHeight = 4, wide.outWidth = 10;
    strided.stride = 2, strided.outHeight = 3, strided.outWidth = 6;
    leaving.kernel = 2, leaving.stride = 3, leaving.outHeight = 2, leaving.outWidth = 4, leaving.above = 0;
    dilated.dilation = 2, dilated.outHeight = 4, dilated.outWidth = 10;
    tiny.kernel = 7, tiny.inHeight = tiny.inWidth = 2, tiny.outHeight = tiny.outWidth = 2;
    tiny.above = tiny.left = 3, tiny.channels = 32;
    return {plain, wide, strided, leaving, dilated, tiny};
}

// Calls use(input pixel, output pixel, filter's number, channel's number in both) for every product of a convolution.
template <typename Use>
void overProducts(const DepthwiseWork& w, const Use& use) {
    for (std::int64_t image = 0; image < w.images; ++image)
        for (int y = 0; y < w.outHeight; ++y)
            for (int x = 0; x < w.outWidth; ++x)
                for (int tap = 0; tap < w.kernel * w.kernel; ++tap) {
                    const int row = y * w.stride + tap / w.kernel * w.dilation - w.above;
                    const int column = x * w.stride + tap % w.kernel * w.dilation - w.left;
                    if (row < 0 || row >= w.inHeight || column < 0 || column >= w.inWidth)
                        continue;
                    for (int c = 0; c < w.channels; ++c)
                        use(std::size_t(((image * w.inHeight + row) * w.inWidth + column) * w.channels + c),
                            std::size_t(((image * w.outHeight + y) * w.outWidth + x) * w.channels + c),
                            std::size_t(c * w.kernel * w.kernel + tap));
                }
}

class Depthwise : public test::EverySet {
protected:
    // Results are written over other numbers.
    template <typename T>
    static void agrees(const DepthwiseWork& w, double error) {
        const std::size_t ins = std::size_t(w.inNumbers()), outs = std::size_t(w.outNumbers());
        const Numbers filters = randomNumbers(std::size_t(w.channels * w.kernel * w.kernel), 1);
        const Numbers bias = randomNumbers(std::size_t(w.channels), 2);
        const auto in = asType<T>(randomNumbers(ins, 3)), gradient = asType<T>(randomNumbers(outs, 4));
        std::vector<double> out(outs), inGradient(ins), filterGradient(filters.size());
        for (std::size_t i = 0; i < outs; ++i)
            out[i] = bias[i % bias.size()];
        overProducts(w, [&](std::size_t of, std::size_t to, std::size_t filter) {
            out[to] += double{toFloat(in[of])} * filters[filter];
            inGradient[of] += double{toFloat(gradient[to])} * filters[filter];
            filterGradient[filter] += double{toFloat(in[of])} * toFloat(gradient[to]);
        });
        auto result = asType<T>(Numbers(outs, 77.0F)), ofInput = asType<T>(Numbers(ins, 77.0F));
        Numbers ofFilters(filters.size(), 77.0F);
        depthwise(w, in.data(), filters.data(), bias.data(), result.data());
        depthwiseInputGradient(w, gradient.data(), filters.data(), ofInput.data());
        depthwiseFilterGradient(w, in.data(), gradient.data(), ofFilters.data());
        expectNear(result, out, error);
        expectNear(ofInput, inGradient, error);
        expectNear(ofFilters, filterGradient, 1e-5);
    }
};

TEST_P(Depthwise, AgreesWithItsDefinition) {
    for (const DepthwiseWork& w : depthwiseWorks()) {
        SCOPED_TRACE(testing::Message() << "kernel " << w.kernel << " stride " << w.stride);
        agrees<float>(w, 2e-6);
        agrees<Bf16>(w, 5e-3);
    }
}

TEST_P(Depthwise, NeedsNoBias) {
    const DepthwiseWork w = depthwiseWorks().front();
    const Numbers filters = randomNumbers(std::size_t(w.channels * 9), 1), none(std::size_t(w.channels), 0.0F);
    const Numbers in = randomNumbers(std::size_t(w.inNumbers()), 3);
    Numbers with(std::size_t(w.outNumbers())), without(with);
    depthwise(w, in.data(), filters.data(), none.data(), with.data());
    depthwise<float>(w, in.data(), filters.data(), nullptr, without.data());
    EXPECT_EQ(with, without);
}

INSTANTIATE_TEST_SUITE_P(Sets, Depthwise, test::everySet(), test::setName);

} // namespace
} // namespace belfry
