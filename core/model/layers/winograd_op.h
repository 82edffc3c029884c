// 3x3 and 5x5 convolutions on the CPU by Winograd's algorithm (kernels/winograd.h): up to two and a half times as fast
// as ATen's where matrix products take most of the time. Internal (ATen).
#pragma once

#include "core/model/layers/layer_ops.h"

namespace belfry {

// Whether it is faster for this layer: enough channels for the products to outweigh the transforms. Not measured where
// processors multiply bf16 matrices (AMX), so that their convolutions are left to ATen.
bool winogradPays(const BlueprintLayer& layer, at::Device device, at::ScalarType activations);

// Convolution + bias + activation, as the op on ATen, but with weights of floats in either precision. Batches may
// be empty.
std::unique_ptr<LayerOp> makeWinogradOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                        ParameterViews parameters);

} // namespace belfry
