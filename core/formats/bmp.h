// BMP pictures as Windows and most programs write them: 1, 4, 8 (palette), 24 and 32 bits a pixel, not compressed,
// bottom-up or top-down (learn.microsoft.com, BITMAPINFOHEADER). No state; any thread.
#pragma once

#include "core/formats/image.h"

namespace belfry {

// Files whose palette is all grey give one channel, all others three. Transparency is ignored: few programs write it as
// it is meant. Other kinds (16 bits, run lengths) and files shorter than their pixels are refused. Throws Error(Data).
DecodedImage decodeBmp(std::span<const std::uint8_t> bytes, const std::string& source);

} // namespace belfry
