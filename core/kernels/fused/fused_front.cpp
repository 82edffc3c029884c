#include "core/kernels/fused/fused_front.h"

#include "core/kernels/fused/front_places.h"

#include <algorithm>

namespace belfry::fused {
namespace {

bool known(const Block& block) {
    return (block.kernel == 3 || block.kernel == 5) && block.padding >= 0 && block.padding < block.kernel &&
           block.channels >= 1 && block.filters >= 1 && block.pooledHeight() >= 1 && block.pooledWidth() >= 1;
}

} // namespace

// Beyond these limits of each size no product below leaves an int.
bool fits(const Front& front) {
    constexpr int kMost = 1024;
    if (front.blocks != 1 && front.blocks != 2)
        return false;
    for (int b = 0; b < front.blocks; ++b) {
        const Block& block = front.block[b];
        if (std::max({block.channels, block.height, block.width, block.filters}) > kMost || !known(block))
            return false;
        if (std::int64_t{block.height} * block.width * block.channels > kSharedFloats ||
            std::int64_t{block.positions()} * block.filters > kSharedFloats ||
            std::int64_t{block.filterNumbers()} * block.filters > kSharedFloats)
            return false;
    }
    return forwardPlaces(front).floats <= kSharedFloats && backwardPlaces(front).floats <= kSharedFloats;
}

int partialRows(std::int64_t count) { return static_cast<int>(std::min<std::int64_t>(count, kMostPartials)); }

} // namespace belfry::fused
