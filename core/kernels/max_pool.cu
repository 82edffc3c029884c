// CUDA versions of max_pool.h. Forward: a thread for some channels of an output. Backward: a thread for some channels
// of the inputs that one step of the window covers; it collects from the windows that contain them, so that no two
// threads write one number and the sum has one order.
#include "core/kernels/cuda_index.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {
namespace {

// What a thread divides its number by to find its place: channels (in packs), then columns, then lines of an image.
template <typename Index>
struct Places {
    Index count;
    Divider<Index> packs, columns, lines;
    Places(std::int64_t images, int height, int width, int packs)
        : count(static_cast<Index>(images * height * width * packs)), packs(packs), columns(width), lines(height) {}
};

// The place of thread i.
template <typename Index>
struct Place {
    Index channel, image;
    int column, line;
    __device__ Place(const Places<Index>& places, Index i, int pack) {
        Index pixel = places.packs.divide(i); // and i is the pack
        channel = i * pack;
        Index imageLine = places.columns.divide(pixel);
        column = static_cast<int>(pixel);
        image = places.lines.divide(imageLine);
        line = static_cast<int>(imageLine);
    }
};

// kKernel 0: kernel and stride are those of `work`.
template <typename T, typename Index, int kKernel, int kStride, int kPack>
__global__ void forwardKernel(MaxPoolWork work, Places<Index> places, const T* in, T* out, std::uint16_t* winner) {
    const Index i = indexOfThread<Index>();
    if (i >= places.count)
        return;
    const Place<Index> at(places, i, kPack);
    const int kernel = kKernel != 0 ? kKernel : work.kernel, stride = kKernel != 0 ? kStride : work.stride;
    const int top = at.line * stride - work.above, left = at.column * stride - work.left;
    // Of the window's corner. Without a sign it goes around where the corner is outside, and comes back with the steps.
    const Index channels = places.packs.by() * kPack, width = static_cast<Index>(work.inWidth) * channels;
    const Index corner = at.image * static_cast<Index>(work.inHeight) * width + static_cast<Index>(top) * width +
                         static_cast<Index>(left) * channels + at.channel;
    float best[kPack];
    int place[kPack];
    for (int n = 0; n < kPack; ++n) {
        best[n] = -INFINITY;
        place[n] = max(-top, 0) * kernel + max(-left, 0); // of the first inside
    }
#pragma unroll
    for (int row = 0; row < kernel; ++row)
#pragma unroll
        for (int column = 0; column < kernel; ++column) {
            if (static_cast<unsigned>(top + row) >= static_cast<unsigned>(work.inHeight) ||
                static_cast<unsigned>(left + column) >= static_cast<unsigned>(work.inWidth))
                continue;
            float value[kPack];
            loadFloats(in + (corner + static_cast<Index>(row) * width + static_cast<Index>(column) * channels), value);
            for (int n = 0; n < kPack; ++n) {
                const bool wins = (value[n] > best[n]) | isnan(value[n]); // both are asked, so nothing branches
                best[n] = wins ? value[n] : best[n];
                place[n] = wins ? row * kernel + column : place[n];
            }
        }
    Pack<std::uint16_t, kPack> places16;
    for (int n = 0; n < kPack; ++n) {
        const bool stopped = work.relu && best[n] <= 0.0f;
        best[n] = stopped ? 0.0f : best[n];
        places16.numbers[n] = stopped ? kNoWinner : static_cast<std::uint16_t>(place[n]);
    }
    storeExactly(best, out + i * kPack);
    if (winner != nullptr)
        storePack(places16, winner + i * kPack);
}

// places: of the squares of kStride x kStride inputs, counted from the first window's corner on.
template <typename T, typename Index, int kKernel, int kStride, int kPack>
__global__ void backwardKernel(MaxPoolWork work, Places<Index> places, const T* outGradient,
                               const std::uint16_t* winner, T* inGradient) {
    const Index i = indexOfThread<Index>();
    if (i >= places.count)
        return;
    const Place<Index> at(places, i, kPack);
    const Index channels = places.packs.by() * kPack;
    float sums[kStride][kStride][kPack] = {};
    constexpr int kBefore = (kKernel - 1) / kStride; // windows that reach into the square from above
#pragma unroll
    for (int up = kBefore; up >= 0; --up)
#pragma unroll
        for (int back = kBefore; back >= 0; --back) {
            const int outRow = at.line - up, outColumn = at.column - back;
            if (outRow < 0 || outRow >= work.outHeight || outColumn < 0 || outColumn >= work.outWidth)
                continue;
            const Index out = ((at.image * static_cast<Index>(work.outHeight) + static_cast<Index>(outRow)) *
                                   static_cast<Index>(work.outWidth) +
                               static_cast<Index>(outColumn)) *
                                  channels +
                              at.channel;
            const Pack<std::uint16_t, kPack> won = loadPack<kPack>(winner + out);
            float gradient[kPack];
            loadFloats(outGradient + out, gradient);
            for (int y = 0; y < kStride && y + up * kStride < kKernel; ++y)
                for (int x = 0; x < kStride && x + back * kStride < kKernel; ++x)
                    for (int n = 0; n < kPack; ++n)
                        if (won.numbers[n] == (y + up * kStride) * kKernel + x + back * kStride)
                            sums[y][x][n] += gradient[n];
        }
    const int top = at.line * kStride - work.above, left = at.column * kStride - work.left;
    const Index width = static_cast<Index>(work.inWidth) * channels;
    const Index corner = at.image * static_cast<Index>(work.inHeight) * width + static_cast<Index>(top) * width +
                         static_cast<Index>(left) * channels + at.channel;
#pragma unroll
    for (int y = 0; y < kStride; ++y)
#pragma unroll
        for (int x = 0; x < kStride; ++x)
            if (static_cast<unsigned>(top + y) < static_cast<unsigned>(work.inHeight) &&
                static_cast<unsigned>(left + x) < static_cast<unsigned>(work.inWidth))
                storeFloats(sums[y][x],
                            inGradient + (corner + static_cast<Index>(y) * width + static_cast<Index>(x) * channels));
}

// Of any kernel and stride; a thread per input.
template <typename T, typename Index>
__global__ void anyBackwardKernel(MaxPoolWork work, Places<Index> places, Divider<std::uint32_t> stride,
                                  const T* outGradient, const std::uint16_t* winner, T* inGradient) {
    const Index i = indexOfThread<Index>();
    if (i >= places.count)
        return;
    const Place<Index> at(places, i, 1);
    const int row = at.line + work.above, column = at.column + work.left; // counted from the first window's corner
    const auto divided = [&](int number) {
        auto rest = static_cast<std::uint32_t>(max(number, 0));
        return static_cast<int>(stride.divide(rest));
    };
    const int firstRow = divided(row - work.kernel + work.stride), lastRow = min(divided(row), work.outHeight - 1);
    const int firstColumn = divided(column - work.kernel + work.stride);
    const int lastColumn = min(divided(column), work.outWidth - 1);
    float sum = 0.0f;
    for (int outRow = firstRow; outRow <= lastRow; ++outRow)
        for (int outColumn = firstColumn; outColumn <= lastColumn; ++outColumn) {
            const int place = (row - outRow * work.stride) * work.kernel + column - outColumn * work.stride;
            const Index out = ((at.image * static_cast<Index>(work.outHeight) + static_cast<Index>(outRow)) *
                                   static_cast<Index>(work.outWidth) +
                               static_cast<Index>(outColumn)) *
                                  places.packs.by() +
                              at.channel;
            sum += winner[out] == place ? toFloat(outGradient[out]) : 0.0f;
        }
    store(sum, inGradient[i]);
}

// The most numbers that one tensor of the work has, and the last square beyond the picture's end.
std::int64_t mostNumbers(const MaxPoolWork& work) {
    return (work.images + 1) * (work.inHeight + work.kernel) * (work.inWidth + work.kernel) * work.channels;
}

// Kernel, stride and channels of a thread as constants.
template <int kKernel, int kStride, int kPack>
struct Usual {};

template <int kKernel, int kStride, int kPack, typename T>
void startForward(Usual<kKernel, kStride, kPack>, void* stream, const MaxPoolWork& work, const T* in, T* out,
                  std::uint16_t* winner) {
    const Places<std::uint32_t> places(work.images, work.outHeight, work.outWidth, work.channels / kPack);
    startThreads("maxPoolForward", stream, places.count, forwardKernel<T, std::uint32_t, kKernel, kStride, kPack>, work,
                 places, in, out, winner);
}

template <int kKernel, int kStride, int kPack, typename T>
void startBackward(Usual<kKernel, kStride, kPack>, void* stream, const MaxPoolWork& work, const T* outGradient,
                   const std::uint16_t* winner, T* inGradient) {
    const int squaresDown = (work.inHeight + work.above + kStride - 1) / kStride;
    const int squaresAcross = (work.inWidth + work.left + kStride - 1) / kStride;
    const Places<std::uint32_t> places(work.images, squaresDown, squaresAcross, work.channels / kPack);
    startThreads("maxPoolBackward", stream, places.count, backwardKernel<T, std::uint32_t, kKernel, kStride, kPack>,
                 work, places, outGradient, winner, inGradient);
}

template <typename Index, typename T>
void startAnyForward(void* stream, const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner) {
    const Places<Index> places(work.images, work.outHeight, work.outWidth, work.channels);
    startThreads("maxPoolForward", stream, places.count, forwardKernel<T, Index, 0, 0, 1>, work, places, in, out,
                 winner);
}

template <typename Index, typename T>
void startAnyBackward(void* stream, const MaxPoolWork& work, const T* outGradient, const std::uint16_t* winner,
                      T* inGradient) {
    const Places<Index> places(work.images, work.inHeight, work.inWidth, work.channels);
    startThreads("maxPoolBackward", stream, places.count, anyBackwardKernel<T, Index>, work, places,
                 Divider<std::uint32_t>(work.stride), outGradient, winner, inGradient);
}

// The variant for this pool: usual(Usual<...>()) where its sizes are constants, else any(Index()).
template <typename T, typename StartUsual, typename StartAny>
void startVariant(const MaxPoolWork& work, bool packs, std::int64_t narrowLimit, const StartUsual& usual,
                  const StartAny& any) {
    const auto is = [&work](int kernel, int stride) { return work.kernel == kernel && work.stride == stride; };
    if (mostNumbers(work) > narrowLimit)
        any(std::int64_t{0});
    else if (is(2, 2) && packs)
        usual(Usual<2, 2, kPack<T>>());
    else if (is(3, 2) && packs)
        usual(Usual<3, 2, kPack<T>>());
    else if (is(2, 2))
        usual(Usual<2, 2, 1>());
    else
        any(std::uint32_t{0});
}

} // namespace

template <typename T>
void maxPoolForward(void* stream, const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner,
                    std::int64_t narrowLimit) {
    startVariant<T>(
        work, fitPacks(work.channels, kPack<T>, in, out, winner), narrowLimit,
        [&](auto usual) { startForward(usual, stream, work, in, out, winner); },
        [&](auto index) { startAnyForward<decltype(index)>(stream, work, in, out, winner); });
}

template <typename T>
void maxPoolBackward(void* stream, const MaxPoolWork& work, const T* outGradient, const std::uint16_t* winner,
                     T* inGradient, std::int64_t narrowLimit) {
    startVariant<T>(
        work, fitPacks(work.channels, kPack<T>, outGradient, winner, inGradient), narrowLimit,
        [&](auto usual) { startBackward(usual, stream, work, outGradient, winner, inGradient); },
        [&](auto index) { startAnyBackward<decltype(index)>(stream, work, outGradient, winner, inGradient); });
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void maxPoolForward(void*, const MaxPoolWork&, const T*, T*, std::uint16_t*, std::int64_t);               \
    template void maxPoolBackward(void*, const MaxPoolWork&, const T*, const std::uint16_t*, T*, std::int64_t);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::cuda
