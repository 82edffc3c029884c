// Drawings and pictures become what the network was trained on: 28x28 grey, made exactly as MNIST was.
// No torch, no Qt, no state; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

struct StrokePoint {
    float x = 0; // pad's units, right
    float y = 0; // pad's units, down
};
using Stroke = std::vector<StrokePoint>; // one press of the pen; a single point is a dot
using Drawing = std::vector<Stroke>;

using DigitImage = std::array<std::uint8_t, 28 * 28>; // row by row, 0 = paper, 255 = ink

// Strokes as vectors: scaled so that the longer side of the ink (pen included) is 20 px; a dot is not scaled beyond 4x;
// rendered with a 2.5 px round pen, 8x supersampled; shifted by whole pixels so that the centre of mass is nearest
// index (14, 14). Ink never leaves the 28x28: centring yields. `penWidth` is the pad's pen in pad units.
// Returns false and leaves `image` empty (all 0) when nothing is drawn.
bool renderDrawing(const Drawing& drawing, float penWidth, DigitImage& image);

// A picture (grey, 0 = paper or 255 = paper; the border decides which) is reduced by area averaging so that the longer
// side of its ink is 20 px and centred the same way. Returns false when the picture is blank.
bool renderPicture(std::span<const std::uint8_t> grey, int width, int height, DigitImage& image);

// Centre of mass in pixel indices and longer side of the ink box, for tests and for the pad's read-out.
struct InkMeasure {
    double centreX = 0, centreY = 0;
    int longerSide = 0; // pixels with any ink
    bool empty = true;
};
InkMeasure measureInk(const DigitImage& image);

} // namespace belfry
