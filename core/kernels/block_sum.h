// Sums over the threads of a CUDA block, and over the lanes of a warp. For .cu files.
#pragma once

#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {

// The sum of the block's threads' numbers, in their first thread (0 in others, which would read what it still writes):
// a tree, so that the order is fixed. All threads call it; parts: kThreads numbers in shared memory, which no thread
// uses meanwhile. kThreads is a power of two.
template <typename Number>
__device__ Number sumOfBlock(Number sum, Number* parts) {
    parts[threadIdx.x] = sum;
    for (unsigned half = kThreads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    return threadIdx.x == 0 ? parts[0] : Number();
}

// The sum of the numbers of `lanes` neighbouring lanes, a power of two, in each of them. All lanes of the warp call it.
template <int lanes = 32, typename Number>
__device__ Number sumOfLanes(Number sum) {
    for (int mask = lanes / 2; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFFU, sum, mask);
    return sum;
}

} // namespace belfry::cuda
