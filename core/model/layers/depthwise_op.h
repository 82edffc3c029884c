// Depthwise convolutions by kernels/depthwise.h, on the CPU. Internal (ATen).
#pragma once

#include "core/model/layers/layer_ops.h"

namespace belfry {

// parameters: fp32.
std::unique_ptr<LayerOp> makeDepthwiseOp(const BlueprintLayer& layer, bool wantsInputGradient,
                                         ParameterViews parameters);

} // namespace belfry
