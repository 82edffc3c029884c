// The dense layers at the end of a network on CUDA, with their biases and ReLUs, as one chain of own kernels
// (kernels/fused/dense_chain.h). From rows, or pictures in channels-last memory, to logits and back.
#pragma once

#include "core/kernels/fused/dense_chain.h"
#include "core/model/network.h"

namespace belfry {

// The last two or three layers, all dense, none before layer `least`. 0 chain.layers: none; then `first` is beyond the
// last layer.
struct DenseChainPlan {
    fused::DenseChain chain{};
    std::size_t first = 0;
};
DenseChainPlan planDenseChain(const Blueprint& blueprint, std::size_t least);

// The flat fp32 vectors (gradient may be undefined: evaluation only). All is fp32; tf32 too. The gradient of the input
// is always made: a front with parameters is below. plan.chain.layers > 0.
std::unique_ptr<LayerOp> makeDenseChain(const Blueprint& blueprint, const DenseChainPlan& plan,
                                        const at::Tensor& weights, const at::Tensor& gradient);

} // namespace belfry
