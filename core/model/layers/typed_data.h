// From tensors to the typed pointers and the rows of pixels that kernels work on. Internal (ATen).
#pragma once

#include "core/kernels/bf16.h"

#include <ATen/ATen.h>

namespace belfry {

template <typename T>
T* numbers(const at::Tensor& tensor) {
    return static_cast<T*>(tensor.data_ptr());
}

// Calls body<T>() for the type of the tensor's numbers: float or Bf16.
template <typename Body>
void withNumbersOf(const at::Tensor& tensor, const Body& body) {
    if (tensor.scalar_type() == at::kBFloat16)
        body.template operator()<Bf16>();
    else
        body.template operator()<float>();
}

// Pictures as rows of pixels: N x C x H x W (or N x C) as a contiguous N x H x W x C (N x C) tensor, no copy when the
// memory is channels-last already; and back.
inline at::Tensor pixelRows(const at::Tensor& values) {
    return values.dim() == 4 ? values.permute({0, 2, 3, 1}).contiguous() : values.contiguous();
}
inline at::Tensor fromPixelRows(const at::Tensor& rows) { return rows.dim() == 4 ? rows.permute({0, 3, 1, 2}) : rows; }

} // namespace belfry
