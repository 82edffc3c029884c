// Which layer's output Grad-CAM weighs. Plain values; any thread.
#pragma once

#include "core/model/blueprint.h"

#include <cstddef>
#include <optional>

namespace belfry {

struct GradCamLayer {
    std::size_t layer = 0;     // of blueprint.layers
    int height = 0, width = 0; // of its maps
    bool classToken = false;   // its output is tokens, of which the first one has no place in the picture
};

// The last layer behind a convolution whose output still has more than one place. Of a transformer with a class token:
// what its last attention gets, as behind it the answer depends on the class token alone. None: there is no such layer.
std::optional<GradCamLayer> gradCamLayer(const Blueprint& blueprint);

} // namespace belfry
