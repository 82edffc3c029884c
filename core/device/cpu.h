// The processor, within the limits of this process. Never throws: values that cannot be read are unknown (-1, "").
#pragma once

#include "core/device/cgroup.h"
#include "core/device/devices.h"

#include <cstdint>

namespace belfry {

// Cores in the affinity mask of this process.
int affinityCores();

// min(affinity, cgroup quota rounded to the nearest core), at least 1.
int usableCores(int affinity, const SystemRoots& roots);

// Name, memory (of the machine, or of the control group if smaller) and usable cores. The load stays unknown.
DeviceInfo describeCpu(int affinity, const SystemRoots& roots);

// Load of the whole machine between two samples, from /proc/stat. One thread at a time.
class CpuLoad {
public:
    // Per cent since the last call; -1 at the first call or if no time has passed.
    int sample(const SystemRoots& roots);

private:
    std::int64_t busy_ = -1, total_ = -1; // clock ticks since boot
};

} // namespace belfry
