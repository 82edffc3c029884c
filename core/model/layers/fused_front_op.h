// The front of a network on CUDA in one kernel each way: input stage and one or two convolutions of few channels, each
// with bias, ReLU and 2x2 pool, one image per thread block (kernels/fused). From uint8 images to rows and back.
#pragma once

#include "core/kernels/fused/fused_front.h"
#include "core/model/layers/front_blocks.h"
#include "core/model/network.h"

#include <vector>

namespace belfry {

// The layers at the front that the fused kernels can take: what front_blocks.h describes, each with a pool, once or
// twice, as far as it fits into shared memory. 0 layers: none.
struct FusedFrontPlan {
    fused::Front front{};
    std::vector<FrontBlock> blocks;
    std::size_t layers = 0; // of the blueprint that are covered
};
FusedFrontPlan planFusedFront(const Blueprint& blueprint);

// The flat fp32 vectors (gradient may be undefined: evaluation only), and the type of the output: rows of height x
// width x channels numbers, seen as an NCHW tensor in channels-last memory. Inside all is fp32, from the fp32 weights,
// whatever the precision. plan.layers > 0.
std::unique_ptr<FrontOp> makeFusedFront(const Blueprint& blueprint, const FusedFrontPlan& plan,
                                        const at::Tensor& weights, const at::Tensor& gradient, at::ScalarType output);

} // namespace belfry
