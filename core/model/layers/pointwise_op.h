// Convolutions of 1x1 as products of matrices, pixels x channels, on the CPU: the library's convolutions would copy
// weights and pictures into another order first. Internal (ATen).
#pragma once

#include "core/model/layers/layer_ops.h"

namespace belfry {

// Whether the convolution layer is one.
bool isPointwise(const ConvolutionLayer& spec);
std::unique_ptr<LayerOp> makePointwiseOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                         ParameterViews parameters);

} // namespace belfry
