// Highway 1.0.3, the oldest that the supported systems have, knows no bf16 products on x86.
#include "core/kernels/panels_bf16.h"

#include "core/kernels/lanes/targets.h"
#include "core/kernels/panels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstring>

// Of each function by itself: what the headers have must stay fit for every processor.
#define BELFRY_NATIVE __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16,fma")))

namespace belfry {
namespace {

constexpr std::int64_t kDepth = 256; // in the first cache: a panel's rows that are used for all rows of `left`

constexpr std::int64_t endOf(std::int64_t from, std::int64_t depth) {
    return from + kDepth < depth ? from + kDepth : depth;
}

__attribute__((always_inline)) BELFRY_NATIVE inline __m512bh pairsAt(const Bf16* from) {
    return reinterpret_cast<__m512bh>(_mm512_loadu_si512(from));
}
__attribute__((always_inline)) BELFRY_NATIVE inline __m512bh pairEverywhere(const Bf16* from) {
    int pair;
    std::memcpy(&pair, from, sizeof pair);
    return reinterpret_cast<__m512bh>(_mm512_set1_epi32(pair));
}

// Eight rows of a panel, of both its halves or the first: the sums stay in registers.
template <int kHalves>
struct Sums {
    __m512 at[kPanelRows][kHalves];

    __attribute__((always_inline)) BELFRY_NATIVE void load(const float* out) {
        BELFRY_UNROLL for (int row = 0; row < kPanelRows; ++row) BELFRY_UNROLL for (int i = 0; i < kHalves; ++i)
            at[row][i] = _mm512_loadu_ps(out + row * kPanel + i * kHalfPanel);
    }
    __attribute__((always_inline)) BELFRY_NATIVE void clear() {
        BELFRY_UNROLL for (int row = 0; row < kPanelRows; ++row) BELFRY_UNROLL for (int i = 0; i < kHalves; ++i)
            at[row][i] = _mm512_setzero_ps();
    }
    // A pair of every row, kRowStride numbers apart, times a pair of rows of `right`.
    template <int kRowStride>
    __attribute__((always_inline)) BELFRY_NATIVE void add(const Bf16* left, const Bf16* right) {
        __m512bh of[kHalves];
        BELFRY_UNROLL for (int i = 0; i < kHalves; ++i) of[i] = pairsAt(right + i * kPanel);
        BELFRY_UNROLL for (int row = 0; row < kPanelRows; ++row) {
            const __m512bh pair = pairEverywhere(left + row * kRowStride);
            BELFRY_UNROLL for (int i = 0; i < kHalves; ++i) at[row][i] = _mm512_dpbf16_ps(at[row][i], pair, of[i]);
        }
    }
    __attribute__((always_inline)) BELFRY_NATIVE void store(float* out) const {
        BELFRY_UNROLL for (int row = 0; row < kPanelRows; ++row) BELFRY_UNROLL for (int i = 0; i < kHalves; ++i)
            _mm512_storeu_ps(out + row * kPanel + i * kHalfPanel, at[row][i]);
    }
};

template <int kHalves>
BELFRY_NATIVE void multiply(std::int64_t rows, std::int64_t depth, const Bf16* left, const Bf16* right, float* out) {
    for (std::int64_t from = 0; from < depth; from += kDepth) {
        const std::int64_t to = endOf(from, depth);
        for (std::int64_t row = 0; row < rows; row += kPanelRows) {
            Sums<kHalves> sums;
            from == 0 ? sums.clear() : sums.load(out + row * kPanel);
            for (std::int64_t k = from; k < to; k += kPanel) {
                const Bf16* of = left + k * rows + row * kPanel;
                for (int i = 0, count = columnsOf(to, k / kPanel); i < count; i += 2)
                    sums.template add<kPanel>(of + i, right + (k + i) * kPanel);
            }
            sums.store(out + row * kPanel);
        }
    }
}

template <int kHalves>
BELFRY_NATIVE void addTransposed(std::int64_t depth, int rows, const Bf16* left, const Bf16* right, float* out) {
    for (std::int64_t from = 0; from < depth; from += kDepth) {
        const std::int64_t to = endOf(from, depth);
        for (int row = 0; row < rows; row += kPanelRows) {
            Sums<kHalves> sums;
            sums.load(out + row * kPanel);
            for (std::int64_t k = from; k < to; k += 2)
                sums.template add<2>(left + k * kPanel + 2 * row, right + k * kPanel);
            sums.store(out + row * kPanel);
        }
    }
}

} // namespace

bool haveBf16Products() { return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"); }

void multiplyPanelNatively(std::int64_t rows, std::int64_t depth, int columns, const Bf16* left, const Bf16* right,
                           float* out) {
    (columns > kHalfPanel ? multiply<2> : multiply<1>)(rows, depth, left, right, out);
}

void addTransposedPanelNatively(std::int64_t depth, int rows, int columns, const Bf16* left, const Bf16* right,
                                float* out) {
    (columns > kHalfPanel ? addTransposed<2> : addTransposed<1>)(depth, rows, left, right, out);
}

} // namespace belfry

#else

namespace belfry {

bool haveBf16Products() { return false; }
void multiplyPanelNatively(std::int64_t, std::int64_t, int, const Bf16*, const Bf16*, float*) {}
void addTransposedPanelNatively(std::int64_t, int, int, const Bf16*, const Bf16*, float*) {}

} // namespace belfry
#endif
