// A part of a picture enlarged to the size of the picture, by one thread of the CPU. Any thread.
#pragma once

#include "core/kernels/augment_places.h"

namespace belfry {

// What placePixel() says of every pixel, byte for byte; each line of the part is stretched once instead of for every
// pixel that it touches. For a draw with isPart and pictures of one or three channels.
void placePart(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw, std::uint8_t* out);

} // namespace belfry
