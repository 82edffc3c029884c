// Numbers that are given from outside and must lie between bounds.
#pragma once

#include <cstdint>
#include <string_view>

namespace belfry {

// Throws Error(Usage): "The number of towers is 0; expected 1 to 64."
void checkRange(std::string_view what, std::int64_t value, std::int64_t least, std::int64_t most);

} // namespace belfry
