// What every kernel's launch needs: one thread per number or row. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace belfry::cuda {

constexpr int kThreads = 256;

inline unsigned blocksFor(std::int64_t items) {
    return static_cast<unsigned>((items + kThreads - 1) / kThreads);
}

inline void checkLaunch(const char* kernel) {
    if (const cudaError_t code = cudaGetLastError(); code != cudaSuccess)
        throw std::runtime_error(std::string("CUDA kernel ") + kernel +
                                 " could not be started: " + cudaGetErrorString(code));
}

__device__ inline std::int64_t globalIndex() {
    return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

} // namespace belfry::cuda
