// Range checks of user input.
#pragma once

#include "core/base/text.h"

#include <cstdint>

namespace belfry {

// Throws Error(Usage): "The number of towers is 0; expected 1 to 64."; `what`: "The number of towers".
void checkRange(const Text& what, std::int64_t value, std::int64_t min, std::int64_t max);

} // namespace belfry
