// The devices of the CUDA runtime, or the reason why there are none. Creates no context on any GPU.
#pragma once

#include "core/device/devices.h"

#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// The answers of the runtime and the driver, as plain values.
struct CudaFindings {
    int status = 0;         // cudaGetDeviceCount's cudaError_t
    std::string statusText; // its cudaGetErrorString
    int driverCuda = 0;     // highest CUDA version of the driver, 1000 * major + 10 * minor; 0 without a driver
    int runtimeCuda = 0;    // CUDA version of the build, in the same format
    int devices = 0;
    std::string driver;  // the driver's version, "580.65.06", if known
    std::string visible; // $CUDA_VISIBLE_DEVICES, if set
    bool visibleIsSet = false;
};

// One or two sentences: what was found, what is needed, and that the CPU can be used. "" if the GPUs can be used.
Text cudaProblem(const CudaFindings& findings);

// What this build's kernels were compiled for, in nvcc's words: "sm_75 sm_80 compute_80". sm: machine code, compute:
// PTX.
std::string_view builtCudaCode();

// Whether such code runs on a device of this compute capability: machine code on the same major version from its own
// minor version on, with the suffix "a" there alone; PTX, which the driver compiles, on every newer one.
bool cudaCodeRunsOn(std::string_view code, int major, int minor);

// Why a GPU cannot train with such code; "" if it can. The libraries have none for devices below 7.5.
Text cudaDeviceRefusal(const DeviceInfo& device, std::string_view code);

struct CudaInventory {
    CudaFindings findings;
    std::vector<DeviceInfo> devices;         // id, name, bus id, total memory, compute capability
    std::string_view code = builtCudaCode(); // that has to run on them
};

// Queries the runtime; blocks while the driver starts (at most a second). Never throws.
CudaInventory askCuda();

} // namespace belfry
