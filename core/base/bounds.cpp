#include "core/base/bounds.h"

#include "core/base/error.h"

namespace belfry {

void checkRange(const Text& what, std::int64_t value, std::int64_t min, std::int64_t max) {
    if (value < min || value > max)
        throw Error(ErrorCategory::Usage, Text::tr("%1 is %2; expected %3 to %4.", what, value, min, max));
}

} // namespace belfry
