// Groups of a network's layers from its answer down to its picture, for runs that start from trained weights: those
// near the picture see what all pictures have, and need to change least. Plain values; any thread.
#pragma once

#include "core/model/blueprint.h"

#include <span>
#include <vector>

namespace belfry {

// By layer: 0 of the last one, 1 of those whose pictures are as high as the smallest ones, and of the vectors behind
// them; one more for each time that a layer's pictures are twice as high, up to kRateGroups - 1. Vectors before a
// picture are in its group.
std::vector<int> rateGroups(const Blueprint& blueprint);

// The first layers, as many as have no parameters or a group whose rate is 0. rates: by group.
std::size_t frozenLayers(const Blueprint& blueprint, std::span<const double> rates);

} // namespace belfry
