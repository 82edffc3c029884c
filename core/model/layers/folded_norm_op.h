// Batch norms in evaluation, where their averages are fixed: as weights and biases of the convolution before. Internal
// (ATen).
#pragma once

#include "core/model/layers/layer_ops.h"

#include <functional>

namespace belfry {

// The batch norm that the next convolution takes in, with its layer; null: none. Only networks without gradients do,
// with fp32 products.
const BlueprintLayer* foldableNorm(const Lowering& lowering, const BlueprintLayer& convolution);

// makes: the op of a layer that has a bias, with its parameters. The norm's activation becomes the layer's.
using MakeConvolution = std::function<std::unique_ptr<LayerOp>(const BlueprintLayer& layer, ParameterViews parameters)>;
std::unique_ptr<LayerOp> makeFoldedNormOp(const Lowering& lowering, const BlueprintLayer& convolution,
                                          const BlueprintLayer& norm, const MakeConvolution& makes);

} // namespace belfry
