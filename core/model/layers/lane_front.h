// The front of a network on the CPU in lane layout: input stage and the first convolutions with few channels, each with
// bias, ReLU and 2x2 pool in one pass, sixteen images per vector (kernels/lanes). From uint8 images to rows and back.
#pragma once

#include "core/model/layers/front_blocks.h"
#include "core/model/network.h"

namespace belfry {

// The layers at the front that the lane kernels can take, or 0 layers when they would not win: pad, convolution with at
// most 16 channels in and 32 out (4 in and 64 out before a 2x2 pool), kernel 3 or 5, stride 1, ReLU or linear, then
// maybe a 2x2 pool; repeated.
struct LaneFrontPlan {
    std::vector<FrontBlock> blocks;
    std::size_t layers = 0; // of the blueprint that are covered
};
LaneFrontPlan planLaneFront(const Blueprint& blueprint);

// The flat fp32 vectors (gradient may be undefined: evaluation only), and the type of the output: rows of height x
// width x channels numbers, seen as an NCHW tensor in channels-last memory. Inside all is fp32, from the fp32 weights,
// in bf16 training too: with few channels these kernels wait for arithmetic, not for memory, and vectors of bf16 would
// have to be widened for every product.
struct LaneFrontVectors {
    at::Tensor weights, gradient;
    at::ScalarType output = at::kFloat;
};
std::unique_ptr<FrontOp> makeLaneFront(const Blueprint& blueprint, const LaneFrontPlan& plan,
                                       const LaneFrontVectors& vectors);

} // namespace belfry
