// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/panels.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/panels.h"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kDepth = 256; // rows of a panel that stay in the first cache for all rows of `left`

using Floats = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Floats>;
constexpr int kWidth = int(hn::MaxLanes(Floats()));
constexpr int kRows = kWidth == 16 ? 8 : 4; // with two vectors of sums each: what registers hold

// The sums of kCount rows and of kVectors vectors' columns.
template <int kVectors, int kCount>
struct Sums {
    Vector at[kCount][kVectors];

    HWY_INLINE void clear() {
        BELFRY_UNROLL for (int row = 0; row < kCount; ++row) BELFRY_UNROLL for (int i = 0; i < kVectors; ++i)
            at[row][i] = hn::Zero(Floats());
    }
    HWY_INLINE void store(float* out, std::int64_t stride) const {
        BELFRY_UNROLL for (int row = 0; row < kCount; ++row) BELFRY_UNROLL for (int i = 0; i < kVectors; ++i)
            hn::StoreU(at[row][i], Floats(), out + row * stride + i * kWidth);
    }
    HWY_INLINE void addTo(float* out, std::int64_t stride) const {
        BELFRY_UNROLL for (int row = 0; row < kCount; ++row) BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) {
            float* to = out + row * stride + i * kWidth;
            hn::StoreU(hn::Add(at[row][i], hn::LoadU(Floats(), to)), Floats(), to);
        }
    }
    // One number of every row, `stride` apart, times a row of `right`.
    HWY_INLINE void add(const float* left, std::int64_t stride, const float* right) {
        Vector of[kVectors];
        BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) of[i] = hn::LoadU(Floats(), right + i * kWidth);
        BELFRY_UNROLL for (int row = 0; row < kCount; ++row) {
            const Vector number = hn::Set(Floats(), left[row * stride]);
            BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) at[row][i] = hn::MulAdd(number, of[i], at[row][i]);
        }
    }
};

// Of the left operand: known to the compiler, or 0 and as the operand says.
template <int kRowStride, int kStride>
struct Strides {
    HWY_INLINE static std::int64_t ofRows(const LeftOperand& left) {
        return kRowStride > 0 ? kRowStride : left.rowStride;
    }
    HWY_INLINE static std::int64_t ofNumbers(const LeftOperand& left) { return kStride > 0 ? kStride : left.stride; }
};

// kCount rows from `row` on, of the stretch [from, to). Rounding grows with the root of the length of a sum: sums of
// stretches round less than one sum.
template <int kVectors, int kCount, class Of>
HWY_INLINE void multiplyRows(std::int64_t row, std::int64_t from, std::int64_t to, const LeftOperand& left,
                             const float* right, bool adds, float* out, std::int64_t outStride) {
    Sums<kVectors, kCount> sums;
    sums.clear();
    for (std::int64_t k = from; k < to; k += kPanel) {
        const float* of = left.numbers + row * Of::ofRows(left) + k / kPanel * left.panelStride;
        for (int i = 0, count = columnsOf(to, k / kPanel); i < count; ++i)
            sums.add(of + i * Of::ofNumbers(left), Of::ofRows(left), right + (k + i) * kPanel);
    }
    if (adds || from > 0)
        sums.addTo(out, outStride);
    else
        sums.store(out, outStride);
}

template <int kVectors, class Of>
HWY_INLINE void multiplyColumns(std::int64_t rows, std::int64_t depth, const LeftOperand& left, const float* right,
                                bool adds, float* out, std::int64_t outStride) {
    for (std::int64_t row = 0; depth == 0 && !adds && row < rows; ++row) // a sum of nothing
        std::fill_n(out + row * outStride, kVectors * kWidth, 0.0F);
    for (std::int64_t from = 0; from < depth; from += kDepth) {
        const std::int64_t to = std::min(from + kDepth, depth);
        std::int64_t row = 0;
        for (; row + kRows <= rows; row += kRows)
            multiplyRows<kVectors, kRows, Of>(row, from, to, left, right, adds, out + row * outStride, outStride);
        for (; row < rows; ++row)
            multiplyRows<kVectors, 1, Of>(row, from, to, left, right, adds, out + row * outStride, outStride);
    }
}

// By two vectors of columns, and by one where one is half a panel.
template <class Of>
void multiply(std::int64_t rows, std::int64_t depth, int columns, const LeftOperand& left, const float* right,
              bool adds, float* out, std::int64_t outStride) {
    if (kWidth == kHalfPanel && columns <= kHalfPanel)
        return multiplyColumns<1, Of>(rows, depth, left, right, adds, out, outStride);
    for (int column = 0; column < columns; column += 2 * kWidth)
        multiplyColumns<2, Of>(rows, depth, left, right + column, adds, out + column, outStride);
}

} // namespace

// Addresses by constant strides: without them a step of cifar-94 takes 3 % longer.
void Multiply(std::int64_t rows, std::int64_t depth, int columns, const LeftOperand& left, const float* right,
              bool adds, float* out, std::int64_t outStride) {
    const bool panels = left.rowStride == kPanel && left.stride == 1;
    const bool transposed = left.rowStride == 1 && left.stride == kPanel;
    const auto product = panels                ? multiply<Strides<kPanel, 1>>
                         : transposed          ? multiply<Strides<1, kPanel>>
                         : left.rowStride == 1 ? multiply<Strides<1, 0>>
                                               : multiply<Strides<0, 1>>;
    product(rows, depth, columns, left, right, adds, out, outStride);
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(Multiply);

void multiplyPanel(std::int64_t rows, std::int64_t depth, int columns, const LeftOperand& left, const float* right,
                   float* out, std::int64_t outStride) {
    HWY_DYNAMIC_DISPATCH(Multiply)(rows, depth, columns, left, right, /*adds=*/false, out, outStride);
}

void addPanel(std::int64_t rows, std::int64_t depth, int columns, const LeftOperand& left, const float* right,
              float* out, std::int64_t outStride) {
    HWY_DYNAMIC_DISPATCH(Multiply)(rows, depth, columns, left, right, /*adds=*/true, out, outStride);
}

} // namespace belfry
#endif
