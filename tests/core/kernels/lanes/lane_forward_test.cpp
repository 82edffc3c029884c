#include "core/base/error.h"
#include "core/kernels/lanes/lane_convolution.h"
#include "tests/core/kernels/lanes/lanes_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace belfry::lanes::test {
namespace {

constexpr double kForwardTolerance = 1e-5; // of the largest output; sums of up to 800 products in single precision

// The pooled value, and that the arg-max names a position that holds it (near ties may fall either way).
void checkPooled(const Layer& layer, const Doubles& before, int lane, double& error) {
    const LaneConvolution& s = layer.shape;
    for (int i = 0; i < s.filters * s.outHeight() * s.outWidth(); ++i) {
        const int f = i / (s.outHeight() * s.outWidth()), y = i / s.outWidth() % s.outHeight(), x = i % s.outWidth();
        const auto at = [&](int winner) {
            const int row = f * s.convHeight() + 2 * y + winner / 2;
            return before[std::size_t(row * s.convWidth() + 2 * x + winner % 2)];
        };
        const double expected = std::max({at(0), at(1), at(2), at(3)});
        const std::size_t here = std::size_t(i) * kLanes + std::size_t(lane);
        ASSERT_LT(layer.argmax[here], 4);
        error = worse(error, std::abs(layer.out[here] - expected));
        if (!s.relu || expected > 0) { // below zero nothing depends on it
            error = worse(error, std::abs(at(layer.argmax[here]) - expected));
        }
    }
}

double forwardError(const Layer& layer) {
    double error = 0, magnitude = 0;
    for (int lane = 0; lane < layer.count; ++lane) {
        const Doubles before = convolveOne(layer, lane);
        for (std::size_t i = 0; i < before.size(); ++i) {
            magnitude = std::max(magnitude, std::abs(before[i]));
            if (!layer.shape.pool) {
                error = worse(error, std::abs(layer.out[i * kLanes + std::size_t(lane)] - before[i]));
            }
        }
        if (layer.shape.pool) {
            checkPooled(layer, before, lane, error);
        }
    }
    return error / std::max(magnitude, 1e-30);
}

TEST(LaneForward, agreesWithDoublePrecisionOnEveryInstructionSet) {
    double largest = 0;
    onEveryTarget([&] {
        for (const LaneConvolution& shape : testShapes()) {
            for (const int count : {kLanes, 5}) {
                SCOPED_TRACE(describe(shape));
                Layer layer = makeLayer(shape, count, 1);
                runForward(layer);
                const double error = forwardError(layer);
                EXPECT_LT(error, kForwardTolerance);
                largest = worse(largest, error);
            }
        }
    });
    std::printf("largest relative error of an output: %.2g\n", largest);
}

TEST(LaneForward, isBitwiseEqualWithoutArgmax) {
    onEveryTarget([] {
        Layer layer = makeLayer({3, 9, 11, 7, 5, 1, true, true}, kLanes, 2);
        runForward(layer);
        std::vector<float> packed(layer.shape.packedFloats()), scratch(layer.shape.scratchFloats());
        std::vector<float> out(layer.shape.outFloats());
        pack(layer.shape, layer.weights.data(), packed.data());
        forward(layer.shape, layer.in.data(), packed.data(), layer.bias.data(), out.data(), nullptr, scratch.data());
        EXPECT_EQ(out, layer.out);
    });
}

// ReLU by "max with zero" and a pool by "greater than" both turn NaN into a number: a broken run would look fine.
TEST(LaneForward, propagatesNaNFromAPixelToItsOutputs) {
    onEveryTarget([] {
        for (const LaneConvolution& shape : testShapes()) {
            for (int corner = 0; corner < 4; ++corner) { // a different place in the 2x2 each time
                SCOPED_TRACE(describe(shape));
                Layer layer = makeLayer(shape, kLanes, 3);
                const int y = std::min(shape.inHeight - 1, shape.inHeight / 2 + corner / 2);
                const int x = std::min(shape.inWidth - 1, shape.inWidth / 2 + corner % 2);
                layer.in[std::size_t((y * shape.inWidth + x) * kLanes + 9)] = std::numeric_limits<float>::quiet_NaN();
                runForward(layer);
                const int rows = shape.outHeight(), columns = shape.outWidth(), step = shape.pool ? 2 : 1;
                for (int i = 0; i < shape.filters * rows * columns; ++i) {
                    const int top = i / columns % rows * step - shape.padding;
                    const int left = i % columns * step - shape.padding;
                    const int reach = shape.kernel + step - 1;
                    const bool met = y >= top && y < top + reach && x >= left && x < left + reach;
                    EXPECT_EQ(std::isnan(layer.out[std::size_t(i * kLanes + 9)]), met);
                    EXPECT_FALSE(std::isnan(layer.out[std::size_t(i * kLanes + 8)]));
                }
            }
        }
    });
}

TEST(LaneForward, propagatesNaNFromAWeightOrBiasToItsFilter) {
    onEveryTarget([] {
        const LaneConvolution shape{6, 14, 14, 16, 5, 0, true, true};
        for (const bool inBias : {false, true}) {
            Layer layer = makeLayer(shape, kLanes, 4);
            (inBias ? layer.bias[3] : layer.weights[3 * 150 + 77]) = std::numeric_limits<float>::quiet_NaN();
            runForward(layer);
            const std::size_t filter = std::size_t(shape.outHeight() * shape.outWidth()) * kLanes;
            for (std::size_t i = 0; i < layer.out.size(); ++i) {
                EXPECT_EQ(std::isnan(layer.out[i]), i / filter == 3);
            }
        }
    });
}

TEST(LaneConvolution, refusesInvalidShapes) {
    const LaneConvolution good{1, 28, 28, 6, 5, 2, true, true};
    EXPECT_NO_THROW(check(good));
    const auto refused = [&](auto change, const char* name) {
        LaneConvolution shape = good;
        change(shape);
        try {
            check(shape);
            ADD_FAILURE() << "accepted: " << name;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
        }
    };
    refused([](auto& s) { s.inChannels = 0; }, "input channels");
    refused([](auto& s) { s.filters = -1; }, "filters");
    refused([](auto& s) { s.kernel = 0; }, "kernel");
    refused([](auto& s) { s.padding = 5; }, "padding");
    refused([](auto& s) { s.inWidth = 1 << 20; }, "width");
    refused([](auto& s) { s.inHeight = 1; }, "output's height");
    refused([](auto& s) { s.inHeight = s.inWidth = 4096, s.filters = 64; }, "values");
    refused([](auto& s) { s.inChannels = s.filters = 4096, s.inHeight = s.inWidth = 8; }, "weights");
}

} // namespace
} // namespace belfry::lanes::test
