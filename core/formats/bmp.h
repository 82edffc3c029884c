// Decodes common BMP pictures: 1, 4, 8 (palette), 24 and 32 bits per pixel, uncompressed, bottom-up or top-down
// (learn.microsoft.com, BITMAPINFOHEADER). No state; any thread.
#pragma once

#include "core/formats/image.h"

namespace belfry {

// One channel if the palette is all grey, else three. Transparency is ignored, as few programs write it correctly.
// Throws Error(Data) for other kinds (16 bits, run-length encoding) and for truncated files.
DecodedImage decodeBmp(std::span<const std::uint8_t> bytes, const std::string& source);

} // namespace belfry
