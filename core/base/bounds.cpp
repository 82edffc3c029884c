#include "core/base/bounds.h"

#include "core/base/error.h"

#include <string>

namespace belfry {

void checkRange(std::string_view what, std::int64_t value, std::int64_t min, std::int64_t max) {
    if (value < min || value > max)
        throw Error(ErrorCategory::Usage, std::string(what) + " is " + std::to_string(value) + "; expected " +
                                              std::to_string(min) + " to " + std::to_string(max) + ".");
}

} // namespace belfry
