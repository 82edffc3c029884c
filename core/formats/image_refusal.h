// Messages of picture decoders about a file that they cannot read. Internal to core/formats.
#pragma once

#include "core/base/error.h"
#include "core/formats/image.h"

#include <string>

namespace belfry {

// found: "is a damaged PNG file".
[[noreturn]] inline void refusePicture(const std::string& source, const Text& found) {
    throw dataError(Text::tr("'%1' %2. Save it again as PNG, or choose another file.", source, found));
}

[[noreturn]] inline void refuseLarge(const std::string& source, const Text& found) {
    throw dataError(Text::tr("'%1' %2. Make the picture smaller.", source, found));
}

// Before pixels are allocated: 1 to kMaxImagePixels in all.
inline void requireDecodable(const std::string& source, std::int64_t width, std::int64_t height) {
    if (width < 1 || height < 1)
        refusePicture(source, Text::tr("has %1 x %2 pixels; at least one is expected", width, height));
    if (width > kMaxImagePixels / height)
        refuseLarge(source,
                    Text::tr("has %1 x %2 pixels; at most %3 in all are expected", width, height, kMaxImagePixels));
}

} // namespace belfry
