// NVIDIA's management library, loaded at run time: read-only figures of GPUs. The library, some of its functions, or
// some figures of a GPU may be missing. One thread at a time.
#pragma once

#include "core/device/cgroup.h"
#include "core/device/devices.h"

#include <functional>
#include <memory>
#include <string>

namespace belfry {

// The structs and constants of nvml.h that are used here; its ABI is stable.
struct NvmlMemory {
    unsigned long long total = 0, free = 0, used = 0; // bytes
};
struct NvmlUtilisation {
    unsigned gpu = 0, memory = 0; // per cent
};
struct NvmlProcess { // nvmlProcessInfo_v2_t
    unsigned pid = 0;
    unsigned long long usedMemory = 0; // bytes; all ones = unknown
    unsigned gpuInstance = 0, computeInstance = 0;
};
using NvmlDevice = void*;
constexpr int kNvmlSuccess = 0, kNvmlNotSupported = 3, kNvmlInsufficientSize = 7;

// One member per function of the library; empty if the driver lacks the function. Tests use fakes.
struct NvmlApi {
    std::function<int()> init, shutdown;
    std::function<int(char*, unsigned)> driverVersion;
    std::function<int(const char*, NvmlDevice*)> handleByPciBusId;
    std::function<int(NvmlDevice, NvmlMemory*)> memory;
    std::function<int(NvmlDevice, NvmlUtilisation*)> utilisation;
    std::function<int(NvmlDevice, unsigned*)> powerMilliwatts;
    std::function<int(NvmlDevice, int, unsigned*)> temperature; // sensor 0 = the GPU
    std::function<int(NvmlDevice, unsigned*, NvmlProcess*)> computeProcesses;
    std::shared_ptr<void> library; // keeps the library loaded
};

// The machine's libnvidia-ml.so.1, or an empty NvmlApi.
NvmlApi openNvml();

class Nvml {
public:
    explicit Nvml(NvmlApi api);
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    // "580.65.06"; "" if unknown.
    std::string driverVersion() const;
    // Fills in the driver's figures of the GPU at device.pciBusId. Process names come from roots.proc.
    void fill(DeviceInfo& device, const SystemRoots& roots) const;

private:
    std::vector<GpuProcess> processes(NvmlDevice handle, const SystemRoots& roots) const;

    NvmlApi api_;
    bool ready_ = false;
};

} // namespace belfry
