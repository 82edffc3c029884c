// Layers with own kernels that work on whole pixels: max pooling and local response normalisation. Internal (ATen).
#pragma once

#include "core/model/network.h"

namespace belfry {

// relu: the ReLU of the layer before is applied here, to fewer numbers or in the same pass.
std::unique_ptr<LayerOp> makeMaxPoolOp(const BlueprintLayer& layer, bool relu);
std::unique_ptr<LayerOp> makeLrnOp(const BlueprintLayer& layer, bool relu);

// Pictures as rows of pixels: N x C x H x W (or N x C) as a contiguous N x H x W x C (N x C) tensor, no copy when the
// memory is channels-last already; and back.
at::Tensor pixelRows(const at::Tensor& values);
at::Tensor fromPixelRows(const at::Tensor& rows);

} // namespace belfry
