// Weight gradient of any convolution, and what goes before it: border, ReLU's mask, the way back through the pool.
// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/lanes/weight_gradient.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/lanes/lane_kernels.h"
#include "core/kernels/lanes/vector_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace belfry::lanes::HWY_NAMESPACE {

// Sums of neighbouring taps x filters stay in registers over a band of rows.
constexpr int kMaxTaps = 5, kMaxGradientFilters = 4;
constexpr int kMaxSums = kWidth == 16 || HWY_ARCH_ARM_A64 ? 20 : 12;

struct Place { // neighbouring taps from (ky, kx) on, between `channel` and filters from `first` on, over a band
    int lane, first, channel, ky, kx, top, bottom;
};

template <int kTaps, int kFilters>
HWY_NOINLINE void tapRow(const WeightGradient& work, const Place& at) {
    const Planes &in = work.in, &gradient = work.gradient;
    Vector sums[kFilters][kTaps];
    BELFRY_UNROLL for (int i = 0; i < kFilters * kTaps; ++i) { sums[i / kTaps][i % kTaps] = hn::Zero(Floats()); }
    const int top = std::max(at.top, in.border - at.ky), bottom = std::min(at.bottom, in.height + in.border - at.ky);
    for (int y = top; y < bottom; ++y) {
        const float* pixel = in.data + std::size_t(at.channel) * in.planeStride() +
                             std::size_t(y + at.ky) * in.rowStride() + std::size_t(at.kx * kLanes + at.lane);
        const float* grad = gradient.data + std::size_t(at.first) * gradient.planeStride() +
                            std::size_t(y + gradient.border) * gradient.rowStride() +
                            std::size_t(gradient.border * kLanes + at.lane);
        for (int x = 0; x < gradient.width; ++x, pixel += kLanes, grad += kLanes) {
            reloadFrom(pixel);
            Vector pixels[kTaps];
            BELFRY_UNROLL for (int t = 0; t < kTaps; ++t) { pixels[t] = load(pixel + t * kLanes); }
            BELFRY_UNROLL for (int f = 0; f < kFilters; ++f) {
                const Vector g = load(grad + std::size_t(f) * gradient.planeStride());
                BELFRY_UNROLL for (int t = 0; t < kTaps; ++t) { sums[f][t] = hn::MulAdd(g, pixels[t], sums[f][t]); }
            }
        }
    }
    BELFRY_UNROLL for (int i = 0; i < kFilters * kTaps; ++i) {
        const int tap = ((at.first + i / kTaps) * work.kernel + at.ky) * work.kernel + at.kx + i % kTaps;
        add(sums[i / kTaps][i % kTaps],
            work.laned + std::size_t(tap * in.channels + at.channel) * kLanes + std::size_t(at.lane));
    }
}

template <int kTaps, int kFilters>
HWY_INLINE void anyTapRow(const WeightGradient& work, const Place& at, int taps, int filters) {
    if constexpr (kTaps > 1) {
        if (taps < kTaps) {
            anyTapRow<kTaps - 1, kFilters>(work, at, taps, filters);
            return;
        }
    }
    if constexpr (kFilters > 1) {
        if (filters < kFilters) {
            anyTapRow<kTaps, kFilters - 1>(work, at, taps, filters);
            return;
        }
    }
    tapRow<kTaps, kFilters>(work, at);
}

// One band: what it reads of the gradient stays in the first-level cache over all channels and rows of taps.
HWY_INLINE void addBand(const WeightGradient& work, Place at, int taps, int filters) {
    for (at.channel = 0; at.channel < work.in.channels; ++at.channel) {
        for (at.ky = 0; at.ky < work.kernel; ++at.ky)
            for (at.lane = 0; at.lane < kLanes; at.lane += kWidth)
                anyTapRow<kMaxTaps, kMaxGradientFilters>(work, at, taps, filters);
    }
}

void WeightGradients(const WeightGradient& work) {
    constexpr int kBandBytes = 16 << 10;
    for (int kx = 0; kx < work.kernel; kx += kMaxTaps) {
        const int taps = std::min(kMaxTaps, work.kernel - kx);
        const int maxFilters = std::min(kMaxGradientFilters, kMaxSums / taps);
        const int rowBytes = maxFilters * work.gradient.width * kLanes * int(sizeof(float));
        const int band = std::max(1, kBandBytes / rowBytes);
        for (int first = 0; first < work.gradient.channels; first += maxFilters) {
            for (int top = 0; top < work.gradient.height; top += band) {
                addBand(work, {0, first, 0, 0, kx, top, std::min(top + band, work.gradient.height)}, taps,
                        std::min(maxFilters, work.gradient.channels - first));
            }
        }
    }
}

void MaskedGradient(const MaskGradient& work) {
    for (int lane = 0; lane < kLanes; lane += kWidth) {
        for (int f = 0; f < work.filters; ++f) {
            Vector sum = hn::Zero(Floats());
            const std::size_t begin = std::size_t(f * work.cells) * kLanes + std::size_t(lane);
            const std::size_t end = begin + std::size_t(work.cells) * kLanes;
            for (std::size_t i = begin; i < end; i += kLanes) {
                Vector gradient = load(work.gradOut + i);
                if (work.relu) // NaN lets the gradient through
                    gradient = hn::IfThenZeroElse(hn::Le(load(work.out + i), hn::Zero(Floats())), gradient);
                sum = hn::Add(sum, gradient);
                store(gradient, work.masked + i);
            }
            add(sum, work.lanedBias + f * kLanes + lane);
        }
    }
}

// Writes the four positions under one pooled value.
HWY_INLINE void unpoolCell(Vector gradient, const std::uint8_t* argmax, float* corner, std::size_t rowStride) {
    const Integers integers;
    const auto winner = hn::PromoteTo(integers, hn::LoadU(Bytes(), argmax));
    BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
        const auto mask = hn::RebindMask(Floats(), hn::Eq(winner, hn::Set(integers, i)));
        store(hn::IfThenElseZero(mask, gradient), corner + std::size_t(i / 2) * rowStride + i % 2 * kLanes);
    }
}

void Unpooled(const float* masked, const std::uint8_t* argmax, int rows, int columns, const Planes& to, float* data) {
    std::fill_n(data, std::size_t(to.channels) * to.planeStride(), 0.0F);
    for (int lane = 0; lane < kLanes; lane += kWidth) {
        for (int i = 0; i < to.channels * rows * columns; ++i) {
            const int channel = i / (rows * columns), row = i / columns % rows, column = i % columns;
            float* corner = data + std::size_t(channel) * to.planeStride() +
                            std::size_t(2 * row + to.border) * to.rowStride() +
                            std::size_t((2 * column + to.border) * kLanes + lane);
            const std::size_t at = std::size_t(i) * kLanes + std::size_t(lane);
            unpoolCell(load(masked + at), argmax + at, corner, to.rowStride());
        }
    }
}

} // namespace belfry::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry::lanes {

HWY_EXPORT(WeightGradients);
void weightGradient(const WeightGradient& work) { HWY_DYNAMIC_DISPATCH(WeightGradients)(work); }

HWY_EXPORT(MaskedGradient);
void maskGradient(const MaskGradient& work) { HWY_DYNAMIC_DISPATCH(MaskedGradient)(work); }

HWY_EXPORT(Unpooled);
void unpool(const float* masked, const std::uint8_t* argmax, int rows, int columns, const Planes& to, float* data) {
    HWY_DYNAMIC_DISPATCH(Unpooled)(masked, argmax, rows, columns, to, data);
}

} // namespace belfry::lanes
#endif
