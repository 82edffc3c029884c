// Batch normalisation + activation. Internal (ATen).
#pragma once

#include "core/model/network.h"

namespace belfry {

// In the gradient, the places of the running averages get the batch's own mean and variance.
std::unique_ptr<LayerOp> makeBatchNormOp(const Blueprint& blueprint, const BlueprintLayer& layer,
                                         const at::Tensor& weights, const at::Tensor& gradient);

} // namespace belfry
