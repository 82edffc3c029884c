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
template <typename T>
__device__ float input(const LrnWork& work, const T* in, std::int64_t i) {
    const float x = toFloat(in[i]);
    return work.relu && x < 0.0f ? 0.0f : x;
}

template <typename T>
__global__ void forwardKernel(LrnWork work, const T* in, T* out, float* divisor) {
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
    store(input(work, in, i) * inversePower(divided, work.beta), out[i]);
    if (divisor != nullptr)
        divisor[i] = divided;
}

template <typename T>
__global__ void backwardKernel(LrnWork work, const T* in, const float* divisor, const T* outGradient, T* inGradient) {
    const std::int64_t i = globalIndex();
    if (i >= work.rows * work.channels)
        return;
    const int channel = static_cast<int>(i % work.channels);
    float sum = 0.0f;
    for (int c = max(channel - work.radius, 0); c <= min(channel + work.radius, work.channels - 1); ++c) {
        const std::int64_t j = i - channel + c;
        sum += toFloat(outGradient[j]) * input(work, in, j) * inversePower(divisor[j], work.beta) / divisor[j];
    }
    const float x = input(work, in, i);
    const float gradient =
        toFloat(outGradient[i]) * inversePower(divisor[i], work.beta) - 2.0f * work.alpha * work.beta * x * sum;
    store(work.relu && !(x > 0.0f) ? 0.0f : gradient, inGradient[i]);
}

} // namespace

template <typename T>
void lrnForward(void* stream, const LrnWork& work, const T* in, T* out, float* divisor) {
    startThreads("lrnForward", stream, work.rows * work.channels, forwardKernel<T>, work, in, out, divisor);
}

template <typename T>
void lrnBackward(void* stream, const LrnWork& work, const T* in, const float* divisor, const T* outGradient,
                 T* inGradient) {
    startThreads("lrnBackward", stream, work.rows * work.channels, backwardKernel<T>, work, in, divisor, outGradient,
                 inGradient);
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void lrnForward(void*, const LrnWork&, const T*, T*, float*);                                             \
    template void lrnBackward(void*, const LrnWork&, const T*, const float*, const T*, T*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::cuda
