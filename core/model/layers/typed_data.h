// From tensors to the typed pointers of kernels. Internal (ATen).
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

} // namespace belfry
