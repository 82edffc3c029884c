// Forward convolution with its followers in one pass, and the input gradient (a convolution with flipped weights).
// A block of positions x filters of sums stays in registers over all taps: each input vector and each weight that is
// loaded serves several multiply-adds.
// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/lanes/convolve.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/lanes/lane_kernels.h"
#include "core/kernels/lanes/vector_inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace belfry::lanes::HWY_NAMESPACE {

// Positions x filters of a block, plus their operands, fill 32 (or 16) registers; under a pool there are 2x2 positions.
constexpr bool kManyRegisters = kWidth == 16 || HWY_ARCH_ARM_A64;
constexpr int kMaxFilters = 6;
constexpr int kMaxPooledFilters = kManyRegisters ? 6 : 2;
constexpr int kBlockColumns = kManyRegisters ? 4 : 2;

template <int kRows, int kColumns, int kFilters>
struct Sums {
    Vector at[kRows * kColumns][kFilters];
};

template <int kRows, int kColumns, int kFilters>
HWY_INLINE void addTap(const float* pixel, std::size_t rowStride, const float* tap,
                       Sums<kRows, kColumns, kFilters>& sums) {
    Vector pixels[kRows * kColumns];
    BELFRY_UNROLL for (int i = 0; i < kRows * kColumns; ++i) {
        pixels[i] = load(pixel + std::size_t(i / kColumns) * rowStride + std::size_t(i % kColumns) * kLanes);
    }
    BELFRY_UNROLL for (int f = 0; f < kFilters; ++f) {
        const Vector weight = broadcast(tap + f);
        BELFRY_UNROLL for (int i = 0; i < kRows * kColumns; ++i) {
            sums.at[i][f] = hn::MulAdd(weight, pixels[i], sums.at[i][f]);
        }
    }
}

// Taps that meet the border at every position of the block are left out.
template <int kRows, int kColumns, int kFilters>
HWY_INLINE void addTaps(const Convolve& work, const float* in, const float* taps, int y, int x,
                        Sums<kRows, kColumns, kFilters>& sums) {
    const int k = work.kernel, border = work.in.border;
    const int top = std::max(0, border - y - (kRows - 1)), bottom = std::min(k, work.in.height + border - y);
    const int left = std::max(0, border - x - (kColumns - 1)), right = std::min(k, work.in.width + border - x);
    const std::size_t rowStride = work.in.rowStride(), planeStride = work.in.planeStride();
    for (int c = 0; c < work.in.channels; ++c) {
        for (int ky = top; ky < bottom; ++ky) {
            const float* pixel =
                in + std::size_t(c) * planeStride + std::size_t(y + ky) * rowStride + std::size_t(x + left) * kLanes;
            const float* tap = taps + std::size_t((c * k + ky) * k + left) * std::size_t(work.filters);
            for (int kx = left; kx < right; ++kx, pixel += kLanes, tap += work.filters)
                addTap(pixel, rowStride, tap, sums);
        }
    }
}

HWY_INLINE Vector rectify(Vector value) { // NaN stays NaN
    return hn::IfThenZeroElse(hn::Lt(value, hn::Zero(Floats())), value);
}

// The first of the largest wins, and any NaN.
HWY_INLINE hn::Mask<Floats> beats(Vector challenger, Vector best) {
    return hn::Or(hn::Gt(challenger, best), hn::IsNaN(challenger));
}

HWY_INLINE void storePooled(const Vector (&four)[4], bool relu, float* out, std::uint8_t* argmax) {
    const Integers integers;
    Vector best = four[0];
    auto winner = hn::Zero(integers);
    BELFRY_UNROLL for (int i = 1; i < 4; ++i) {
        const auto wins = beats(four[i], best);
        best = hn::IfThenElse(wins, four[i], best);
        winner = hn::IfThenElse(hn::RebindMask(integers, wins), hn::Set(integers, i), winner);
    }
    store(relu ? rectify(best) : best, out);
    if (argmax)
        hn::StoreU(hn::DemoteTo(Bytes(), winner), Bytes(), argmax);
}

template <int kRows, int kColumns, int kFilters>
HWY_INLINE void startSums(const float* bias, Sums<kRows, kColumns, kFilters>& sums) {
    BELFRY_UNROLL for (int f = 0; f < kFilters; ++f) {
        const Vector start = bias ? broadcast(bias + f) : hn::Zero(Floats());
        BELFRY_UNROLL for (int i = 0; i < kRows * kColumns; ++i) { sums.at[i][f] = start; }
    }
}

// `lane`: first of the lanes this pass serves; `first`: first filter of the block.
template <int kFilters>
HWY_INLINE void pooledBlock(const Convolve& work, int lane, int first, int row, int column, int rows, int columns) {
    Sums<2, 2, kFilters> sums;
    startSums(work.bias ? work.bias + first : nullptr, sums);
    addTaps(work, work.in.data + lane, work.taps + first, 2 * row, 2 * column, sums);
    BELFRY_UNROLL for (int f = 0; f < kFilters; ++f) {
        const std::size_t at = std::size_t(((first + f) * rows + row) * columns + column) * kLanes + std::size_t(lane);
        const Vector four[4] = {sums.at[0][f], sums.at[1][f], sums.at[2][f], sums.at[3][f]};
        storePooled(four, work.relu, work.out + at, work.argmax ? work.argmax + at : nullptr);
    }
}

template <int kColumns, int kFilters>
HWY_INLINE void plainBlock(const Convolve& work, int lane, int first, int row, int column, int rows, int columns) {
    Sums<1, kColumns, kFilters> sums;
    startSums(work.bias ? work.bias + first : nullptr, sums);
    addTaps(work, work.in.data + lane, work.taps + first, row, column, sums);
    BELFRY_UNROLL for (int f = 0; f < kFilters; ++f) {
        float* out = work.out + std::size_t(((first + f) * rows + row) * columns + column) * kLanes + lane;
        BELFRY_UNROLL for (int i = 0; i < kColumns; ++i) {
            store(work.relu ? rectify(sums.at[i][f]) : sums.at[i][f], out + i * kLanes);
        }
    }
}

// All positions of a block of filters.
template <int kFilters>
HWY_NOINLINE void pooledFilters(const Convolve& work, int lane, int first, int rows, int columns) {
    for (int cell = 0; cell < rows * columns; ++cell)
        pooledBlock<kFilters>(work, lane, first, cell / columns, cell % columns, rows, columns);
}

template <int kFilters>
HWY_NOINLINE void plainFilters(const Convolve& work, int lane, int first, int rows, int columns) {
    for (int row = 0; row < rows; ++row) {
        int column = 0;
        for (; columns >= kBlockColumns && column < columns; column += kBlockColumns) {
            const int from = std::min(column, columns - kBlockColumns); // the last block overlaps, it is not narrower
            plainBlock<kBlockColumns, kFilters>(work, lane, first, row, from, rows, columns);
        }
        for (; column < columns; ++column)
            plainBlock<1, kFilters>(work, lane, first, row, column, rows, columns);
    }
}

template <int kFilters>
HWY_INLINE void filterBlock(const Convolve& work, int lane, int first, int count) {
    if constexpr (kFilters > 1) {
        if (count < kFilters) {
            filterBlock<kFilters - 1>(work, lane, first, count);
            return;
        }
    }
    const int rows = work.in.height + 2 * work.in.border - work.kernel + 1;
    const int columns = work.in.width + 2 * work.in.border - work.kernel + 1;
    if constexpr (kFilters <= kMaxPooledFilters) {
        if (work.pool) {
            pooledFilters<kFilters>(work, lane, first, rows / 2, columns / 2);
            return;
        }
    }
    plainFilters<kFilters>(work, lane, first, rows, columns);
}

void Convolved(const Convolve& work) {
    const int maxFilters = work.pool ? kMaxPooledFilters : kMaxFilters;
    const int blocks = (work.filters + maxFilters - 1) / maxFilters;
    const int block = (work.filters + blocks - 1) / blocks; // as even as can be
    for (int lane = 0; lane < kLanes; lane += kWidth)
        for (int first = 0; first < work.filters; first += block)
            filterBlock<kMaxFilters>(work, lane, first, std::min(block, work.filters - first));
}

} // namespace belfry::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry::lanes {

HWY_EXPORT(Convolved);
void convolve(const Convolve& work) { HWY_DYNAMIC_DISPATCH(Convolved)(work); }

} // namespace belfry::lanes
#endif
