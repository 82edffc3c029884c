// The system's message for a failed call, as a translatable text. No state; any thread.
#pragma once

#include "core/base/text.h"

#include <cerrno>

namespace belfry {

Text systemText(int error = errno); // "No space left on device"

} // namespace belfry
