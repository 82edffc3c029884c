// Local response normalisation over channels, forward and backward in one pass each. The same functions for the CPU and
// for CUDA, as in kernels.h. Formula: TensorFlow's tf.nn.lrn; backward as in Krizhevsky's cuda-convnet.
#pragma once

#include "core/kernels/kernels.h"

#include <cstdint>

namespace belfry {

// `rows` pixels of `channels` numbers (T: float or Bf16) each, one after another (channels-last).
struct LrnWork {
    std::int64_t rows = 0;
    int channels = 0;
    int radius = 0; // channels on each side that count
    float bias = 1, alpha = 1, beta = 0.5f;
    bool relu = false; // the input passes a ReLU first: saves two passes over a convolution's output
};

// With x = relu(in) or in: divisor = bias + alpha x sum of x^2 over the window, out = x / divisor^beta. `divisor` is
// kept for backward and may be null; in, out and divisor do not overlap.
template <typename T>
void lrnForward(ExecutionContext context, const LrnWork& work, const T* in, T* out, float* divisor);

// inGradient = d/d in of sum(outGradient x out). No two of the four overlap.
template <typename T>
void lrnBackward(ExecutionContext context, const LrnWork& work, const T* in, const float* divisor, const T* outGradient,
                 T* inGradient);

} // namespace belfry
