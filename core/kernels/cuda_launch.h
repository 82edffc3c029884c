// How kernels are started, and how a thread knows which number is its own. For .cu files. The header of the same name
// in tests/core/kernels/on_host starts the same kernels on the CPU.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace belfry::cuda {

constexpr int kThreads = 256; // of a block

// Throws std::runtime_error with the kernel's `name` when it cannot be started. No blocks: nothing happens.
template <typename... Parameters, typename... Arguments>
void startBlocks(const char* name, void* stream, std::int64_t blocks, void (*kernel)(Parameters...),
                 Arguments... arguments) {
    if (blocks <= 0)
        return;
    kernel<<<static_cast<unsigned>(blocks), kThreads, 0, static_cast<cudaStream_t>(stream)>>>(arguments...);
    if (const cudaError_t code = cudaGetLastError(); code != cudaSuccess)
        throw std::runtime_error(std::string("CUDA kernel ") + name +
                                 " could not be started: " + cudaGetErrorString(code));
}

// A thread for each of `items`, and some more to fill the last block, which must do nothing. They do not meet.
template <typename... Parameters, typename... Arguments>
void startThreads(const char* name, void* stream, std::int64_t items, void (*kernel)(Parameters...),
                  Arguments... arguments) {
    startBlocks(name, stream, (items + kThreads - 1) / kThreads, kernel, arguments...);
}

__device__ inline std::int64_t globalIndex() {
    return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

} // namespace belfry::cuda
