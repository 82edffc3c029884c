// Products of panels by AVX-512 BF16. Highway would compile every kernel once more for it, and its compilers are newer.
#include "core/kernels/lanes/targets.h"
#include "core/kernels/panels.h"

#include <algorithm>
#include <stdexcept>

#if defined(__x86_64__)
#include <immintrin.h>

#define BELFRY_PAIRS __attribute__((target("avx512f,avx512bf16")))
#define BELFRY_PAIRS_INLINE BELFRY_PAIRS __attribute__((always_inline)) inline
#endif

namespace belfry {

#if defined(__x86_64__)

namespace {

constexpr std::int64_t kDepth = 256; // pairs of a panel that stay in the first cache for all rows of `left`
constexpr int kRows = 8, kVectors = 2;
constexpr std::int64_t kWidth = 16;

// kCount rows from `row` on, of the pairs [from, to).
template <int kCount>
BELFRY_PAIRS_INLINE void multiplyRows(std::int64_t row, std::int64_t from, std::int64_t to, const LeftPairs& left,
                                      const std::uint32_t* right, float* out, std::int64_t outStride) {
    __m512 sums[kCount][kVectors];
    BELFRY_UNROLL for (int i = 0; i < kCount; ++i) BELFRY_UNROLL for (int v = 0; v < kVectors; ++v) sums[i][v] =
        from > 0 ? _mm512_loadu_ps(out + i * outStride + v * kWidth) : _mm512_setzero_ps();
    for (std::int64_t panel = from; panel < to; panel += kPairsOfPanel) {
        const std::uint32_t* of = left.pairs + row * left.rowStride + panel / kPairsOfPanel * left.panelStride;
        const std::int64_t count = std::min<std::int64_t>(to - panel, kPairsOfPanel);
        for (std::int64_t p = 0; p < count; ++p) {
            __m512bh column[kVectors];
            BELFRY_UNROLL for (int v = 0; v < kVectors; ++v) column[v] =
                (__m512bh)_mm512_loadu_si512(right + (panel + p) * kPanel + v * kWidth);
            BELFRY_UNROLL for (int i = 0; i < kCount; ++i) {
                const auto pair = (__m512bh)_mm512_set1_epi32(int(of[i * left.rowStride + p * left.stride]));
                BELFRY_UNROLL for (int v = 0; v < kVectors; ++v) sums[i][v] =
                    _mm512_dpbf16_ps(sums[i][v], pair, column[v]);
            }
        }
    }
    BELFRY_UNROLL for (int i = 0; i < kCount; ++i) BELFRY_UNROLL for (int v = 0; v < kVectors; ++v)
        _mm512_storeu_ps(out + i * outStride + v * kWidth, sums[i][v]);
}

BELFRY_PAIRS void multiplyPanelOfPairs(std::int64_t rows, std::int64_t pairs, const LeftPairs& left,
                                       const std::uint32_t* right, float* out, std::int64_t outStride) {
    for (std::int64_t from = 0; from < std::max<std::int64_t>(pairs, 1); from += kDepth) {
        const std::int64_t to = std::min(from + kDepth, pairs);
        std::int64_t row = 0;
        for (; row + kRows <= rows; row += kRows)
            multiplyRows<kRows>(row, from, to, left, right, out + row * outStride, outStride);
        for (; row < rows; ++row)
            multiplyRows<1>(row, from, to, left, right, out + row * outStride, outStride);
    }
}

} // namespace

bool cpuMultipliesPairs() {
    static const bool multiplies = __builtin_cpu_supports("avx512bf16") > 0;
    return multiplies;
}

void multiplyPairs(std::int64_t rows, std::int64_t pairs, const LeftPairs& left, const std::uint32_t* right, float* out,
                   std::int64_t outStride) {
    if (!cpuMultipliesPairs())
        throw std::logic_error("this processor has no instructions for pairs of bf16 numbers");
    multiplyPanelOfPairs(rows, pairs, left, right, out, outStride);
}

#else

bool cpuMultipliesPairs() { return false; }
void multiplyPairs(std::int64_t, std::int64_t, const LeftPairs&, const std::uint32_t*, float*, std::int64_t) {
    throw std::logic_error("this processor has no instructions for pairs of bf16 numbers");
}

#endif

} // namespace belfry
