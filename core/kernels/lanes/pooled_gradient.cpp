// Gradients of pooled layers without the zeros: a pooled value has a gradient at one of four positions only, at another
// one in each lane. So per tap there is one multiply-add with the input (or weight) that the lane's arg-max selects,
// instead of four. Selecting pays where masks have registers of their own (AVX-512); other sets multiply the zeros.
// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/lanes/pooled_gradient.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/lanes/lane_kernels.h"
#include "core/kernels/lanes/vector_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace belfry::lanes::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL

HWY_INLINE hn::Vec<Integers> winners(const std::uint8_t* argmax) {
    return hn::PromoteTo(Integers(), hn::LoadU(Bytes(), argmax));
}

HWY_INLINE hn::Mask<Floats> bit(hn::Vec<Integers> winner, int value) {
    return hn::RebindMask(Floats(), hn::TestBit(winner, hn::Set(Integers(), value)));
}

template <int kKernel>
struct Taps {
    Vector at[kKernel];
};

// In each lane the row's taps for the left or the right column of the 2x2. Each input is loaded once, into a register
// (the compiler would rather load it for both of its uses, and loads are the limit).
template <int kKernel>
HWY_INLINE Taps<kKernel> selectColumn(const float* pixel, hn::Mask<Floats> right) {
    Taps<kKernel> row;
    Vector left = load(pixel);
    BELFRY_UNROLL for (int t = 0; t < kKernel; ++t) {
        Vector next = load(pixel + (t + 1) * kLanes);
        asm("" : "+v"(next.raw));
        row.at[t] = hn::IfThenElse(right, next, left);
        left = next;
    }
    return row;
}

// All taps between filter f and channel c.
template <int kKernel>
HWY_NOINLINE void tapSums(const PooledGradient& work, int f, int c) {
    Vector sums[kKernel][kKernel];
    BELFRY_UNROLL for (int i = 0; i < kKernel * kKernel; ++i) { sums[i / kKernel][i % kKernel] = hn::Zero(Floats()); }
    const std::size_t rowStride = work.in.rowStride();
    std::size_t cell = std::size_t(f) * std::size_t(work.rows * work.columns) * kLanes;
    for (int y = 0; y < work.rows; ++y) {
        const float* pixel = work.in.data + std::size_t(c) * work.in.planeStride() + std::size_t(2 * y) * rowStride;
        for (int x = 0; x < work.columns; ++x, pixel += 2 * kLanes, cell += kLanes) {
            reloadFrom(pixel);
            const auto winner = winners(work.argmax + cell);
            const auto right = bit(winner, 1), lower = bit(winner, 2);
            const Vector gradient = load(work.masked + cell);
            Taps<kKernel> above = selectColumn<kKernel>(pixel, right);
            BELFRY_UNROLL for (int r = 0; r < kKernel; ++r) {
                const auto below = selectColumn<kKernel>(pixel + std::size_t(r + 1) * rowStride, right);
                BELFRY_UNROLL for (int t = 0; t < kKernel; ++t) {
                    sums[r][t] = hn::MulAdd(gradient, hn::IfThenElse(lower, below.at[t], above.at[t]), sums[r][t]);
                }
                above = below;
            }
        }
    }
    BELFRY_UNROLL for (int i = 0; i < kKernel * kKernel; ++i) {
        const std::size_t tap = std::size_t((f * kKernel * kKernel + i) * work.in.channels + c);
        add(sums[i / kKernel][i % kKernel], work.laned + tap * kLanes);
    }
}

// Positions kFirst to kFirst + kCount of the window over each 2x2: all filters are summed in registers, then added to
// the plane. One vector holds the tables of four positions: to broadcast one at a time would cost a shuffle more each.
template <int kKernel, int kFirst, int kCount>
HWY_NOINLINE void windowPart(const PooledGradient& work, const float* tables, int c) {
    constexpr int kSide = kKernel + 1;
    const std::size_t rowStride = work.in.rowStride(), cells = std::size_t(work.rows * work.columns) * kLanes;
    for (int cell = 0; cell < work.rows * work.columns; ++cell) {
        Vector sums[kCount];
        BELFRY_UNROLL for (int i = 0; i < kCount; ++i) { sums[i] = hn::Zero(Floats()); }
        std::size_t at = std::size_t(cell) * kLanes;
        const float* table = tables;
        for (int f = 0; f < work.filters; ++f, at += cells, table += 4 * kCount) {
            const Vector gradient = load(work.masked + at);
            const auto winner = winners(work.argmax + at);
            BELFRY_UNROLL for (int i = 0; i < kCount; ++i) {
                const auto entry = hn::IndicesFromVec(Floats(), hn::Add(winner, hn::Set(Integers(), i % 4 * 4)));
                const Vector weight = hn::TableLookupLanes(load(table + i / 4 * kLanes), entry);
                sums[i] = hn::MulAdd(gradient, weight, sums[i]);
            }
        }
        float* corner = work.gradIn + std::size_t(c) * work.in.planeStride() +
                        std::size_t(2 * (cell / work.columns)) * rowStride +
                        std::size_t(2 * (cell % work.columns)) * kLanes;
        BELFRY_UNROLL for (int i = 0; i < kCount; ++i) {
            const int row = (kFirst + i) / kSide, column = (kFirst + i) % kSide;
            add(sums[i], corner + std::size_t(row) * rowStride + column * kLanes);
        }
    }
}

template <int kKernel>
void selectGradients(const PooledGradient& work) {
    for (int c = 0; c < work.in.channels; ++c)
        for (int f = 0; f < work.filters; ++f)
            tapSums<kKernel>(work, f, c);
    if (work.gradIn) {
        std::fill_n(work.gradIn, std::size_t(work.in.channels) * work.in.planeStride(), 0.0F);
        constexpr int kWindow = (kKernel + 1) * (kKernel + 1), kPart = pooledPart(kKernel);
        const float* tables = work.tables;
        for (int c = 0; c < work.in.channels; ++c, tables += 4 * work.filters * kWindow) {
            windowPart<kKernel, 0, kPart>(work, tables, c);
            if constexpr (kPart < kWindow)
                windowPart<kKernel, kPart, kWindow - kPart>(work, tables + 4 * work.filters * kPart, c);
        }
    }
}

bool SelectsGradients(int kernel) { return kernel == 3 || kernel == 5; }

void SelectedGradients(const PooledGradient& work) {
    work.kernel == 3 ? selectGradients<3>(work) : selectGradients<5>(work);
}

#else

bool SelectsGradients(int) { return false; }
void SelectedGradients(const PooledGradient&) {}

#endif

} // namespace belfry::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry::lanes {

HWY_EXPORT(SelectsGradients);
bool hasPooledGradient(int kernel) { return HWY_DYNAMIC_DISPATCH(SelectsGradients)(kernel); }

HWY_EXPORT(SelectedGradients);
void pooledGradient(const PooledGradient& work) { HWY_DYNAMIC_DISPATCH(SelectedGradients)(work); }

std::size_t pooledTableFloats(const LaneConvolution& shape) {
    const bool useful = shape.pool && (shape.kernel == 3 || shape.kernel == 5);
    const std::size_t window = std::size_t(shape.kernel + 1) * std::size_t(shape.kernel + 1) * 4;
    return useful ? std::size_t(shape.inChannels) * std::size_t(shape.filters) * window : 0;
}

void pooledTables(const LaneConvolution& shape, const float* weights, float* tables) {
    if (pooledTableFloats(shape) == 0)
        return;
    const int k = shape.kernel, side = k + 1, part = pooledPart(k), rest = side * side - part;
    std::fill_n(tables, pooledTableFloats(shape), 0.0F); // what does not meet the window
    for (int i = 0; i < shape.filters * k * k; ++i, weights += shape.inChannels) {
        const int f = i / (k * k);
        for (int winner = 0; winner < 4; ++winner) {
            const int position = (i / k % k + winner / 2) * side + i % k + winner % 2;
            const int first = f * part + position, second = shape.filters * part + f * rest + position - part;
            const int at = position < part ? first : second;
            for (int c = 0; c < shape.inChannels; ++c)
                tables[(c * shape.filters * side * side + at) * 4 + winner] = weights[c];
        }
    }
}

} // namespace belfry::lanes
#endif
