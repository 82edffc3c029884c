// The lines outside a layer's picture, by side. Plain value; any thread.
#pragma once

#include "core/model/blueprint.h"

namespace belfry {

struct LayerPadding {
    int top = 0, left = 0, bottom = 0, right = 0;
};

// Zeros of a pad layer and a convolution; of a pool lines that never win. None for any other layer.
LayerPadding paddingOf(const BlueprintLayer& layer);

} // namespace belfry
