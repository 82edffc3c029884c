// Where the tests of CUDA's kernels run them: on a GPU, or with BELFRY_KERNELS_ON_HOST on the CPU, through the header
// in tests/core/kernels/on_host.
#pragma once

#include "core/kernels/kernels.h"
#include "tests/core/kernels/random_numbers.h"

#ifdef BELFRY_KERNELS_ON_HOST

#include <ATen/ATen.h>

#include <gtest/gtest.h>

namespace belfry::test {

using CudaKernels = testing::Test;
inline ExecutionContext kernelsContext() { return {true, nullptr}; }
inline at::Device kernelsDevice() { return at::kCPU; }

} // namespace belfry::test

#else

#include "tests/gpu/gpu_test.h"

#include <c10/cuda/CUDAStream.h>

namespace belfry::test {

using CudaKernels = OnGpus<1>;
inline ExecutionContext kernelsContext() { return {true, c10::cuda::getCurrentCUDAStream().stream()}; }
inline at::Device kernelsDevice() { return gpu(0); }

} // namespace belfry::test

#endif

namespace belfry::test {

// On the CPU.
inline at::Tensor normals(at::IntArrayRef sizes, std::uint64_t seed) {
    return at::tensor(randomNumbers(static_cast<std::size_t>(c10::multiply_integers(sizes)), seed)).reshape(sizes);
}

// For softmaxLoss(), on the device of a tensor.
inline at::Tensor lossScratch(const at::Tensor& beside) {
    return at::empty({kLossScratch}, beside.options().dtype(at::kDouble));
}

} // namespace belfry::test
