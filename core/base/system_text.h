// What the system says of a failed call, as a text that can be translated. No state; any thread.
#pragma once

#include "core/base/text.h"

#include <cerrno>

namespace belfry {

Text systemText(int error = errno); // "No space left on device"

} // namespace belfry
