// CUDA versions of kernels.h: the formulas are those of kernels.cpp, a thread for a number or for a pack of them.
#include "core/kernels/cuda_index.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"
#include "core/kernels/dropout_hash.h"

#include <type_traits>

namespace belfry::cuda {
namespace {

constexpr int kMaxTerms = 64; // towers in one weighted sum; passed by value, so no copy to the device is needed

struct Terms {
    const float* in[kMaxTerms];
    float scale[kMaxTerms];
    int count;
};

// A thread has a pack of an image's bytes.
template <typename T, typename Index, int kNumbers>
__global__ void normaliseKernel(const std::uint8_t* in, const std::int64_t* rows, T* out, Index packs,
                                Divider<Index> packsOfImage, float scale, float shift) {
    const Index i = indexOfThread<Index>();
    if (i >= packs)
        return;
    const std::uint8_t* from = in + i * kNumbers;
    if (rows != nullptr) {
        Index rest = i;
        const Index image = packsOfImage.divide(rest);
        from = in + (rows[image] * static_cast<std::int64_t>(packsOfImage.by()) + rest) * kNumbers;
    }
    const Pack<std::uint8_t, kNumbers> bytes = loadPack<kNumbers>(from);
    float numbers[kNumbers];
    for (int n = 0; n < kNumbers; ++n)
        numbers[n] = static_cast<float>(bytes.numbers[n]) * scale + shift;
    storeFloats(numbers, out + i * kNumbers);
}

template <typename T>
__global__ void roundKernel(const float* in, T* out, std::int64_t count) {
    if (const std::int64_t i = globalIndex(); i < count) {
        Bf16 rounded;
        store(in[i], rounded);
        store(toFloat(rounded), out[i]);
    }
}

// A thread has a pack of an image's units, and their image's key once.
template <typename T, typename Index, int kNumbers>
__global__ void dropoutKernel(T* values, const std::int64_t* imageIds, Index packs, Divider<Index> packsOfImage,
                              std::uint32_t threshold, float keepScale, DropoutKey key) {
    const Index i = indexOfThread<Index>();
    if (i >= packs)
        return;
    Index rest = i;
    const Index image = packsOfImage.divide(rest);
    const std::uint64_t imageKey =
        dropoutImageKey(key.seed, key.layer, *key.epoch, static_cast<std::uint64_t>(imageIds[image]));
    float numbers[kNumbers];
    loadFloats(values + i * kNumbers, numbers);
    for (int n = 0; n < kNumbers; ++n) {
        const bool dropped = dropoutBits(imageKey, static_cast<std::uint32_t>(rest * kNumbers + n)) < threshold;
        numbers[n] = dropped ? 0.0f : numbers[n] * keepScale;
    }
    storeFloats(numbers, values + i * kNumbers);
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
                     std::int64_t bytesPerImage, float scale, float shift, T* out, std::int64_t narrowLimit) {
    if (count * bytesPerImage <= 0)
        return;
    constexpr int kBytes = 4;
    const auto start = [&](auto index, auto numbers) {
        using Index = decltype(index);
        constexpr int kNumbers = decltype(numbers)::value;
        const std::int64_t packsOfImage = bytesPerImage / kNumbers, packs = count * packsOfImage;
        startThreads("normaliseImages", stream, packs, normaliseKernel<T, Index, kNumbers>, images, rows, out,
                     static_cast<Index>(packs), Divider<Index>(packsOfImage), scale, shift);
    };
    withIndex(count * bytesPerImage, narrowLimit, [&](auto index) {
        if (fitPacks(bytesPerImage, kBytes, images, out))
            start(index, std::integral_constant<int, kBytes>());
        else
            start(index, std::integral_constant<int, 1>());
    });
}

template <typename T>
void roundToBf16(void* stream, const float* in, T* out, std::int64_t count) {
    startThreads("roundToBf16", stream, count, roundKernel<T>, in, out, count);
}

template <typename T>
void dropout(void* stream, T* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key, std::int64_t narrowLimit) {
    if (rows * units <= 0)
        return;
    const auto start = [&](auto index, auto numbers) {
        using Index = decltype(index);
        constexpr int kNumbers = decltype(numbers)::value;
        const std::int64_t packsOfImage = units / kNumbers, packs = rows * packsOfImage;
        startThreads("dropout", stream, packs, dropoutKernel<T, Index, kNumbers>, values, imageIds,
                     static_cast<Index>(packs), Divider<Index>(packsOfImage), dropoutThreshold(fraction),
                     1.0f / (1.0f - fraction), key);
    };
    withIndex(rows * units, narrowLimit, [&](auto index) {
        if (fitPacks(units, kPack<T>, values))
            start(index, std::integral_constant<int, kPack<T>>());
        else
            start(index, std::integral_constant<int, 1>());
    });
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
                                  float, T*, std::int64_t);                                                            \
    template void roundToBf16(void*, const float*, T*, std::int64_t);                                                  \
    template void dropout(void*, T*, const std::int64_t*, std::int64_t, std::int64_t, float, DropoutKey, std::int64_t);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::cuda
