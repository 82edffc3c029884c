// Messages of all lossless picture decoders about a file that they cannot read. Internal to core/formats.
#pragma once

#include "core/base/error.h"

#include <string>

namespace belfry {

// found: "is a damaged PNG file".
[[noreturn]] inline void refusePicture(const std::string& source, const Text& found) {
    throw dataError(Text::tr("'%1' %2. Save it again as PNG, or choose another file.", source, found));
}

} // namespace belfry
