// JPEG pictures, baseline and progressive, grey, colour and CMYK, through libjpeg-turbo. No state; any thread.
#pragma once

#include "core/formats/image.h"

namespace belfry {

// Grey files give one channel, all others three. A file that ends too early or whose data are damaged is refused, and
// so are more pixels than imagePixelLimit and more than 500 scans. Rotation marks and colour profiles are ignored.
// Throws Error(Data).
DecodedImage decodeJpeg(std::span<const std::uint8_t> bytes, const std::string& source);

} // namespace belfry
