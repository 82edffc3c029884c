// Large blocks of tensors on the CPU, kept when they are freed: every step asks for those of the step before. The
// system's allocator gives them back, and each page that comes anew is cleared and mapped: a third of a step's time
// with large pictures. Any thread. Internal to the engine.
#pragma once

#include <cstdint>

namespace belfry {

// From now on, for the whole process; may be called again.
void keepHostMemory();
// Gives back what is kept: a training has ended.
void releaseHostMemory();

struct HostMemoryUse {
    std::int64_t used = 0, kept = 0; // bytes in large blocks
};
HostMemoryUse hostMemoryUse();

} // namespace belfry
