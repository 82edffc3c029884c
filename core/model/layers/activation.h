// Activations and their derivatives on tensors. Internal (ATen).
#pragma once

#include "core/model/architecture.h"

#include <ATen/ATen.h>

namespace belfry {

struct Activated {
    at::Tensor output;
    at::Tensor kept; // for activationGradient(): the output itself where that is enough, so that no input is kept
};

// f(values), of `type`. `values` may be overwritten.
Activated activate(at::Tensor values, Activation activation, at::ScalarType type);
// Returns gradient * f'(values).
at::Tensor activationGradient(const at::Tensor& gradient, const at::Tensor& kept, Activation activation);

} // namespace belfry
