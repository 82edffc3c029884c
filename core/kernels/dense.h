// Dense layers with their biases, ReLUs and dropout. CPU only; T is float or Bf16, weights and sums are floats. With
// Bf16, weights and gradients are rounded to it before products where the processor multiplies pairs of it, and inputs
// are even.
//
// Images are turned to columns, 32 to a panel (panels.h). So weights are read in the order in which they are stored,
// which saves packing them: with small batches they are far more numbers than the images.
//
// Plain pointers, nothing is kept; any thread may call. What is written is overwritten. Results are the same for any
// number of threads.
#pragma once

#include "core/kernels/kernels.h"
#include "core/kernels/panels.h"

#include <algorithm>
#include <cstdint>

namespace belfry {

struct DenseWork {
    std::int64_t images = 0;
    std::int64_t inputs = 0, units = 0;
    bool relu = false;  // of the outputs
    float fraction = 0; // of them that is dropped, with `relu` only; [0, 1)

    std::int64_t columnNumbers() const { return panelsOf(images) * kPanel * std::max(inputs, units); }
    std::int64_t products() const { return images * inputs * units; }
};

// in [images][inputs], weights [units][inputs], bias [units] or null -> out [images][units]. imageIds and key are those
// of dropout() and are read when a fraction is dropped. columns: columnNumbers() floats, for the function's own use.
template <typename T>
void denseForward(const DenseWork& work, const T* in, const float* weights, const float* bias,
                  const std::int64_t* imageIds, DropoutKey key, float* columns, T* out);

// The gradients, of in, out and the latter's gradient. `in`, `bias`: null where they are not needed.
template <typename T>
struct DenseGradients {
    T* in;
    float *weights, *bias;
};
template <typename T>
void denseBackward(const DenseWork& work, const T* in, const T* out, const T* outGradient, const float* weights,
                   float* columns, const DenseGradients<T>& gradients);

} // namespace belfry
