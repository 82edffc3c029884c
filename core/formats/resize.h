// Pictures of any size to one size. No state; any thread.
#pragma once

#include "core/formats/image.h"

namespace belfry {

// Stretches or shrinks to width x height. Each new pixel is a mean of the old ones about its place, weighted by a
// triangle as wide as the new pixels are apart (at least one old pixel to each side), so fine patterns fade and do not
// flicker; the same filter as Pillow's BILINEAR. A picture that has the size already is returned as it is.
DecodedImage resized(const DecodedImage& image, int width, int height);

// One channel to three or three to one (toGrey); nothing else is asked for.
DecodedImage withChannels(const DecodedImage& image, int channels);

} // namespace belfry
