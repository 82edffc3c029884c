// CUDA versions of lrn.h: one thread per number; its neighbours' numbers come from the cache.
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {
namespace {

__device__ float inversePower(float value, float beta) {
    const float inverseRoot = rsqrtf(value);
    if (beta == 0.75f)
        return inverseRoot * sqrtf(inverseRoot);
    return beta == 0.5f ? inverseRoot : powf(value, -beta);
}

// ReLU that keeps a NaN.
__device__ float input(const LrnWork& work, const float* in, std::int64_t i) {
    return work.relu && in[i] < 0.0f ? 0.0f : in[i];
}

__global__ void forwardKernel(LrnWork work, const float* in, float* out, float* divisor) {
    const std::int64_t i = globalIndex();
    if (i >= work.rows * work.channels)
        return;
    const int channel = static_cast<int>(i % work.channels);
    float sum = 0.0f;
    for (int c = max(channel - work.radius, 0); c <= min(channel + work.radius, work.channels - 1); ++c) {
        const float x = input(work, in, i - channel + c);
        sum += x * x;
    }
    const float divided = work.bias + work.alpha * sum;
    out[i] = input(work, in, i) * inversePower(divided, work.beta);
    if (divisor != nullptr)
        divisor[i] = divided;
}

__global__ void backwardKernel(LrnWork work, const float* in, const float* divisor, const float* outGradient,
                               float* inGradient) {
    const std::int64_t i = globalIndex();
    if (i >= work.rows * work.channels)
        return;
    const int channel = static_cast<int>(i % work.channels);
    float sum = 0.0f;
    for (int c = max(channel - work.radius, 0); c <= min(channel + work.radius, work.channels - 1); ++c) {
        const std::int64_t j = i - channel + c;
        sum += outGradient[j] * input(work, in, j) * inversePower(divisor[j], work.beta) / divisor[j];
    }
    const float x = input(work, in, i);
    const float gradient =
        outGradient[i] * inversePower(divisor[i], work.beta) - 2.0f * work.alpha * work.beta * x * sum;
    inGradient[i] = work.relu && !(x > 0.0f) ? 0.0f : gradient;
}

} // namespace

void lrnForward(void* stream, const LrnWork& work, const float* in, float* out, float* divisor) {
    if (work.rows == 0)
        return;
    forwardKernel<<<blocksFor(work.rows * work.channels), kThreads, 0, static_cast<cudaStream_t>(stream)>>>(
        work, in, out, divisor);
    checkLaunch("lrnForward");
}

void lrnBackward(void* stream, const LrnWork& work, const float* in, const float* divisor, const float* outGradient,
                 float* inGradient) {
    if (work.rows == 0)
        return;
    backwardKernel<<<blocksFor(work.rows * work.channels), kThreads, 0, static_cast<cudaStream_t>(stream)>>>(
        work, in, divisor, outGradient, inGradient);
    checkLaunch("lrnBackward");
}

} // namespace belfry::cuda
