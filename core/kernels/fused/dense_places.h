// How the kernels of a dense chain divide their work. Internal to kernels/fused.
#pragma once

#include "core/kernels/fused/dense_chain.h"

namespace belfry::fused {

// ---- forward and backward through activations: a block of threads has a few rows, and reads all weights

inline constexpr int kChainRows = 8, kChainThreads = 512;
inline constexpr int kMostChainWeights = 128 * 1024; // half a MB: more would suit a library's products better

// Numbers of one row in shared memory: the input, and what comes out of each layer.
BELFRY_HD constexpr int chainNumbers(const DenseChain& chain) {
    int numbers = chain.layer[0].in;
    for (int l = 0; l < chain.layers; ++l)
        numbers += chain.layer[l].units;
    return numbers;
}

// ---- gradients of weights: a block of threads has a tile of units x columns and some chunks of rows. The bias is one
// more column, whose input is 1.

inline constexpr int kTileUnits = 32, kTileColumns = 64, kChunkRows = 32;
inline constexpr int kMostDenseParts = 8, kChunksOfPart = 4;

BELFRY_HD constexpr int tilesAcross(const DenseStep& layer) { return (layer.in + 1 + kTileColumns - 1) / kTileColumns; }
BELFRY_HD constexpr int tilesOf(const DenseStep& layer) {
    return (layer.units + kTileUnits - 1) / kTileUnits * tilesAcross(layer);
}

} // namespace belfry::fused
