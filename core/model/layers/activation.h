// Activations in place, and their derivative from their own output (so the input need not be kept).
#pragma once

#include "core/model/architecture.h"

#include <ATen/ATen.h>

namespace belfry {

void applyActivation(at::Tensor& values, Activation activation);
// Returns gradient * f'(x), computed from output = f(x).
at::Tensor activationGradient(const at::Tensor& gradient, const at::Tensor& output, Activation activation);

} // namespace belfry
