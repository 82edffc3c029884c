// The reason of a JSON error, without the library's error codes.
#pragma once

#include "core/base/text.h"

#include <exception>

namespace belfry {

// "invalid JSON at byte 12", "key 'state' not found"; of any other exception its message without the full stop.
Text jsonReason(const std::exception& error);

} // namespace belfry
