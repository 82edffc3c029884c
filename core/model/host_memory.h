// Large blocks of tensors on the CPU, kept when they are freed while towers train there: every step asks for those of
// the step before. The system's allocator returns them, and each new page is mapped and cleared: up to
// half of a step's time with large pictures. Any thread. Internal to the engine.
#pragma once

#include <cstdint>

namespace belfry {

// While there is one, blocks of a megabyte and more are kept; with the last one they go back to the system. What is
// kept beside what is in use is at most half of what was in use at a time.
class KeepHostMemory {
public:
    KeepHostMemory();
    ~KeepHostMemory();
    KeepHostMemory(const KeepHostMemory&) = delete;
    KeepHostMemory& operator=(const KeepHostMemory&) = delete;
};

struct HostMemoryUse {
    std::int64_t used = 0, kept = 0; // bytes in such blocks
};
HostMemoryUse hostMemoryUse();

} // namespace belfry
