// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/depthwise.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/depthwise.h"

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/depthwise_taps.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

constexpr int kAtOnce = 4; // results of a line, for which a weight is loaded once; or vectors of one result

// kCount results from j on, all of which have all terms, of the channels of one vector.
template <int kCount, class D, typename T>
HWY_INLINE void sumTaps(D d, const DepthwiseTaps<T>& taps, int j, int c, const DepthwiseLine<T>& line) {
    hn::Vec<D> sums[kCount];
    BELFRY_UNROLL for (int i = 0; i < kCount; ++i) sums[i] = line.bias ? hn::LoadU(d, line.bias + c) : hn::Zero(d);
    for (const DepthwiseTap<T>& tap : taps.at) {
        const auto weight = hn::LoadU(d, tap.weights + c);
        const T* from = tap.line + std::int64_t{tap.column + j * taps.step} * line.channels + c;
        BELFRY_UNROLL for (int i = 0; i < kCount; ++i) sums[i] =
            hn::MulAdd(weight, load(d, from + std::int64_t{i} * taps.step * line.channels), sums[i]);
    }
    BELFRY_UNROLL for (int i = 0; i < kCount; ++i) store(d, sums[i], line.result(j + i) + c);
}

// One result, of the channels of kVectors vectors: sums of one would wait for one another.
template <int kVectors, class D, typename T>
HWY_INLINE void sumResult(D d, const DepthwiseTaps<T>& taps, int j, int c, const DepthwiseLine<T>& line) {
    const int width = int(hn::Lanes(d));
    hn::Vec<D> sums[kVectors];
    BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) sums[i] =
        line.bias ? hn::LoadU(d, line.bias + c + i * width) : hn::Zero(d);
    for (const DepthwiseTap<T>& tap : taps.at) {
        if (!taps.reaches(tap, j))
            continue;
        const T* from = tap.line + std::int64_t{tap.column + j * taps.step} * line.channels + c;
        BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) sums[i] =
            hn::MulAdd(hn::LoadU(d, tap.weights + c + i * width), load(d, from + i * width), sums[i]);
    }
    BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) store(d, sums[i], line.result(j) + c + i * width);
}

// The results [first, last) of a line, one by one.
template <typename T>
void sumResults(const DepthwiseTaps<T>& taps, int first, int last, const DepthwiseLine<T>& line) {
    const hn::ScalableTag<float> whole;
    const int width = int(hn::Lanes(whole)), channels = line.channels;
    for (int j = first; j < last; ++j) {
        int c = 0;
        for (; c + kAtOnce * width <= channels; c += kAtOnce * width)
            sumResult<kAtOnce>(whole, taps, j, c, line);
        for (; c + width <= channels; c += width)
            sumResult<1>(whole, taps, j, c, line);
        for (; c < channels; ++c)
            sumResult<1>(hn::CappedTag<float, 1>(), taps, j, c, line);
    }
}

// A line of `count` results.
template <typename T>
void sumLine(const DepthwiseTaps<T>& taps, int count, const DepthwiseLine<T>& line) {
    const auto [first, last] = taps.whole(count);
    const int rest = first + (last - first) / kAtOnce * kAtOnce;
    sumResults(taps, 0, first, line);
    overChannels(line.channels, [&, first = first](auto d, int c) HWY_ATTR {
        for (int j = first; j < rest; j += kAtOnce)
            sumTaps<kAtOnce>(d, taps, j, c, line);
    });
    sumResults(taps, rest, count, line);
}

// The lines [first, last) of outputs, those of all images. weights: [tap][channel].
template <typename T>
void forwardLines(const DepthwiseWork& w, const T* in, const float* weights, const float* bias, T* out,
                  std::int64_t first, std::int64_t last) {
    DepthwiseTaps<T> taps{.at = {}, .step = w.stride, .width = w.inWidth};
    for (std::int64_t line = first; line < last; ++line) {
        const std::int64_t image = line / w.outHeight, top = line % w.outHeight * w.stride - w.above;
        taps.at.clear();
        for (int tap = 0; tap < w.kernel * w.kernel; ++tap)
            if (const std::int64_t row = top + tap / w.kernel * w.dilation; row >= 0 && row < w.inHeight)
                taps.at.push_back({in + (image * w.inHeight + row) * w.inWidth * w.channels,
                                   tap % w.kernel * w.dilation - w.left, weights + tap * w.channels});
        sumLine<T>(taps, w.outWidth, {out + line * w.outWidth * w.channels, 1, w.channels, bias});
    }
}

// The lines [first, last) of inputs, those of all images. Inputs that are `stride` apart have the same taps.
template <typename T>
void inputGradientLines(const DepthwiseWork& w, const T* outGradient, const float* weights, T* inGradient,
                        std::int64_t first, std::int64_t last) {
    DepthwiseTaps<T> taps{.at = {}, .step = 1, .width = w.outWidth};
    // Calls use(output) for the output that a tap takes to an input, if there is one.
    const auto ofOutput = [&](std::int64_t input, int tap, const auto& use) {
        if (const std::int64_t place = input - std::int64_t{tap} * w.dilation; place % w.stride == 0)
            use(place / w.stride);
    };
    for (std::int64_t line = first; line < last; ++line) {
        const std::int64_t image = line / w.inHeight, row = line % w.inHeight + w.above;
        for (int start = 0; start < std::min(w.stride, w.inWidth); ++start) {
            taps.at.clear();
            for (int y = 0; y < w.kernel; ++y)
                ofOutput(row, y, [&](std::int64_t outRow) {
                    if (outRow < 0 || outRow >= w.outHeight)
                        return;
                    for (int x = 0; x < w.kernel; ++x)
                        ofOutput(start + w.left, x, [&](std::int64_t column) {
                            taps.at.push_back({outGradient + (image * w.outHeight + outRow) * w.outWidth * w.channels,
                                               int(column), weights + (y * w.kernel + x) * w.channels});
                        });
                });
            sumLine<T>(taps, (w.inWidth - start + w.stride - 1) / w.stride,
                       {inGradient + (line * w.inWidth + start) * w.channels, w.stride, w.channels, nullptr});
        }
    }
}

// sums[tap][channel] += of kTaps taps of a row, from x on, for the outputs of one line.
template <int kTaps, class D, typename T>
HWY_INLINE void addProducts(D d, const DepthwiseWork& w, const T* in, const T* outGradient, int x, int c, float* sums) {
    const int start = x * w.dilation - w.left, rest = w.inWidth - 1 - start - (kTaps - 1) * w.dilation;
    // The outputs [first, last) for which all these taps are in the picture.
    const int last = rest < 0 ? 0 : std::min(rest / w.stride + 1, w.outWidth);
    const int first = start < 0 ? std::min((w.stride - 1 - start) / w.stride, last) : 0;
    hn::Vec<D> all[kTaps];
    BELFRY_UNROLL for (int i = 0; i < kTaps; ++i) all[i] = hn::LoadU(d, sums + (x + i) * w.channels + c);
    const auto add = [&](int column, auto everywhere) HWY_ATTR {
        const auto gradient = load(d, outGradient + std::int64_t{column} * w.channels + c);
        const int from = start + column * w.stride;
        BELFRY_UNROLL for (int i = 0; i < kTaps; ++i) if (const int at = from + i * w.dilation;
                                                          everywhere() || (at >= 0 && at < w.inWidth)) all[i] =
            hn::MulAdd(gradient, load(d, in + std::int64_t{at} * w.channels + c), all[i]);
    };
    int column = 0;
    for (; column < first; ++column)
        add(column, std::false_type());
    for (; column < last; ++column)
        add(column, std::true_type());
    for (; column < w.outWidth; ++column)
        add(column, std::false_type());
    BELFRY_UNROLL for (int i = 0; i < kTaps; ++i) hn::StoreU(all[i], d, sums + (x + i) * w.channels + c);
}

// sums [tap][channel] += of the images [first, last).
template <typename T>
void addFilterGradient(const DepthwiseWork& w, const T* in, const T* outGradient, float* sums, std::int64_t first,
                       std::int64_t last) {
    for (std::int64_t line = first * w.outHeight; line < last * w.outHeight; ++line) {
        const std::int64_t image = line / w.outHeight, top = line % w.outHeight * w.stride - w.above;
        const T* gradients = outGradient + line * w.outWidth * w.channels;
        for (int y = 0; y < w.kernel; ++y) {
            const std::int64_t row = top + y * w.dilation;
            if (row < 0 || row >= w.inHeight)
                continue;
            const T* pixels = in + (image * w.inHeight + row) * w.inWidth * w.channels;
            float* ofRow = sums + std::int64_t{y} * w.kernel * w.channels;
            overChannels(w.channels, [&](auto d, int c) HWY_ATTR {
                int x = 0;
                for (; x + 5 <= w.kernel; x += 5)
                    addProducts<5>(d, w, pixels, gradients, x, c, ofRow);
                for (; x + 3 <= w.kernel; x += 3)
                    addProducts<3>(d, w, pixels, gradients, x, c, ofRow);
                for (; x < w.kernel; ++x)
                    addProducts<1>(d, w, pixels, gradients, x, c, ofRow);
            });
        }
    }
}

} // namespace

auto DepthwiseForward() { return std::pair(&forwardLines<float>, &forwardLines<Bf16>); }
auto DepthwiseInputGradient() { return std::pair(&inputGradientLines<float>, &inputGradientLines<Bf16>); }
auto DepthwiseFilterGradient() { return std::pair(&addFilterGradient<float>, &addFilterGradient<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(DepthwiseForward);
HWY_EXPORT(DepthwiseInputGradient);
HWY_EXPORT(DepthwiseFilterGradient);

namespace {

// [channel][tap] -> [tap][channel]
std::vector<float> byTap(const DepthwiseWork& work, const float* filters) {
    const std::int64_t taps = std::int64_t{work.kernel} * work.kernel;
    std::vector<float> weights(static_cast<std::size_t>(taps * work.channels));
    for (std::int64_t channel = 0; channel < work.channels; ++channel)
        for (std::int64_t tap = 0; tap < taps; ++tap)
            weights[static_cast<std::size_t>(tap * work.channels + channel)] = filters[channel * taps + tap];
    return weights;
}

} // namespace

template <typename T>
void depthwise(const DepthwiseWork& work, const T* in, const float* filters, const float* bias, T* out) {
    const std::vector<float> weights = byTap(work, filters);
    const auto lines = kernelFor<T>(HWY_DYNAMIC_DISPATCH(DepthwiseForward)());
    forRowRanges(work.images * work.outHeight, work.outNumbers(), [&](std::int64_t first, std::int64_t last) {
        lines(work, in, weights.data(), bias, out, first, last);
    });
}

template <typename T>
void depthwiseInputGradient(const DepthwiseWork& work, const T* outGradient, const float* filters, T* inGradient) {
    const std::vector<float> weights = byTap(work, filters);
    const auto lines = kernelFor<T>(HWY_DYNAMIC_DISPATCH(DepthwiseInputGradient)());
    forRowRanges(work.images * work.inHeight, work.inNumbers(), [&](std::int64_t first, std::int64_t last) {
        lines(work, outGradient, weights.data(), inGradient, first, last);
    });
}

// Sums of fixed parts of the images, then of the parts in order.
template <typename T>
void depthwiseFilterGradient(const DepthwiseWork& work, const T* in, const T* outGradient, float* filterGradient) {
    constexpr std::int64_t kParts = 16;
    const std::int64_t taps = std::int64_t{work.kernel} * work.kernel, numbers = taps * work.channels;
    const auto addImages = kernelFor<T>(HWY_DYNAMIC_DISPATCH(DepthwiseFilterGradient)());
    std::vector<float> sums(static_cast<std::size_t>(kParts * numbers));
    forRowRanges(kParts, work.outNumbers(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t part = first; part < last; ++part)
            addImages(work, in, outGradient, sums.data() + part * numbers, work.images * part / kParts,
                      work.images * (part + 1) / kParts);
    });
    for (std::int64_t channel = 0; channel < work.channels; ++channel)
        for (std::int64_t tap = 0; tap < taps; ++tap) {
            double sum = 0;
            for (std::int64_t part = 0; part < kParts; ++part)
                sum += double{sums[static_cast<std::size_t>(part * numbers + tap * work.channels + channel)]};
            filterGradient[channel * taps + tap] = static_cast<float>(sum);
        }
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void depthwise(const DepthwiseWork&, const T*, const float*, const float*, T*);                           \
    template void depthwiseInputGradient(const DepthwiseWork&, const T*, const float*, T*);                            \
    template void depthwiseFilterGradient(const DepthwiseWork&, const T*, const T*, float*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry
#endif
