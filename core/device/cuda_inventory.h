// What CUDA's runtime finds: devices, or the reason why there are none. No context is created on any GPU.
#pragma once

#include "core/device/devices.h"

#include <string>
#include <vector>

namespace belfry {

// What the runtime and the driver said, as plain values.
struct CudaFindings {
    int status = 0;         // cudaGetDeviceCount's cudaError_t
    std::string statusText; // cudaGetErrorString of it
    int driverCuda = 0;     // highest CUDA of the driver, 1000 * major + 10 * minor; 0 without a driver
    int runtimeCuda = 0;    // CUDA that Belfry was built with, spelt the same way
    int devices = 0;
    std::string driver;  // the driver's own version, "580.65.06", when known
    std::string visible; // $CUDA_VISIBLE_DEVICES when it is set
    bool visibleIsSet = false;
};

// One sentence or two: what was found, what is needed, and that the CPU is offered. "" when devices can be used.
std::string cudaProblem(const CudaFindings& findings);

struct CudaInventory {
    CudaFindings findings;
    std::vector<DeviceInfo> devices; // id, name, bus id, total memory, compute capability
};

// Asks the runtime; blocks while the driver starts (a second at most). Never throws.
CudaInventory askCuda();

} // namespace belfry
