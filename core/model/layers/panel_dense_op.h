// Dense layers on the CPU by own kernels (kernels/dense.h). Internal (ATen).
#pragma once

#include "core/model/layers/layer_ops.h"

namespace belfry {

// The dropout layer that follows, whose work is done on the way.
struct FoldedDropout {
    float fraction = 0;       // 0: none
    std::uint32_t number = 0; // of the layer in the network
};

// A layer whose outputs go through ReLU, as x > 0 tells there which of them were dropped.
inline bool takesDropout(const DenseLayer& spec) { return spec.activation == Activation::Relu; }

// parameters: of the fp32 vectors. Outputs have the type of the inputs.
std::unique_ptr<LayerOp> makePanelDenseOp(const BlueprintLayer& layer, const FoldedDropout& dropout,
                                          bool wantsInputGradient, ParameterViews parameters);

} // namespace belfry
