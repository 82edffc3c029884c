#include "core/kernels/fused/dense_chain.h"

#include "core/kernels/fused/dense_places.h"

#include <algorithm>

namespace belfry::fused {

// Each size is at most that of the shared memory, so no product below leaves 64 bits.
bool fits(const DenseChain& chain) {
    constexpr int kMostNumbers = 48 * 1024 / 4 / kChainRows;
    if (chain.layers < 2 || chain.layers > kMostDense || chain.last().relu)
        return false;
    std::int64_t weights = 0;
    for (int l = 0; l < chain.layers; ++l) {
        const DenseStep& layer = chain.layer[l];
        if (layer.in < 1 || layer.units < 1 || layer.in > kMostNumbers || layer.units > kMostNumbers)
            return false;
        weights += std::int64_t{layer.in} * layer.units;
    }
    return chainNumbers(chain) <= kMostNumbers && weights <= kMostChainWeights;
}

int denseParts(std::int64_t rows) {
    constexpr std::int64_t kPartRows = std::int64_t{kChunkRows} * kChunksOfPart;
    return static_cast<int>(std::min<std::int64_t>((rows + kPartRows - 1) / kPartRows, kMostDenseParts));
}

} // namespace belfry::fused
