// Depthwise convolutions: every channel by a filter of its own (Howard et al. 2017). CPU only, channels last; T is
// float or Bf16, sums are floats, and what is rounded is rounded once. Results are the same for any number of threads.
//
// Plain pointers, nothing is kept; any thread may call. What is written is overwritten.
#pragma once

#include <cstdint>

namespace belfry {

struct DepthwiseWork {
    std::int64_t images = 0;
    int channels = 0;
    int kernel = 0, stride = 1, dilation = 1; // square
    int inHeight = 0, inWidth = 0, outHeight = 0, outWidth = 0;
    int above = 0, left = 0; // lines of zeros before the picture; after it as many as the outputs take

    std::int64_t inNumbers() const { return images * inHeight * inWidth * channels; }
    std::int64_t outNumbers() const { return images * outHeight * outWidth * channels; }
};

// in [images][inHeight][inWidth][channels] and filters [channel][kernel][kernel] -> out [images][outHeight][outWidth]
// [channels], with the bias of every channel added; null: without.
template <typename T>
void depthwise(const DepthwiseWork& work, const T* in, const float* filters, const float* bias, T* out);

template <typename T>
void depthwiseInputGradient(const DepthwiseWork& work, const T* outGradient, const float* filters, T* inGradient);

template <typename T>
void depthwiseFilterGradient(const DepthwiseWork& work, const T* in, const T* outGradient, float* filterGradient);

} // namespace belfry
