// The processor as this process may use it. Never throws: what cannot be read is unknown (-1, "").
#pragma once

#include "core/device/cgroup.h"
#include "core/device/devices.h"

#include <cstdint>

namespace belfry {

// Cores in the affinity mask of this process.
int affinityCores();

// min(affinity, cgroup quota rounded to the nearest core), at least 1.
int usableCores(int affinity, const SystemRoots& roots);

// Name, memory (the machine's, or its control group's when smaller) and usable cores; load stays unknown.
DeviceInfo describeCpu(int affinity, const SystemRoots& roots);

// Load of the whole machine between two calls, from /proc/stat. One thread at a time.
class CpuLoad {
public:
    // Per cent since the last call; -1 at the first call or when no time has passed.
    int sample(const SystemRoots& roots);

private:
    std::int64_t busy_ = -1, total_ = -1; // clock ticks since the machine started
};

} // namespace belfry
