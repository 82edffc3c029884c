#include "core/kernels/orthogonalise.h"

#include "core/kernels/chunks.h"
#include "core/kernels/update_kernels.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using namespace newton_schulz;

constexpr std::int64_t kMostBlockRows = 256; // of a block, whose panels stay in the second cache
constexpr std::int64_t kPanel = 16;          // columns that are multiplied together
constexpr int kRows = 4;                     // likewise: registers hold the sums

std::int64_t roundedUp(std::int64_t count, std::int64_t to) { return (count + to - 1) / to * to; }

// The matrix X of at least as many rows as columns: blocks of equally many rows, each in panels of 16 columns. What
// fills up the last block and the last panel is zero, and stays so.
struct Layout {
    Layout(std::int64_t rows, std::int64_t columns)
        : transposed(rows < columns), length(std::max(rows, columns)), width(std::min(rows, columns)),
          panels(roundedUp(width, kPanel) / kPanel), blocks(roundedUp(length, kMostBlockRows) / kMostBlockRows),
          blockRows(roundedUp((length + blocks - 1) / blocks, kRows)) {}

    bool transposed; // what is given is X^T
    std::int64_t length, width, panels, blocks, blockRows;

    std::int64_t floats() const { return blocks * blockFloats(); }
    std::int64_t blockFloats() const { return panels * panelFloats(); }
    std::int64_t panelFloats() const { return blockRows * kPanel; }
    // Of the square matrices, width x width.
    std::int64_t squareRows() const { return panels * kPanel; }
    std::int64_t squareFloats() const { return squareRows() * squareRows(); }
    std::int64_t square(std::int64_t panel) const { return panel * squareRows() * kPanel; }
    std::int64_t work() const { return length * width; } // for what is worth waking the team
    std::int64_t given(std::int64_t row, std::int64_t column) const {
        return transposed ? column * length + row : row * width + column;
    }
};

// Calls body(place in X, place in the matrix that was given) for all numbers of a block.
template <typename Body>
void forBlock(const Layout& layout, std::int64_t block, const Body& body) {
    const std::int64_t first = block * layout.blockRows, last = std::min(first + layout.blockRows, layout.length);
    const auto inX = [&](std::int64_t row, std::int64_t column) {
        return (block * layout.panels + column / kPanel) * layout.panelFloats() + (row - first) * kPanel +
               column % kPanel;
    };
    if (layout.transposed) {
        for (std::int64_t column = 0; column < layout.width; ++column)
            for (std::int64_t row = first; row < last; ++row)
                body(inX(row, column), layout.given(row, column));
    } else {
        for (std::int64_t row = first; row < last; ++row)
            for (std::int64_t column = 0; column < layout.width; ++column)
                body(inX(row, column), layout.given(row, column));
    }
}

// Products are not those of panels.h, which take fused multiply-add where there is one: ranks round alike.
using Vector = float __attribute__((vector_size(32)));
constexpr int kVectors = int{kPanel} * 4 / int{sizeof(Vector)};

struct Sums {
    Vector at[kRows][kVectors];

    BELFRY_RULE void load(const float* from) { std::memcpy(at, from, sizeof at); }
    BELFRY_RULE void store(float* to) const { std::memcpy(to, at, sizeof at); }
    // Numbers of kRows rows, in each step one of every row, times a row of `right`.
    template <int kRowStride, int kStepStride>
    BELFRY_RULE void add(std::int64_t steps, const float* left, const float* right) {
        for (std::int64_t step = 0; step < steps; ++step) {
            Vector of[kVectors];
            std::memcpy(of, right + step * kPanel, sizeof of);
            for (int row = 0; row < kRows; ++row) {
                const float number = left[row * kRowStride + step * kStepStride];
                for (int i = 0; i < kVectors; ++i)
                    at[row][i] += number * of[i];
            }
        }
    }
};

// out[rows][16] = left x right[panels x 16][16]; left is in `panels` panels of `rows` rows.
BELFRY_CLONES void multiply(std::int64_t rows, std::int64_t panels, const float* left, const float* right, float* out) {
    for (std::int64_t row = 0; row < rows; row += kRows) {
        Sums sums{};
        for (std::int64_t panel = 0; panel < panels; ++panel)
            sums.add<kPanel, 1>(kPanel, left + (panel * rows + row) * kPanel, right + panel * kPanel * kPanel);
        sums.store(out + row * kPanel);
    }
}

// out[16][16] += left[depth][16], transposed, x right[depth][16]
BELFRY_CLONES void addTransposed(std::int64_t depth, const float* left, const float* right, float* out) {
    for (int row = 0; row < kPanel; row += kRows) {
        Sums sums;
        sums.load(out + row * kPanel);
        sums.add<1, kPanel>(depth, left + row, right);
        sums.store(out + row * kPanel);
    }
}

// out = first x + second y
BELFRY_CLONES void combine(float* out, float first, const float* x, float second, const float* y, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = first * x[i] + second * y[i];
}

// A = X^T X. Both of its triangles are the same sums of the same products: one is copied.
void takeGram(const Layout& layout, const float* x, float* gram) {
    const std::int64_t panels = layout.panels;
    const auto block = [&](std::int64_t i, std::int64_t j) { return gram + layout.square(j) + i * kPanel * kPanel; };
    forEach(panels * panels, layout.work(), [&](std::int64_t pair) {
        const std::int64_t i = pair / panels, j = pair % panels;
        if (i < j)
            return;
        float* const sums = block(i, j);
        std::fill(sums, sums + kPanel * kPanel, 0.0F);
        for (std::int64_t b = 0; b < layout.blocks; ++b) {
            const float* of = x + b * layout.blockFloats();
            addTransposed(layout.blockRows, of + i * layout.panelFloats(), of + j * layout.panelFloats(), sums);
        }
        if (i == j)
            return;
        float* const mirrored = block(j, i);
        for (int row = 0; row < kPanel; ++row)
            for (int column = 0; column < kPanel; ++column)
                mirrored[column * kPanel + row] = sums[row * kPanel + column];
    });
}

// B = b A + c A A
void takePolynomial(const Layout& layout, const float* gram, float* polynomial) {
    const std::int64_t rows = layout.squareRows();
    forEach(layout.panels, layout.work(), [&](std::int64_t panel) {
        float* const out = polynomial + layout.square(panel);
        multiply(rows, layout.panels, gram, gram + layout.square(panel), out);
        combine(out, kB, gram + layout.square(panel), kC, out, rows * kPanel);
    });
}

// out = a X + X B; B is symmetric.
void takeNext(const Layout& layout, const float* x, const float* polynomial, float* out) {
    forEach(
        layout.blocks * layout.panels, layout.work(),
        [&](std::int64_t i) {
            const std::int64_t block = i / layout.panels, panel = i % layout.panels;
            float* const to = out + i * layout.panelFloats();
            multiply(layout.blockRows, layout.panels, x + block * layout.blockFloats(),
                     polynomial + layout.square(panel), to);
            combine(to, kA, x + i * layout.panelFloats(), 1, to, layout.panelFloats());
        });
}

} // namespace

std::int64_t orthogonaliseScratch(std::int64_t rows, std::int64_t columns) {
    const Layout layout(rows, columns);
    return 2 * (layout.floats() + layout.squareFloats());
}

void orthogonalise(float* matrix, std::int64_t rows, std::int64_t columns, float scale, float* scratch) {
    const Layout layout(rows, columns);
    std::fill(scratch, scratch + orthogonaliseScratch(rows, columns), 0.0F);
    float *x = scratch, *next = x + layout.floats();
    float *const gram = next + layout.floats(), *const polynomial = gram + layout.squareFloats();

    std::vector<double> sums(static_cast<std::size_t>(normScratch(rows * columns)));
    const double norm = euclideanNorm(matrix, rows * columns, sums.data());
    const auto inverse = static_cast<float>(1 / (norm + kEpsilon));
    forEach(layout.blocks, layout.work(), [&](std::int64_t block) {
        forBlock(layout, block, [&](std::int64_t in, std::int64_t given) { x[in] = matrix[given] * inverse; });
    });
    for (int step = 0; step < kSteps; ++step) {
        takeGram(layout, x, gram);
        takePolynomial(layout, gram, polynomial);
        takeNext(layout, x, polynomial, next);
        std::swap(x, next);
    }
    forEach(layout.blocks, layout.work(), [&](std::int64_t block) {
        forBlock(layout, block, [&](std::int64_t in, std::int64_t given) { matrix[given] = x[in] * scale; });
    });
}

} // namespace belfry
