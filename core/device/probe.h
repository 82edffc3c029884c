// Samples all devices repeatedly, with the driver's libraries kept open. One thread at a time.
#pragma once

#include "core/device/cpu.h"
#include "core/device/cuda_inventory.h"
#include "core/device/nvml.h"

namespace belfry {

class DeviceProbe {
public:
    DeviceProbe(); // this machine; blocks while the driver starts
    DeviceProbe(CudaInventory inventory, NvmlApi nvml, SystemRoots roots);

    // Never throws. The CPU's load is the mean since the last call.
    DeviceReport sample();

private:
    SystemRoots roots_;
    CpuLoad load_;
    Nvml nvml_;
    CudaInventory inventory_; // does not change while the program runs
};

} // namespace belfry
