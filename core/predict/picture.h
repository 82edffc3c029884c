// Renders a picture of a digit, such as a scan or a photograph, as a 28x28 grey image. No torch, no Qt, no state; any
// thread.
#pragma once

#include "core/predict/drawing.h"

#include <span>

namespace belfry {

// `grey` is width x height; the border decides whether 0 or 255 is paper. Reduces the picture by area averaging so that
// the longer side of its ink is 20 px, and centres it like renderDrawing(). If the picture is blank, returns false, and
// `image` is all 0.
bool renderPicture(std::span<const std::uint8_t> grey, int width, int height, DigitImage& image);

} // namespace belfry
