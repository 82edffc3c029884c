// For own kernels that work on whole pixels. Internal (ATen).
#pragma once

#include <ATen/ATen.h>

namespace belfry {

// Pictures as rows of pixels: N x C x H x W (or N x C) as a contiguous N x H x W x C (N x C) tensor, no copy when the
// memory is channels-last already; and back.
at::Tensor pixelRows(const at::Tensor& values);
at::Tensor fromPixelRows(const at::Tensor& rows);

} // namespace belfry
