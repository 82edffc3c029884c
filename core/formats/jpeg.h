// JPEG pictures, baseline and progressive, grey, colour and CMYK, through libjpeg-turbo. No state; any thread.
#pragma once

#include "core/formats/image.h"

namespace belfry {

// Grey files give one channel, all others three. Orientation and colour profiles are ignored. Throws Error(Data) for
// truncated or damaged files, for more than kMaxImagePixels, and for more than 500 scans.
DecodedImage decodeJpeg(std::span<const std::uint8_t> bytes, const std::string& source);

} // namespace belfry
