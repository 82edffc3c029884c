// Hardware inventory. Free of torch.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

struct GpuProcess {
    int pid = 0;
    std::string name;
    std::int64_t memoryBytes = 0;
};

// One device. Numbers that the driver does not report are -1.
struct DeviceInfo {
    std::string id;                // "cpu", "cuda:0"
    std::string name;              // "AMD EPYC 9654", "NVIDIA H200"
    std::string pciBusId;          // "" for the CPU
    std::int64_t memoryTotal = -1; // bytes
    std::int64_t memoryUsed = -1;
    int utilisation = -1; // per cent
    double powerWatts = -1;
    int temperature = -1;                   // degrees Celsius
    int cores = 0;                          // CPU: usable by this process (affinity and cgroup quota)
    int computeMajor = 0, computeMinor = 0; // CUDA
    bool bf16 = false;                      // has instructions for bf16 products
    std::vector<GpuProcess> processes;
};

// A GPU that is there, but cannot train.
struct UnusableDevice {
    std::string id;   // "cuda:1"
    std::string name; // "GeForce GTX 1080"
    Text reason;      // a sentence: what was found, what is needed, what to try
};

struct DeviceReport {
    std::vector<DeviceInfo> devices; // the CPU first
    Text cudaProblem; // "" or a sentence: no driver, driver too old (with the required version), no device
    std::vector<UnusableDevice> unusable; // in none of the others

    std::vector<DeviceInfo> gpus() const; // of the devices
    // Every sentence of both; "" if there is none.
    Text problems() const;
};

// Cores usable by this process: min(affinity, cgroup v1/v2 CPU quota), at least 1.
int usableCores();

// Whether this processor has instructions for bf16 products.
bool cpuMultipliesBf16();
// Whether it has AMX tiles for bf16 matrix products.
bool cpuHasTiles();

// Queries CUDA and NVML; the first call blocks up to a second. Never throws: problems are in cudaProblem.
DeviceReport listDevices();

// Whether a device still works: writes to a little memory of a device such as "cuda:1", and waits for all of its work.
// Returns the reason of a failure; "" on success, for the CPU, and for a GPU that is only out of memory. After some
// errors a GPU refuses all work until the program ends. Blocks; any thread.
Text deviceProblem(const std::string& device);

} // namespace belfry
