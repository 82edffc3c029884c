#include "core/base/bounds.h"

#include "core/base/error.h"

#include <string>

namespace belfry {

void checkRange(std::string_view what, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value < least || value > most)
        throw Error(ErrorCategory::Usage, std::string(what) + " is " + std::to_string(value) + "; expected " +
                                              std::to_string(least) + " to " + std::to_string(most) + ".");
}

} // namespace belfry
