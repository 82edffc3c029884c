// What own kernels at the front of a network look for: pad, convolution, pool, from a layer on. Values only.
#pragma once

#include "core/model/blueprint.h"

#include <cstddef>
#include <optional>

namespace belfry {

struct FrontBlock {
    std::size_t convolution = 0; // index into Blueprint::layers
    int padding = 0;             // zeros on every side
    bool pool = false;           // 2x2, stride 2
    std::size_t end = 0;         // the layer after the block
};

// A convolution with kernel 3 or 5, stride 1, ReLU or linear, and the same zeros on every side, from an even pad layer
// or SAME; then maybe a 2x2 pool that adds no line. Nothing: other layers begin there.
std::optional<FrontBlock> frontBlockAt(const Blueprint& blueprint, std::size_t first);

} // namespace belfry
