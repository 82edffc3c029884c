// Convolutions of 1x1 as products of matrices, pixels by channels. Pixels are read and written where they are; of the
// weights there are copies in panels (panels.h), by which the products are as fast as the processor.
//
// CPU only, floats. Plain pointers, nothing is kept; any thread may call. What is written is overwritten. Results are
// the same for any number of threads.
#pragma once

#include <cstdint>

namespace belfry {

struct PointwiseWork {
    std::int64_t pixels = 0; // of all images
    std::int64_t inChannels = 0, outChannels = 0;
};

// in [pixels][in], weights [out][in], bias [out] or null -> out [pixels][out].
void pointwise(const PointwiseWork& work, const float* in, const float* weights, const float* bias, float* out);
// The gradients back.
void pointwiseInputGradient(const PointwiseWork& work, const float* outGradient, const float* weights,
                            float* inGradient);
void pointwiseWeightGradient(const PointwiseWork& work, const float* in, const float* outGradient, float* gradient);

} // namespace belfry
