// Backward through a dense layer's ReLU and bias on CUDA in one pass. Free of torch.
#pragma once

#include "core/kernels/bf16.h"

#include <cstdint>

namespace belfry::fused {

// gradient, output: rows x units numbers on the device, of the layer's output. `stopped` gets the gradient with zeros
// where the output is not above 0 (a NaN lets it through, as in PyTorch's threshold); null, with `output`: there is no
// ReLU. biasGradient: units sums over the rows, overwritten, in fp32 and in a fixed order. T: float or Bf16. Queued on
// `stream` (cudaStream_t).
template <typename T>
void denseGradient(void* stream, std::int64_t rows, int units, const T* gradient, const T* output, T* stopped,
                   float* biasGradient);

} // namespace belfry::fused
