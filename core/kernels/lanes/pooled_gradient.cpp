// Gradients of pooled layers without the zeros: a pooled value has a gradient at one of four positions only, at another
// one in each lane. So per tap there is one multiply-add with the input (or weight) that the lane's arg-max selects,
// instead of four. Selecting pays where masks have registers of their own (AVX-512); other sets multiply the zeros.
// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/lanes/pooled_gradient.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/lanes/kernels.h"
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
struct TapRow {
    Vector at[kKernel];
};

// In each lane the row's taps for the left or the right column of the 2x2.
template <int kKernel>
HWY_INLINE TapRow<kKernel> selectColumn(const float* pixel, hn::Mask<Floats> right) {
    TapRow<kKernel> row;
    BELFRY_UNROLL for (int t = 0; t < kKernel; ++t) {
        row.at[t] = hn::IfThenElse(right, load(pixel + (t + 1) * kLanes), load(pixel + t * kLanes));
    }
    return row;
}

// kRows rows of taps, from row `ky` on, between filter f and channel c.
template <int kKernel, int kRows>
HWY_NOINLINE void weightRows(const PooledGradient& work, int f, int c, int ky) {
    Vector sums[kRows][kKernel];
    BELFRY_UNROLL for (int i = 0; i < kRows * kKernel; ++i) {
        sums[i / kKernel][i % kKernel] = hn::Zero(Floats());
    }
    const std::size_t rowStride = work.in.rowStride();
    std::size_t cell = std::size_t(f) * std::size_t(work.rows * work.columns) * kLanes;
    for (int y = 0; y < work.rows; ++y) {
        const float* pixel =
            work.in.data + std::size_t(c) * work.in.planeStride() + std::size_t(2 * y + ky) * rowStride;
        for (int x = 0; x < work.columns; ++x, pixel += 2 * kLanes, cell += kLanes) {
            const auto winner = winners(work.argmax + cell);
            const auto right = bit(winner, 1), lower = bit(winner, 2);
            const Vector gradient = load(work.masked + cell);
            TapRow<kKernel> above = selectColumn<kKernel>(pixel, right);
            BELFRY_UNROLL for (int r = 0; r < kRows; ++r) {
                const auto below = selectColumn<kKernel>(pixel + std::size_t(r + 1) * rowStride, right);
                BELFRY_UNROLL for (int t = 0; t < kKernel; ++t) {
                    sums[r][t] = hn::MulAdd(gradient, hn::IfThenElse(lower, below.at[t], above.at[t]), sums[r][t]);
                }
                above = below;
            }
        }
    }
    BELFRY_UNROLL for (int i = 0; i < kRows * kKernel; ++i) {
        const int tap = (f * kKernel + ky + i / kKernel) * kKernel + i % kKernel;
        add(sums[i / kKernel][i % kKernel], work.laned + std::size_t(tap * work.in.channels + c) * kLanes);
    }
}

// One part of the window of each 2x2: all filters are summed in registers, then added to the plane.
template <int kKernel, int kRows>
HWY_NOINLINE void windowPart(const PooledGradient& work, const float* tables, int c, int firstRow) {
    constexpr int kColumns = kKernel + 1;
    const std::size_t rowStride = work.in.rowStride(), cells = std::size_t(work.rows * work.columns) * kLanes;
    for (int cell = 0; cell < work.rows * work.columns; ++cell) {
        Vector sums[kRows * kColumns];
        BELFRY_UNROLL for (int i = 0; i < kRows * kColumns; ++i) {
            sums[i] = hn::Zero(Floats());
        }
        std::size_t at = std::size_t(cell) * kLanes;
        const float* table = tables;
        for (int f = 0; f < work.filters; ++f, at += cells, table += kRows * kColumns * 4) {
            const Vector gradient = load(work.masked + at);
            const auto winner = hn::IndicesFromVec(Floats(), winners(work.argmax + at));
            BELFRY_UNROLL for (int i = 0; i < kRows * kColumns; ++i) {
                const Vector weight = hn::TableLookupLanes(hn::LoadDup128(Floats(), table + 4 * i), winner);
                sums[i] = hn::MulAdd(gradient, weight, sums[i]);
            }
        }
        float* corner = work.gradIn + std::size_t(c) * work.in.planeStride() +
                        std::size_t(2 * (cell / work.columns) + firstRow) * rowStride +
                        std::size_t(2 * (cell % work.columns)) * kLanes;
        BELFRY_UNROLL for (int i = 0; i < kRows * kColumns; ++i) {
            add(sums[i], corner + std::size_t(i / kColumns) * rowStride + i % kColumns * kLanes);
        }
    }
}

template <int kKernel, int kRowsAtOnce>
void selectGradients(const PooledGradient& work) {
    for (int f = 0; f < work.filters; ++f) {
        for (int c = 0; c < work.in.channels; ++c) {
            weightRows<kKernel, kRowsAtOnce>(work, f, c, 0);
            if constexpr (kRowsAtOnce < kKernel) {
                weightRows<kKernel, kKernel - kRowsAtOnce>(work, f, c, kRowsAtOnce);
            }
        }
    }
    if (work.gradIn) {
        std::fill_n(work.gradIn, std::size_t(work.in.channels) * work.in.planeStride(), 0.0F);
        constexpr int kRows = pooledRowsPerPart(kKernel);
        const float* table = work.tables;
        for (int c = 0; c < work.in.channels; ++c) {
            for (int row = 0; row <= kKernel; row += kRows, table += work.filters * kRows * (kKernel + 1) * 4) {
                windowPart<kKernel, kRows>(work, table, c, row);
            }
        }
    }
}

bool SelectsGradients(int kernel) {
    return kernel == 3 || kernel == 5;
}

void SelectedGradients(const PooledGradient& work) {
    work.kernel == 3 ? selectGradients<3, 3>(work) : selectGradients<5, 3>(work);
}

#else

bool SelectsGradients(int) {
    return false;
}
void SelectedGradients(const PooledGradient&) {}

#endif

} // namespace belfry::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry::lanes {

HWY_EXPORT(SelectsGradients);
bool hasPooledGradient(int kernel) {
    return HWY_DYNAMIC_DISPATCH(SelectsGradients)(kernel);
}

HWY_EXPORT(SelectedGradients);
void pooledGradient(const PooledGradient& work) {
    HWY_DYNAMIC_DISPATCH(SelectedGradients)(work);
}

std::size_t pooledTableFloats(const LaneConvolution& shape) {
    const bool useful = shape.pool && (shape.kernel == 3 || shape.kernel == 5);
    const std::size_t window = std::size_t(shape.kernel + 1) * std::size_t(shape.kernel + 1) * 4;
    return useful ? std::size_t(shape.inChannels) * std::size_t(shape.filters) * window : 0;
}

void pooledTables(const LaneConvolution& shape, const float* weights, float* tables) {
    if (pooledTableFloats(shape) == 0) {
        return;
    }
    const int k = shape.kernel, side = k + 1, rows = pooledRowsPerPart(k), part = rows * side;
    for (int c = 0; c < shape.inChannels; ++c) {
        for (int i = 0; i < shape.filters * side * side; ++i, tables += 4) {
            const int f = i / part % shape.filters, x = i % side;
            const int y = i / part / shape.filters * rows + i / side % rows;
            for (int winner = 0; winner < 4; ++winner) {
                const int ky = y - winner / 2, kx = x - winner % 2;
                const bool meets = ky >= 0 && ky < k && kx >= 0 && kx < k;
                tables[winner] = meets ? weights[((f * k + ky) * k + kx) * shape.inChannels + c] : 0.0F;
            }
        }
    }
}

} // namespace belfry::lanes
#endif
