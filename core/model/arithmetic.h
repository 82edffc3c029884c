// The number types of one network on one device. Internal to the engine (ATen).
#pragma once

#include "core/model/precision.h"

#include <ATen/ATen.h>

namespace belfry {

struct Arithmetic {
    at::ScalarType activations = at::kFloat; // of outputs, and of their gradients, between layers
    at::ScalarType products = at::kFloat;    // of what convolutions and dense layers multiply, weights too
};

// bf16 on a processor without instructions for it: activations are bf16, but are widened to be multiplied, as are
// weights of 8 significant bits. Every product is the same number then, in sums of the same kind, and the tensor
// library's own way is hundreds of times slower there.
Arithmetic arithmeticFor(Precision precision, at::Device device);

// out = left x right, summed in fp32. out is fp32; left and right are of one type.
void multiplyInto(at::Tensor& out, const at::Tensor& left, const at::Tensor& right);

} // namespace belfry
