// How kernels are started, and how a thread knows which number is its own. For .cu files. The header of the same name
// in tests/core/kernels/on_host starts the same kernels on the CPU.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace belfry::cuda {

constexpr int kThreads = 256; // of a block, unless startGrid() says otherwise

inline void throwUnlessStarted(const char* name, cudaError_t code) {
    if (code != cudaSuccess)
        throw std::runtime_error(std::string("CUDA kernel ") + name +
                                 " could not be started: " + cudaGetErrorString(code));
}

// `blocks` of `threads`, with `sharedBytes` behind sharedMemory(). Throws std::runtime_error with the kernel's `name`
// when it cannot be started.
template <typename... Parameters, typename... Arguments>
void startGrid(const char* name, void* stream, dim3 blocks, dim3 threads, std::size_t sharedBytes,
               void (*kernel)(Parameters...), Arguments... arguments) {
    if (sharedBytes > 48 * 1024) // more is to be asked for
        throwUnlessStarted(name, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                      static_cast<int>(sharedBytes)));
    kernel<<<blocks, threads, sharedBytes, static_cast<cudaStream_t>(stream)>>>(arguments...);
    throwUnlessStarted(name, cudaGetLastError());
}

// No blocks: nothing happens.
template <typename... Parameters, typename... Arguments>
void startBlocks(const char* name, void* stream, std::int64_t blocks, void (*kernel)(Parameters...),
                 Arguments... arguments) {
    if (blocks > 0)
        startGrid(name, stream, dim3(static_cast<unsigned>(blocks)), dim3(kThreads), 0, kernel, arguments...);
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

// On the host it ends a test; a device itself refuses what is not aligned.
__device__ inline void expectAligned(const void*, std::size_t) {}

// The dynamic shared memory of the block, aligned to 16 bytes.
template <typename T>
__device__ T* sharedMemory() {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<T*>(bytes);
}

} // namespace belfry::cuda
