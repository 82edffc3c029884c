// Explains a failure to the user, with advice.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <exception>

namespace belfry {

// A failure of ours or of a library's. largestBatchThatFits: images of a tower in the largest step so far, 0: none.
Text failureText(const std::exception& error, std::int64_t largestBatchThatFits);

} // namespace belfry
