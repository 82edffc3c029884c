// Which way up a picture is: cameras store what the sensor sees, and how it was held. No state; any thread.
#pragma once

#include "core/formats/image.h"

#include <cstdint>
#include <span>

namespace belfry {

// 1 to 8, as Exif counts them (CIPA DC-008, 4.6.4.A): 1 is upright. 1 too where the file states none, or what it states
// makes no sense: a picture is not refused for it.
int jpegOrientation(std::span<const std::uint8_t> jpeg);
int pngOrientation(std::span<const std::uint8_t> png);   // of the chunk eXIf, wherever it is
int webpOrientation(std::span<const std::uint8_t> webp); // of the chunk EXIF

// Whether width and height of the stored picture are exchanged.
inline bool isTransposed(int orientation) { return orientation >= 5; }

// The picture as it was seen.
DecodedImage upright(DecodedImage image, int orientation);

} // namespace belfry
