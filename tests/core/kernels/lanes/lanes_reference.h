// The same layer in double precision, one image at a time, written to be checked by eye; and a layer filled with
// numbers.
#pragma once

#include "core/kernels/lanes/lane_convolution.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace belfry::lanes::test {

using Doubles = std::vector<double>;

// Buffers are std::vectors: not aligned to 64 bytes, which must work too.
struct Layer {
    LaneConvolution shape;
    int count = kLanes; // images present
    std::vector<float> in, weights, bias, gradOut;
    std::vector<float> out, gradIn, laned, gradWeights, gradBias;
    std::vector<std::uint8_t> argmax;
};

Layer makeLayer(const LaneConvolution& shape, int count, std::uint64_t seed);

// pack, forward, backward and fold through the kernels.
void runForward(Layer& layer);
void runBackward(Layer& layer, bool wantsInput = true);

// Convolution, bias and ReLU before the pool, [filters][convHeight][convWidth] of one image.
Doubles convolveOne(const Layer& layer, int lane);

struct Gradients {
    Doubles in, weights, bias;
};
// Uses the layer's own arg-max, which the forward test checks by itself (near ties may fall either way).
Gradients backwardReference(const Layer& layer);

// The larger error; NaN is the largest of all.
double worse(double left, double right);

// Largest difference, relative to the largest magnitude of the reference.
double worst(const std::vector<float>& found, const Doubles& expected);

// Shapes that between them reach every block size, odd remainder and fallback.
std::vector<LaneConvolution> testShapes();
std::string describe(const LaneConvolution& shape);

// Runs the body once for every instruction set this processor has.
void onEveryTarget(const std::function<void()>& body);

} // namespace belfry::lanes::test
