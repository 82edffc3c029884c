// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/panels.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/panels.h"

#include "core/kernels/panels_bf16.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kDepth = 128; // rows of a panel that stay in the first cache for all rows of `left`

using Floats = hn::CappedTag<float, 16>;
using Words = hn::RebindToUnsigned<Floats>;
using Vector = hn::Vec<Floats>;
constexpr int kWidth = int(hn::MaxLanes(Floats()));
constexpr int kRows = kWidth == 16 ? 8 : 4; // with two vectors of sums each: what registers hold

// The sums of kRows rows and of kVectors vectors' columns.
template <int kVectors>
struct Sums {
    Vector at[kRows][kVectors];

    HWY_INLINE void load(const float* out) {
        BELFRY_UNROLL for (int row = 0; row < kRows; ++row) BELFRY_UNROLL for (int i = 0; i < kVectors; ++i)
            at[row][i] = hn::LoadU(Floats(), out + row * kPanel + i * kWidth);
    }
    HWY_INLINE void clear() {
        BELFRY_UNROLL for (int row = 0; row < kRows; ++row) BELFRY_UNROLL for (int i = 0; i < kVectors; ++i)
            at[row][i] = hn::Zero(Floats());
    }
    HWY_INLINE void store(float* out) const {
        BELFRY_UNROLL for (int row = 0; row < kRows; ++row) BELFRY_UNROLL for (int i = 0; i < kVectors; ++i)
            hn::StoreU(at[row][i], Floats(), out + row * kPanel + i * kWidth);
    }
    // One number of every row, kRowStride apart, times a row of `right`.
    template <int kRowStride>
    HWY_INLINE void add(const float* left, const float* right) {
        Vector of[kVectors];
        BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) of[i] = hn::LoadU(Floats(), right + i * kWidth);
        BELFRY_UNROLL for (int row = 0; row < kRows; ++row) {
            const Vector number = hn::Set(Floats(), left[row * kRowStride]);
            BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) at[row][i] = hn::MulAdd(number, of[i], at[row][i]);
        }
    }
    // A pair of every row times a pair of rows. A bf16 number is the upper half of a float.
    template <int kRowStride>
    HWY_INLINE void add(const Bf16* left, const Bf16* right) {
        const auto pairs = [](const Bf16* from)
                               HWY_ATTR { return hn::LoadU(Words(), reinterpret_cast<const std::uint32_t*>(from)); };
        const auto lower = [](hn::Vec<Words> words)
                               HWY_ATTR { return hn::BitCast(Floats(), hn::ShiftLeft<16>(words)); };
        const auto upper = [](hn::Vec<Words> words) HWY_ATTR {
            return hn::BitCast(Floats(), hn::And(words, hn::Set(Words(), 0xFFFF0000U)));
        };
        BELFRY_UNROLL for (int row = 0; row < kRows; ++row) {
            std::uint32_t word;
            std::memcpy(&word, left + row * kRowStride, sizeof word);
            const auto pair = hn::Set(Words(), word);
            BELFRY_UNROLL for (int i = 0; i < kVectors; ++i) {
                const auto of = pairs(right + 2 * i * kWidth);
                at[row][i] = hn::MulAdd(lower(pair), lower(of), at[row][i]);
                at[row][i] = hn::MulAdd(upper(pair), upper(of), at[row][i]);
            }
        }
    }
};

template <typename T>
constexpr int kAtOnce = std::is_same_v<T, float> ? 1 : 2; // rows of the right operand

template <int kVectors, typename T>
HWY_INLINE void multiplyColumns(std::int64_t rows, std::int64_t depth, const T* left, const T* right, int column,
                                float* out) {
    for (std::int64_t from = 0; from < depth; from += kDepth)
        for (std::int64_t row = 0; row < rows; row += kRows) {
            Sums<kVectors> sums;
            if (from == 0)
                sums.clear();
            else
                sums.load(out + row * kPanel + column);
            const std::int64_t to = std::min(from + kDepth, depth);
            for (std::int64_t k = from; k < to; k += kPanel) {
                const T* of = left + k * rows + row * kPanel;
                for (int i = 0, count = columnsOf(to, k / kPanel); i < count; i += kAtOnce<T>)
                    sums.template add<kPanel>(of + i, right + (k + i) * kPanel + kAtOnce<T> * column);
            }
            sums.store(out + row * kPanel + column);
        }
}

template <int kVectors, typename T>
HWY_INLINE void addTransposedColumns(std::int64_t depth, int rows, const T* left, const T* right, int column,
                                     float* out) {
    for (std::int64_t from = 0; from < depth; from += kDepth)
        for (int row = 0; row < rows; row += kRows) {
            Sums<kVectors> sums;
            sums.load(out + row * kPanel + column);
            for (std::int64_t k = from; k < std::min(from + kDepth, depth); k += kAtOnce<T>)
                sums.template add<kAtOnce<T>>(left + k * kPanel + kAtOnce<T> * row,
                                              right + k * kPanel + kAtOnce<T> * column);
            sums.store(out + row * kPanel + column);
        }
}

// Calls body(number of vectors, first column) until all columns are reached: by two vectors, and by one where one is
// half a panel.
template <typename Body>
HWY_INLINE void overColumns(int columns, const Body& body) {
    if (kWidth == kHalfPanel && columns <= kHalfPanel)
        return body(std::integral_constant<int, 1>(), 0);
    for (int column = 0; column < columns; column += 2 * kWidth)
        body(std::integral_constant<int, 2>(), column);
}

template <typename T>
HWY_INLINE void multiply(std::int64_t rows, std::int64_t depth, int columns, const T* left, const T* right,
                         float* out) {
    overColumns(
        columns, [&](auto vectors, int column)
                     HWY_ATTR { multiplyColumns<vectors.value>(rows, depth, left, right, column, out); });
}

template <typename T>
HWY_INLINE void addTransposed(std::int64_t depth, int rows, int columns, const T* left, const T* right, float* out) {
    overColumns(
        columns, [&](auto vectors, int column)
                     HWY_ATTR { addTransposedColumns<vectors.value>(depth, rows, left, right, column, out); });
}

} // namespace

void MultiplyPanelFloat(std::int64_t rows, std::int64_t depth, int columns, const float* left, const float* right,
                        float* out) {
    multiply(rows, depth, columns, left, right, out);
}
void MultiplyPanelBf16(std::int64_t rows, std::int64_t depth, int columns, const Bf16* left, const Bf16* right,
                       float* out) {
    if (kWidth == 16 && haveBf16Products())
        multiplyPanelNatively(rows, depth, columns, left, right, out);
    else
        multiply(rows, depth, columns, left, right, out);
}
void AddTransposedPanelFloat(std::int64_t depth, int rows, int columns, const float* left, const float* right,
                             float* out) {
    addTransposed(depth, rows, columns, left, right, out);
}
void AddTransposedPanelBf16(std::int64_t depth, int rows, int columns, const Bf16* left, const Bf16* right,
                            float* out) {
    if (kWidth == 16 && haveBf16Products())
        addTransposedPanelNatively(depth, rows, columns, left, right, out);
    else
        addTransposed(depth, rows, columns, left, right, out);
}

void PairRows(std::int64_t rows, Bf16* panel) {
    const hn::Rebind<std::uint16_t, Words> halves;
    auto* words = reinterpret_cast<std::uint32_t*>(panel);
    for (std::int64_t row = 0; row < rows; row += 2) {
        std::uint16_t both[2 * kPanel];
        std::memcpy(both, panel + row * kPanel, sizeof both);
        for (int column = 0; column < kPanel; column += kWidth) {
            const auto first = hn::PromoteTo(Words(), hn::LoadU(halves, both + column));
            const auto second = hn::PromoteTo(Words(), hn::LoadU(halves, both + kPanel + column));
            hn::StoreU(hn::Or(first, hn::ShiftLeft<16>(second)), Words(), words + row / 2 * kPanel + column);
        }
    }
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(MultiplyPanelFloat);
HWY_EXPORT(MultiplyPanelBf16);
HWY_EXPORT(AddTransposedPanelFloat);
HWY_EXPORT(AddTransposedPanelBf16);
HWY_EXPORT(PairRows);

void multiplyPanel(std::int64_t rows, std::int64_t depth, int columns, const float* left, const float* right,
                   float* out) {
    HWY_DYNAMIC_DISPATCH(MultiplyPanelFloat)(rows, depth, columns, left, right, out);
}

void multiplyPanel(std::int64_t rows, std::int64_t depth, int columns, const Bf16* left, const Bf16* right,
                   float* out) {
    HWY_DYNAMIC_DISPATCH(MultiplyPanelBf16)(rows, depth, columns, left, right, out);
}

void addTransposedPanel(std::int64_t depth, int rows, int columns, const float* left, const float* right, float* out) {
    HWY_DYNAMIC_DISPATCH(AddTransposedPanelFloat)(depth, rows, columns, left, right, out);
}

void addTransposedPanel(std::int64_t depth, int rows, int columns, const Bf16* left, const Bf16* right, float* out) {
    HWY_DYNAMIC_DISPATCH(AddTransposedPanelBf16)(depth, rows, columns, left, right, out);
}

void pairRows(std::int64_t rows, Bf16* panel) { HWY_DYNAMIC_DISPATCH(PairRows)(rows, panel); }

} // namespace belfry
#endif
