// Which parts of the flat vector are matrices of hidden layers: what Muon orthogonalises. Plain values; any thread.
#pragma once

#include "core/model/blueprint.h"

#include <cstdint>
#include <vector>

namespace belfry {

struct HiddenMatrix {
    std::int64_t offset = 0; // in the flat vector; row by row
    std::int64_t rows = 0, columns = 0;
    std::int64_t count() const { return rows * columns; }
};

// In the order of the flat vector. Filters count as one row each; each group of a convolution is a matrix of its own.
// The weights of squeeze-and-excite are matrices too. These are none: all one-dimensional tensors; class tokens and
// positions, which are pictures' numbers; filters of one channel; weights that are not trained; and, as Jordan et al.
// (2024) advise, those of the first convolution, or of whitening in its place, and of the last dense layer.
std::vector<HiddenMatrix> hiddenMatrices(const Blueprint& blueprint);

// Bytes that a thread needs while it orthogonalises the largest of them.
std::int64_t orthogonaliseBytes(const Blueprint& blueprint);

} // namespace belfry
