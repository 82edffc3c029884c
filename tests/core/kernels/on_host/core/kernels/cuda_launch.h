// Starts CUDA kernels on the CPU: core/kernels/*.cu compiled as C++, with this header found in the place of theirs. So
// their formulas, their places in memory and the meetings of a block's threads are tested where there is no GPU, and
// sanitizers see them. Not tested: how CUDA's own functions round.
#pragma once

#include <barrier>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#define __global__
#define __device__
#define __shared__ static // one block runs at a time

namespace belfry::cuda {

constexpr int kThreads = 256;

struct Numbers {
    unsigned x = 0;
};
inline thread_local Numbers blockIdx, threadIdx;
constexpr Numbers blockDim{kThreads};

inline std::int64_t globalIndex() { return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }

inline std::barrier<>* meeting = nullptr; // of the block that runs
inline void __syncthreads() { meeting->arrive_and_wait(); }

inline std::mutex atomics;
template <typename T>
void atomicAdd(T* to, T value) {
    const std::lock_guard lock(atomics);
    *to += value;
}

inline float rsqrtf(float value) { return 1.0f / std::sqrt(value); }
using std::isfinite;
using std::isnan;
using std::max;
using std::min;

// The threads of a block run at the same time, one block after another.
template <typename... Parameters, typename... Arguments>
void startBlocks(const char*, void*, std::int64_t blocks, void (*kernel)(Parameters...), Arguments... arguments) {
    std::barrier<> all(kThreads);
    meeting = &all;
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < kThreads; ++thread)
        threads.emplace_back([=, &all] {
            threadIdx.x = thread;
            for (std::int64_t block = 0; block < blocks; ++block) {
                blockIdx.x = static_cast<unsigned>(block);
                kernel(arguments...);
                all.arrive_and_wait();
            }
        });
}

template <typename... Parameters, typename... Arguments>
void startThreads(const char*, void*, std::int64_t items, void (*kernel)(Parameters...), Arguments... arguments) {
    for (std::int64_t i = 0; i < (items + kThreads - 1) / kThreads * kThreads; ++i) {
        blockIdx.x = static_cast<unsigned>(i / kThreads);
        threadIdx.x = static_cast<unsigned>(i % kThreads);
        kernel(arguments...);
    }
}

} // namespace belfry::cuda
