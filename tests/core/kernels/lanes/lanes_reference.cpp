#include "tests/core/kernels/lanes/lanes_reference.h"

#include "core/base/random.h"
#include "core/kernels/lanes/targets.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>

namespace belfry::lanes::test {
namespace {

std::vector<float> numbers(std::size_t count, RandomStream& stream) {
    std::vector<float> values(count);
    std::generate(values.begin(), values.end(), [&] { return float(2 * stream.uniform() - 1); });
    return values;
}

void clearUnused(std::vector<float>& lanes, int count) {
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (int(i % kLanes) >= count) {
            lanes[i] = 0;
        }
    }
}

std::vector<float> packed(const Layer& layer) {
    std::vector<float> result(layer.shape.packedFloats(), NAN); // what lies there must not matter
    pack(layer.shape, layer.weights.data(), result.data());
    return result;
}

// One tap of one image: which input meets which output of the convolution; input < 0 in the padding.
struct Tap {
    std::size_t weight, out;
    int input;
};

void forEachTap(const LaneConvolution& s, const std::function<void(const Tap&)>& visit) {
    const int rows = s.convHeight(), columns = s.convWidth(), k = s.kernel;
    for (int i = 0; i < s.filters * rows * columns * k * k * s.inChannels; ++i) {
        const int c = i % s.inChannels, kx = i / s.inChannels % k, ky = i / s.inChannels / k % k;
        const int out = i / s.inChannels / k / k, f = out / (rows * columns);
        const int y = out / columns % rows + ky - s.padding, x = out % columns + kx - s.padding;
        const bool inside = y >= 0 && y < s.inHeight && x >= 0 && x < s.inWidth;
        visit({std::size_t(((f * k + ky) * k + kx) * s.inChannels + c), std::size_t(out),
               inside ? (c * s.inHeight + y) * s.inWidth + x : -1});
    }
}

// The gradient at the convolution's output, [filters][convHeight][convWidth] of one image.
Doubles gradientBehindPool(const Layer& layer, int lane) {
    const LaneConvolution& s = layer.shape;
    Doubles gradient(std::size_t(s.filters * s.convHeight() * s.convWidth()));
    for (int i = 0; i < s.filters * s.outHeight() * s.outWidth(); ++i) {
        const std::size_t at = std::size_t(i) * kLanes + std::size_t(lane);
        const int f = i / (s.outHeight() * s.outWidth());
        int y = i / s.outWidth() % s.outHeight(), x = i % s.outWidth();
        if (s.pool) {
            y = 2 * y + layer.argmax[at] / 2;
            x = 2 * x + layer.argmax[at] % 2;
        }
        const bool passes = !s.relu || layer.out[at] > 0;
        gradient[std::size_t((f * s.convHeight() + y) * s.convWidth() + x)] = passes ? double{layer.gradOut[at]} : 0;
    }
    return gradient;
}

} // namespace

Layer makeLayer(const LaneConvolution& shape, int count, std::uint64_t seed) {
    RandomStream stream(seed, Purpose::Sample);
    Layer layer;
    layer.shape = shape;
    layer.count = count;
    layer.in = numbers(shape.inFloats(), stream);
    layer.weights = numbers(shape.weights(), stream);
    layer.bias = numbers(std::size_t(shape.filters), stream);
    layer.gradOut = numbers(shape.outFloats(), stream);
    clearUnused(layer.in, count);
    clearUnused(layer.gradOut, count);
    return layer;
}

void runForward(Layer& layer) {
    const LaneConvolution& shape = layer.shape;
    layer.out.assign(shape.outFloats(), -7);
    layer.argmax.assign(shape.argmaxBytes(), 77);
    std::vector<float> scratch(shape.scratchFloats(), NAN); // what lies there must not matter
    forward(shape, layer.in.data(), packed(layer).data(), layer.bias.data(), layer.out.data(),
            shape.pool ? layer.argmax.data() : nullptr, scratch.data());
}

void runBackward(Layer& layer, bool wantsInput) {
    const LaneConvolution& shape = layer.shape;
    const std::vector<float> weights = packed(layer);
    std::vector<float> scratch(shape.scratchFloats(), NAN);
    layer.laned.assign(shape.lanedFloats(), 0);
    layer.gradIn.assign(shape.inFloats(), NAN);
    LaneBackward pass;
    pass.in = layer.in.data();
    pass.packed = weights.data();
    pass.out = layer.out.data();
    pass.argmax = layer.argmax.data();
    pass.gradOut = layer.gradOut.data();
    pass.laned = layer.laned.data();
    pass.gradIn = wantsInput ? layer.gradIn.data() : nullptr;
    pass.scratch = scratch.data();
    backward(shape, pass);
    layer.gradWeights.assign(shape.weights(), 0);
    layer.gradBias.assign(std::size_t(shape.filters), 0);
    foldGradient(shape, layer.laned.data(), layer.gradWeights.data(), layer.gradBias.data());
}

Doubles convolveOne(const Layer& layer, int lane) {
    const LaneConvolution& s = layer.shape;
    const std::size_t plane = std::size_t(s.convHeight() * s.convWidth());
    Doubles out(std::size_t(s.filters) * plane);
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = layer.bias[i / plane];
    }
    forEachTap(s, [&](const Tap& tap) {
        if (tap.input >= 0) {
            out[tap.out] += double{layer.weights[tap.weight]} * layer.in[std::size_t(tap.input * kLanes + lane)];
        }
    });
    for (double& value : out) {
        value = s.relu && value < 0 ? 0 : value;
    }
    return out;
}

Gradients backwardReference(const Layer& layer) {
    const LaneConvolution& s = layer.shape;
    const std::size_t plane = std::size_t(s.convHeight() * s.convWidth());
    Gradients sums{Doubles(s.inFloats()), Doubles(s.weights()), Doubles(std::size_t(s.filters))};
    for (int lane = 0; lane < kLanes; ++lane) {
        const Doubles gradient = gradientBehindPool(layer, lane);
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            sums.bias[i / plane] += gradient[i];
        }
        forEachTap(s, [&](const Tap& tap) {
            if (tap.input >= 0) {
                const std::size_t at = std::size_t(tap.input * kLanes + lane);
                sums.weights[tap.weight] += gradient[tap.out] * layer.in[at];
                sums.in[at] += gradient[tap.out] * layer.weights[tap.weight];
            }
        });
    }
    return sums;
}

double worse(double left, double right) { return std::isnan(left) || left > right ? left : right; }

double worst(const std::vector<float>& found, const Doubles& expected) {
    EXPECT_EQ(found.size(), expected.size());
    double difference = 0, magnitude = 1e-30;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference = worse(difference, std::abs(found[i] - expected[i]));
        magnitude = std::max(magnitude, std::abs(expected[i]));
    }
    return difference / magnitude;
}

std::vector<LaneConvolution> testShapes() {
    return {
        {1, 28, 28, 6, 5, 2, true, true},  // LeNet's first
        {6, 14, 14, 16, 5, 0, true, true}, // LeNet's second
        {3, 9, 11, 7, 5, 1, true, true},   // odd rows and columns are dropped by the pool
        {2, 8, 7, 5, 3, 1, true, true},    // 3x3, the other size with gradients by selection
        {4, 10, 8, 13, 3, 0, false, true}, // pool without ReLU
        {3, 7, 9, 9, 3, 1, true, false},   // no pool: blocks of four columns and their remainder
        {2, 6, 5, 4, 5, 4, false, false},  // as much padding as can be
        {5, 6, 6, 3, 1, 0, true, true},    // 1x1
        {2, 9, 9, 3, 2, 0, true, true},    // even kernel
        {1, 12, 10, 2, 7, 3, true, false}, // more taps than one pass of the weight gradient holds
        {16, 6, 6, 32, 3, 1, true, true},  // the widest layer this is meant for
        {1, 5, 5, 1, 5, 0, true, false},   // a single output
        {1, 3, 3, 1, 2, 0, false, true},   // a single pooled output
    };
}

std::string describe(const LaneConvolution& s) {
    return std::to_string(s.inChannels) + "x" + std::to_string(s.inHeight) + "x" + std::to_string(s.inWidth) + " -> " +
           std::to_string(s.filters) + ", kernel " + std::to_string(s.kernel) + ", padding " +
           std::to_string(s.padding) + (s.relu ? ", relu" : "") + (s.pool ? ", pool" : "");
}

void onEveryTarget(const std::function<void()>& body) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        body();
        hwy::SetSupportedTargetsForTest(0);
    }
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

} // namespace belfry::lanes::test
