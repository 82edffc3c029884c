// A network in other sizes: what a search varies of a network that is given. Plain values; any thread.
#pragma once

#include "core/model/architecture.h"

namespace belfry {

struct NetworkScale {
    double width = 1; // factor of all filters, units and widths of blocks, but of `classes`
    int repeats = 0;  // added to those of each block that is repeated
};

// Sizes of 8 and more stay multiples of 8 where they were (as MobileNet's width multiplier has it), and none gets below
// 1. Whether the shapes still fit is for a blueprint to say.
Architecture scaled(Architecture network, const NetworkScale& scale);

} // namespace belfry
