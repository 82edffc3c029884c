// Memory of this process, from the kernel. 0 where it is not reported. Any thread.
#pragma once

#include <cstdint>

namespace belfry {

std::int64_t residentBytes();
std::int64_t peakBytes(); // since the process began, or since resetPeakMemory()
void resetPeakMemory();   // nothing happens where the kernel does not allow it

} // namespace belfry
