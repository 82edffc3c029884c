// Products of matrices stored in panels of 32 columns, one after another: [panel][row][32]. Columns of the last panel
// beyond those of the matrix may hold anything: what comes of them is not read. Whoever makes the operands writes them
// in this order at no cost, and the products need no other: a panel of the right operand stays in the first cache while
// rows pass.
//
// CPU only, one thread each; plain pointers, nothing is kept; any thread may call.
#pragma once

#include <algorithm>
#include <cstdint>

namespace belfry {

inline constexpr int kPanel = 32;
inline constexpr int kHalfPanel = kPanel / 2; // what is computed together of a panel that is not full

inline std::int64_t panelsOf(std::int64_t columns) { return (columns + kPanel - 1) / kPanel; }
// Of a panel; the last one may not be full.
inline int columnsOf(std::int64_t columns, std::int64_t panel) {
    return static_cast<int>(std::min<std::int64_t>(columns - panel * kPanel, kPanel));
}

// The first columns of a panel of rows, to rows `stride` apart.
inline void copyFromPanel(const float* panel, std::int64_t rows, int columns, float* to, std::int64_t stride) {
    for (std::int64_t row = 0; row < rows; ++row)
        std::copy_n(panel + row * kPanel, columns, to + row * stride);
}

// A left operand, in panels or as others store it: number (row, k) is at
//     row * rowStride + (k / 32) * panelStride + (k % 32) * stride,
// of which rowStride or stride is 1.
// Row after row of n numbers: {numbers, n, 1, 32}; the transposed of it: {numbers, 1, n, 32 * n}.
struct LeftOperand {
    const float* numbers;
    std::int64_t rowStride, stride, panelStride;
};
inline LeftOperand leftInPanels(const float* numbers, std::int64_t rows) { return {numbers, kPanel, 1, rows * kPanel}; }
inline LeftOperand leftTransposed(const float* numbers) { return {numbers, 1, kPanel, kPanel * kPanel}; }

// One panel of a product, out[rows][32] = left[rows][depth] x right[depth][32], with rows `outStride` apart. Of its
// columns, `columns` are wanted; those written are as many as fill vectors, up to a multiple of half a panel.
void multiplyPanel(std::int64_t rows, std::int64_t depth, int columns, const LeftOperand& left, const float* right,
                   float* out, std::int64_t outStride = kPanel);
// The same, added to `out`.
void addPanel(std::int64_t rows, std::int64_t depth, int columns, const LeftOperand& left, const float* right,
              float* out, std::int64_t outStride = kPanel);

// The same of bf16 numbers with sums in floats, on processors with instructions that multiply and add pairs of them. A
// word holds a pair, whose lower half is the number with the lower k. The left operand's pair (row, p) is at
//     row * rowStride + (p / 16) * panelStride + (p % 16) * stride,
// and the right operand has the pairs of a column's numbers in [pair][32].
struct LeftPairs {
    const std::uint32_t* pairs;
    std::int64_t rowStride, stride, panelStride;
};
inline constexpr int kPairsOfPanel = kPanel / 2;
inline std::int64_t pairsOf(std::int64_t numbers) { return (numbers + 1) / 2; }
bool cpuMultipliesPairs();
void multiplyPairs(std::int64_t rows, std::int64_t pairs, const LeftPairs& left, const std::uint32_t* right, float* out,
                   std::int64_t outStride = kPanel);

} // namespace belfry
