// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/max_pool.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/max_pool.h"

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/cuda_kernels.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// The part of an output's window that is inside the image.
struct Window {
    int top, left;      // of the whole window, may be negative
    int fromRow, toRow; // of the picture
    int fromColumn, toColumn;
    Window(const MaxPoolWork& work, int row, int column)
        : top(row * work.stride - work.above), left(column * work.stride - work.left), fromRow(std::max(top, 0)),
          toRow(std::min(top + work.kernel, work.inHeight)), fromColumn(std::max(left, 0)),
          toColumn(std::min(left + work.kernel, work.inWidth)) {}
};

// The largest of a window and its position, for the channels of one vector.
template <class D, typename T>
HWY_INLINE void pool(D d, const MaxPoolWork& work, const Window& window, const T* picture, T* out,
                     std::uint16_t* winner) {
    const hn::RebindToSigned<D> whole;
    const hn::Rebind<std::uint16_t, D> places;
    auto best = hn::Set(d, -std::numeric_limits<float>::infinity());
    auto place = hn::Set(whole, (window.fromRow - window.top) * work.kernel + window.fromColumn - window.left);
    for (int row = window.fromRow; row < window.toRow; ++row)
        for (int column = window.fromColumn; column < window.toColumn; ++column) {
            const auto value = load(d, picture + (std::int64_t{row} * work.inWidth + column) * work.channels);
            const auto wins = hn::Or(hn::Gt(value, best), hn::IsNaN(value));
            best = hn::IfThenElse(wins, value, best);
            const int here = (row - window.top) * work.kernel + column - window.left;
            place = hn::IfThenElse(hn::RebindMask(whole, wins), hn::Set(whole, here), place);
        }
    if (work.relu) {
        const auto stopped = hn::Le(best, hn::Zero(d));
        best = hn::IfThenZeroElse(stopped, best);
        place = hn::IfThenElse(hn::RebindMask(whole, stopped), hn::Set(whole, int{kNoWinner}), place);
    }
    store(d, best, out);
    if (winner)
        hn::StoreU(hn::DemoteTo(places, place), places, winner);
}

template <class D, typename T>
HWY_INLINE void unpool(D d, const MaxPoolWork& work, const Window& window, const T* gradient,
                       const std::uint16_t* winner, float* picture) {
    const hn::RebindToSigned<D> whole;
    const hn::Rebind<std::uint16_t, D> places;
    const auto place = hn::PromoteTo(whole, hn::LoadU(places, winner));
    const auto value = load(d, gradient);
    for (int row = window.fromRow; row < window.toRow; ++row)
        for (int column = window.fromColumn; column < window.toColumn; ++column) {
            float* to = picture + (std::int64_t{row} * work.inWidth + column) * work.channels;
            const int here = (row - window.top) * work.kernel + column - window.left;
            const auto mine = hn::RebindMask(d, hn::Eq(place, hn::Set(whole, here)));
            hn::StoreU(hn::Add(hn::LoadU(d, to), hn::IfThenElseZero(mine, value)), d, to);
        }
}

template <typename T>
void forwardImages(const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner, std::int64_t first,
                   std::int64_t last) {
    const std::int64_t inSize = std::int64_t{work.inHeight} * work.inWidth * work.channels;
    std::int64_t at = first * work.outHeight * work.outWidth * work.channels;
    for (std::int64_t image = first; image < last; ++image)
        for (int row = 0; row < work.outHeight; ++row)
            for (int column = 0; column < work.outWidth; ++column, at += work.channels) {
                const Window window(work, row, column);
                overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
                    pool(d, work, window, in + image * inSize + c, out + at + c, winner ? winner + at + c : nullptr);
                });
            }
}

// Windows that overlap add to a picture of floats, which is rounded when all are in.
template <typename T>
void backwardImages(const MaxPoolWork& work, const T* outGradient, const std::uint16_t* winner, T* inGradient,
                    std::int64_t first, std::int64_t last) {
    const std::int64_t inSize = std::int64_t{work.inHeight} * work.inWidth * work.channels;
    std::int64_t at = first * work.outHeight * work.outWidth * work.channels;
    std::vector<float> sums(std::is_same_v<T, float> ? 0 : std::size_t(inSize));
    for (std::int64_t image = first; image < last; ++image) {
        float* picture = sums.data();
        if constexpr (std::is_same_v<T, float>)
            picture = inGradient + image * inSize;
        std::fill(picture, picture + inSize, 0.0f);
        for (int row = 0; row < work.outHeight; ++row)
            for (int column = 0; column < work.outWidth; ++column, at += work.channels) {
                const Window window(work, row, column);
                overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
                    unpool(d, work, window, outGradient + at + c, winner + at + c, picture + c);
                });
            }
        if constexpr (!std::is_same_v<T, float>)
            overChannels(int(inSize), [&](auto d, int i) HWY_ATTR {
                store(d, hn::LoadU(d, picture + i), inGradient + image * inSize + i);
            });
    }
}

} // namespace

auto MaxPoolForward() { return std::pair(&forwardImages<float>, &forwardImages<Bf16>); }
auto MaxPoolBackward() { return std::pair(&backwardImages<float>, &backwardImages<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(MaxPoolForward);
HWY_EXPORT(MaxPoolBackward);

namespace {

std::int64_t inputNumbers(const MaxPoolWork& work) {
    return work.images * work.inHeight * work.inWidth * work.channels;
}

} // namespace

template <typename T>
void maxPoolForward(ExecutionContext context, const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner) {
    if (context.cuda)
        return cuda::maxPoolForward(context.stream, work, in, out, winner);
    const auto forwardImages = kernelFor<T>(HWY_DYNAMIC_DISPATCH(MaxPoolForward)());
    forRowRanges(work.images, inputNumbers(work),
                 [&](std::int64_t first, std::int64_t last) { forwardImages(work, in, out, winner, first, last); });
}

template <typename T>
void maxPoolBackward(ExecutionContext context, const MaxPoolWork& work, const T* outGradient,
                     const std::uint16_t* winner, T* inGradient) {
    if (context.cuda)
        return cuda::maxPoolBackward(context.stream, work, outGradient, winner, inGradient);
    const auto backwardImages = kernelFor<T>(HWY_DYNAMIC_DISPATCH(MaxPoolBackward)());
    forRowRanges(work.images, inputNumbers(work), [&](std::int64_t first, std::int64_t last) {
        backwardImages(work, outGradient, winner, inGradient, first, last);
    });
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void maxPoolForward(ExecutionContext, const MaxPoolWork&, const T*, T*, std::uint16_t*);                  \
    template void maxPoolBackward(ExecutionContext, const MaxPoolWork&, const T*, const std::uint16_t*, T*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry
#endif
