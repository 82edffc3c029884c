// Starts CUDA kernels on the CPU: core/kernels/*.cu compiled as C++, with this header found in the place of theirs. So
// their formulas, their places in memory and the meetings of a block's threads are tested where there is no GPU, and
// sanitizers see them. Not tested: how CUDA's own functions round.
//
// Offered, with CUDA's meaning, is what the kernels use: blockIdx, threadIdx, blockDim and gridDim of three dimensions;
// __shared__ arrays and sharedMemory(); __syncthreads; __shfl_sync, __shfl_down_sync and __shfl_xor_sync; atomicAdd;
// float2 and float4; __umulhi and __float_as_uint; __fdividef and rsqrtf. sharedMemory() is fresh in every block. A
// __shared__ array keeps what the block before has left in it: a read of what nothing has written is not seen there.
#pragma once

#include "tests/core/kernels/on_host/block_threads.h"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>

#define __global__
#define __device__
#define __forceinline__ inline
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ static thread_local // one block runs at a time

namespace belfry::cuda {

constexpr int kThreads = 256;

inline std::int64_t globalIndex() { return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }

template <typename T>
T* sharedMemory() {
    return static_cast<T*>(dynamicSharedMemory());
}

inline void expectAligned(const void* address, std::size_t bytes) {
    if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0)
        kernelIsWrong("an access of several numbers is not aligned");
}

inline void __syncthreads() { meetBlock(); }

// What lane `from` gives, for all `lanes`, which have come here.
template <typename T>
T fromLane(unsigned lanes, T value, unsigned from) {
    static_assert(sizeof(T) <= 8);
    std::memcpy(givenByLane(laneOfThread()), &value, sizeof value);
    meetWarp(lanes);
    if ((lanes & lanesOfWarp() & (1u << from)) == 0)
        kernelIsWrong("a thread asks a lane that does not take part");
    T got;
    std::memcpy(&got, givenByLane(from), sizeof got);
    meetWarp(lanes); // until all have read
    return got;
}

template <typename T>
T __shfl_sync(unsigned lanes, T value, int from, int width = warpSize) {
    const unsigned first = laneOfThread() / width * width;
    return fromLane(lanes, value, first + static_cast<unsigned>(from) % width);
}
template <typename T>
T __shfl_down_sync(unsigned lanes, T value, unsigned by, int width = warpSize) {
    const unsigned lane = laneOfThread();
    return fromLane(lanes, value, lane % width + by >= static_cast<unsigned>(width) ? lane : lane + by);
}
template <typename T>
T __shfl_xor_sync(unsigned lanes, T value, int mask, int width = warpSize) {
    const unsigned lane = laneOfThread(), other = lane ^ static_cast<unsigned>(mask);
    return fromLane(lanes, value, other / width > lane / width ? lane : other);
}

template <typename T>
T atomicAdd(T* to, T value) {
    return std::atomic_ref<T>(*to).fetch_add(value, std::memory_order_relaxed);
}

struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};

inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}
inline unsigned __float_as_uint(float value) {
    unsigned bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float __fdividef(float a, float b) { return a / b; }
inline float rsqrtf(float value) { return 1.0f / std::sqrt(value); }
using std::isfinite;
using std::isnan;
using std::max;
using std::min;

// `blocks` of `threads`, with `sharedBytes` behind sharedMemory().
template <typename... Parameters, typename... Arguments>
void startGrid(const char*, void*, dim3 blocks, dim3 threads, std::size_t sharedBytes, void (*kernel)(Parameters...),
               Arguments... arguments) {
    runBlocks(blocks, threads, sharedBytes, [=] { kernel(arguments...); });
}

template <typename... Parameters, typename... Arguments>
void startBlocks(const char* name, void* stream, std::int64_t blocks, void (*kernel)(Parameters...),
                 Arguments... arguments) {
    if (blocks > 0)
        startGrid(name, stream, dim3(static_cast<unsigned>(blocks)), dim3(kThreads), 0, kernel, arguments...);
}

template <typename... Parameters, typename... Arguments>
void startThreads(const char*, void*, std::int64_t items, void (*kernel)(Parameters...), Arguments... arguments) {
    blockDim = dim3(kThreads);
    gridDim = dim3(static_cast<unsigned>((items + kThreads - 1) / kThreads));
    for (blockIdx = firstBlock(gridDim); blockIdx.x < gridDim.x; ++blockIdx.x)
        for (aloneThread = dim3(0, 0, 0); aloneThread.x < kThreads; ++aloneThread.x)
            kernel(arguments...);
}

} // namespace belfry::cuda
