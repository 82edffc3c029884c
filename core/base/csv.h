// Fields of comma-separated values. No state; any thread.
#pragma once

#include <string>
#include <string_view>

namespace belfry {

// The text as one field (RFC 4180): in quotes where it has a comma, a quote or a line break, else as it is.
std::string csvField(std::string_view text);

} // namespace belfry
