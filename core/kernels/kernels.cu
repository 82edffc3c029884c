// CUDA versions of kernels.h: the formulas are those of kernels.cpp, one thread per number or row.
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"
#include "core/kernels/dropout_hash.h"

namespace belfry::cuda {
namespace {

constexpr int kMaxTerms = 64; // towers in one weighted sum; passed by value, so no copy to the device is needed

struct Terms {
    const float* in[kMaxTerms];
    float scale[kMaxTerms];
    int count;
};

template <typename T>
__global__ void normaliseKernel(const std::uint8_t* in, const std::int64_t* rows, T* out, std::int64_t count,
                                std::int64_t bytesPerImage, float scale, float shift) {
    if (const std::int64_t i = globalIndex(); i < count) {
        const std::int64_t from = rows != nullptr ? rows[i / bytesPerImage] * bytesPerImage + i % bytesPerImage : i;
        store(static_cast<float>(in[from]) * scale + shift, out[i]);
    }
}

template <typename T>
__global__ void roundKernel(const float* in, T* out, std::int64_t count) {
    if (const std::int64_t i = globalIndex(); i < count) {
        Bf16 rounded;
        store(in[i], rounded);
        store(toFloat(rounded), out[i]);
    }
}

template <typename T>
__global__ void dropoutKernel(T* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
                              std::uint32_t threshold, float keepScale, DropoutKey key) {
    const std::int64_t i = globalIndex();
    if (i >= rows * units)
        return;
    const std::uint64_t imageKey =
        dropoutImageKey(key.seed, key.layer, *key.epoch, static_cast<std::uint64_t>(imageIds[i / units]));
    const bool dropped = dropoutBits(imageKey, static_cast<std::uint32_t>(i % units)) < threshold;
    store(dropped ? 0.0f : toFloat(values[i]) * keepScale, values[i]);
}

__global__ void weightedSumKernel(const std::int32_t* halted, float* out, Terms terms, std::int64_t begin,
                                  std::int64_t end) {
    const std::int64_t i = begin + globalIndex();
    if (i >= end || isHalted(halted))
        return;
    float sum = terms.scale[0] * terms.in[0][i];
    for (int t = 1; t < terms.count; ++t)
        sum += terms.scale[t] * terms.in[t][i];
    out[i] = sum;
}

} // namespace

template <typename T>
void normaliseImages(void* stream, const std::uint8_t* images, const std::int64_t* rows, std::int64_t count,
                     std::int64_t bytesPerImage, float scale, float shift, T* out) {
    const std::int64_t total = count * bytesPerImage;
    startThreads("normaliseImages", stream, total, normaliseKernel<T>, images, rows, out, total, bytesPerImage, scale,
                 shift);
}

template <typename T>
void roundToBf16(void* stream, const float* in, T* out, std::int64_t count) {
    startThreads("roundToBf16", stream, count, roundKernel<T>, in, out, count);
}

template <typename T>
void dropout(void* stream, T* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key) {
    startThreads("dropout", stream, rows * units, dropoutKernel<T>, values, imageIds, rows, units,
                 dropoutThreshold(fraction), 1.0f / (1.0f - fraction), key);
}

void weightedSum(void* stream, const std::int32_t* halted, float* out, const float* const* in, const float* scales,
                 int terms, std::int64_t begin, std::int64_t end) {
    if (end <= begin)
        return;
    if (terms > kMaxTerms)
        throw std::runtime_error("A weighted sum on a GPU takes at most 64 towers, got " + std::to_string(terms) + ".");
    Terms packed{};
    packed.count = terms;
    for (int t = 0; t < terms; ++t) {
        packed.in[t] = in[t];
        packed.scale[t] = scales[t];
    }
    startThreads("weightedSum", stream, end - begin, weightedSumKernel, halted, out, packed, begin, end);
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void normaliseImages(void*, const std::uint8_t*, const std::int64_t*, std::int64_t, std::int64_t, float,  \
                                  float, T*);                                                                          \
    template void roundToBf16(void*, const float*, T*, std::int64_t);                                                  \
    template void dropout(void*, T*, const std::int64_t*, std::int64_t, std::int64_t, float, DropoutKey);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::cuda
