// Products of matrices stored in panels of 32 columns, one after another: [panel][row][32]. Columns that fill no
// panel are zeros. Whoever makes the operands writes them in this order at no cost, and the products need no other: a
// panel of the right operand stays in the first cache while rows pass.
//
// bf16 operands are multiplied exactly and summed as floats. Their instruction takes two at a time, which must be
// neighbours: "pairs" are two rows in turn, [row / 2][column][2].
//
// CPU only, one thread each; plain pointers, nothing is kept; any thread may call.
#pragma once

#include "core/kernels/bf16.h"

#include <algorithm>
#include <cstdint>

namespace belfry {

inline constexpr int kPanel = 32;
inline constexpr int kPanelRows = 8; // that are multiplied together

inline constexpr int kHalfPanel = kPanel / 2; // what is computed together of a panel that is not full

inline std::int64_t panelsOf(std::int64_t columns) { return (columns + kPanel - 1) / kPanel; }
// Of a panel; the last one may not be full.
inline int columnsOf(std::int64_t columns, std::int64_t panel) {
    return static_cast<int>(std::min<std::int64_t>(columns - panel * kPanel, kPanel));
}
inline std::int64_t panelRowsOf(std::int64_t rows) { return (rows + kPanelRows - 1) / kPanelRows * kPanelRows; }

// One panel of a product: out[rows][32] = left[rows][depth] x right[depth][32], of which `columns` are wanted; the
// others may be left as they are. `left` is in panels of `rows` rows, a multiple of 8; `depth` is even; `right` of bf16
// is interleaved in pairs.
void multiplyPanel(std::int64_t rows, std::int64_t depth, int columns, const float* left, const float* right,
                   float* out);
void multiplyPanel(std::int64_t rows, std::int64_t depth, int columns, const Bf16* left, const Bf16* right, float* out);

// out[32][32] += left[depth][32], transposed, x right[depth][32], of which `rows` and `columns` are wanted. `depth` is
// a multiple of 8; bf16: interleaved in pairs.
void addTransposedPanel(std::int64_t depth, int rows, int columns, const float* left, const float* right, float* out);
void addTransposedPanel(std::int64_t depth, int rows, int columns, const Bf16* left, const Bf16* right, float* out);

// [rows][32] -> [rows / 2][32][2], in place.
void pairRows(std::int64_t rows, Bf16* panel);

} // namespace belfry
