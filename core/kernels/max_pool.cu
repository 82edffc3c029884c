// CUDA versions of max_pool.h: forward one thread per output; backward one thread per input, which collects from the
// windows that contain it, so that no two threads write one number and the sum has one order.
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {
namespace {

// Offset of an element of a channels-last tensor.
struct Position {
    int channel, column, row;
    std::int64_t image;
    __device__ Position(std::int64_t i, int height, int width, int channels)
        : channel(static_cast<int>(i % channels)), column(static_cast<int>(i / channels % width)),
          row(static_cast<int>(i / channels / width % height)), image(i / channels / width / height) {}
};

template <typename T>
__global__ void forwardKernel(MaxPoolWork work, const T* in, T* out, std::uint16_t* winner) {
    const std::int64_t i = globalIndex();
    if (i >= work.images * work.outHeight * work.outWidth * work.channels)
        return;
    const Position at(i, work.outHeight, work.outWidth, work.channels);
    const int top = at.row * work.stride - work.above, left = at.column * work.stride - work.left;
    float best = -INFINITY;
    int place = -1;
    for (int row = max(top, 0); row < min(top + work.kernel, work.inHeight); ++row)
        for (int column = max(left, 0); column < min(left + work.kernel, work.inWidth); ++column) {
            const float value =
                toFloat(in[((at.image * work.inHeight + row) * work.inWidth + column) * work.channels + at.channel]);
            if (place < 0 || value > best || isnan(value)) {
                best = value;
                place = (row - top) * work.kernel + column - left;
            }
        }
    const bool stopped = work.relu && best <= 0.0f;
    store(stopped ? 0.0f : best, out[i]);
    if (winner != nullptr)
        winner[i] = stopped ? kNoWinner : static_cast<std::uint16_t>(place);
}

template <typename T>
__global__ void backwardKernel(MaxPoolWork work, const T* outGradient, const std::uint16_t* winner, T* inGradient) {
    const std::int64_t i = globalIndex();
    if (i >= work.images * work.inHeight * work.inWidth * work.channels)
        return;
    const Position at(i, work.inHeight, work.inWidth, work.channels);
    const int row = at.row + work.above, column = at.column + work.left; // counted from the first window's corner
    const int firstRow = max((row - work.kernel + work.stride) / work.stride, 0);
    const int firstColumn = max((column - work.kernel + work.stride) / work.stride, 0);
    float sum = 0.0f;
    for (int outRow = firstRow; outRow <= min(row / work.stride, work.outHeight - 1); ++outRow)
        for (int outColumn = firstColumn; outColumn <= min(column / work.stride, work.outWidth - 1); ++outColumn) {
            const int place = (row - outRow * work.stride) * work.kernel + column - outColumn * work.stride;
            const std::int64_t out =
                ((at.image * work.outHeight + outRow) * work.outWidth + outColumn) * work.channels + at.channel;
            sum += winner[out] == place ? toFloat(outGradient[out]) : 0.0f;
        }
    store(sum, inGradient[i]);
}

} // namespace

template <typename T>
void maxPoolForward(void* stream, const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner) {
    const std::int64_t outputs = work.images * work.outHeight * work.outWidth * work.channels;
    startThreads("maxPoolForward", stream, outputs, forwardKernel<T>, work, in, out, winner);
}

template <typename T>
void maxPoolBackward(void* stream, const MaxPoolWork& work, const T* outGradient, const std::uint16_t* winner,
                     T* inGradient) {
    const std::int64_t inputs = work.images * work.inHeight * work.inWidth * work.channels;
    startThreads("maxPoolBackward", stream, inputs, backwardKernel<T>, work, outGradient, winner, inGradient);
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void maxPoolForward(void*, const MaxPoolWork&, const T*, T*, std::uint16_t*);                             \
    template void maxPoolBackward(void*, const MaxPoolWork&, const T*, const std::uint16_t*, T*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::cuda
