// The gradient of a convolution's filters as one product of matrices. Internal (ATen).
#pragma once

#include <ATen/ATen.h>

namespace belfry {

// Whether it is made so: on CUDA, for the few input channels of a first layer, without groups and dilation. Of the five
// places of a filter's row each pixel is then copied to, the copy is small, and the library's own kernels keep few of a
// GPU's processors busy: of a step of `tower` with 512 images in tf32 on an H200 they took 364 of 1,360 us.
bool filterGradientIsProduct(const at::Tensor& weight);

// Overwrites weightGradient (OIHW, in the memory of a contiguous OHWI, fp32). gradient: N x O x H x W, of the outputs;
// input: N x C x H x W with its padding. Both are of one type, and are copied where channels are not last in memory.
void filterGradientByProduct(at::Tensor& weightGradient, const at::Tensor& gradient, const at::Tensor& input,
                             std::int64_t stride);

} // namespace belfry
