// Base64 (RFC 4648), as JSON carries bytes. No state; any thread.
#pragma once

#include "core/formats/bytes.h"

#include <optional>
#include <string_view>

namespace belfry {

// With or without padding, and behind "data:image/png;base64,". None: it is not Base64.
std::optional<Bytes> fromBase64(std::string_view text);

} // namespace belfry
