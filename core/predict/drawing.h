// Renders drawings as 28x28 grey images, in the way that MNIST was made. No torch, no Qt, no state; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace belfry {

struct StrokePoint {
    float x = 0; // to the right, in pad units
    float y = 0; // downwards, in pad units
};
using Stroke = std::vector<StrokePoint>; // from pen down to pen up; a single point is a dot
using Drawing = std::vector<Stroke>;

using DigitImage = std::array<std::uint8_t, 28 * 28>; // row by row, 0 = paper, 255 = ink

// Scales the strokes so that the longer side of the ink (pen included) is 20 px, at most 4x. Renders them with a 2.5 px
// round pen, 8x supersampled. Shifts the image by whole pixels to bring the centre of mass as near to index (14, 14) as
// possible without cropping. `penWidth`: the pad's pen in pad units. If nothing is drawn, returns false, and `image` is
// all 0.
bool renderDrawing(const Drawing& drawing, float penWidth, DigitImage& image);

} // namespace belfry
