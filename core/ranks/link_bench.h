// How fast ranks sum a vector over their network, as a run sums its gradients. Free of torch.
#pragma once

#include "core/ranks/rank_group.h"

#include <cstdint>
#include <vector>

namespace belfry {

struct LinkSpeed {
    std::int64_t bytes = 0;  // of the vector
    int ranks = 0;           // that summed it
    double milliseconds = 0; // median of a sum, of the slowest rank
    double bytesPerSecond() const { return static_cast<double>(bytes) / (milliseconds / 1000); }
    // What each rank sends meanwhile, and as much it receives: 2 (n - 1) / n of the vector.
    double linkBytesPerSecond() const { return bytesPerSecond() * 2 * (ranks - 1) / ranks; }
};

// Of vectors of fp32, one size after the other. Collective: rank 0's numbers count. Throws as RankGroup.
std::vector<LinkSpeed> measureLink(RankGroup& ranks, std::vector<std::int64_t> sizes, int repeats);

} // namespace belfry
