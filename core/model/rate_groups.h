// Groups of a network's layers from its answer down to its picture, for runs that start from trained weights: those
// near the picture see what all pictures have, and need to change least. Plain values; any thread.
#pragma once

#include "core/model/blueprint.h"

#include <vector>

namespace belfry {

// By layer: 0 of the last one, 1 of those before it, and one more for each time that pictures become half as high, up
// to kRateGroups - 1. A layer that makes them smaller belongs to those behind it.
std::vector<int> rateGroups(const Blueprint& blueprint);

} // namespace belfry
