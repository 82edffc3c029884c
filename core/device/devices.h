// What hardware there is. Free of torch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

struct GpuProcess {
    int pid = 0;
    std::string name;
    std::int64_t memoryBytes = 0;
};

// One device; numbers that the driver does not tell are -1.
struct DeviceInfo {
    std::string id;                // "cpu", "cuda:0"
    std::string name;              // "AMD EPYC 9654", "NVIDIA H200"
    std::string pciBusId;          // "" for the CPU
    std::int64_t memoryTotal = -1; // bytes
    std::int64_t memoryUsed = -1;
    int utilisation = -1; // per cent
    double powerWatts = -1;
    int temperature = -1;                   // degrees Celsius
    int cores = 0;                          // CPU: that this process may really use (affinity and cgroup quota)
    int computeMajor = 0, computeMinor = 0; // CUDA
    bool bf16 = false;                      // multiplies bf16 numbers in hardware
    std::vector<GpuProcess> processes;
};

struct DeviceReport {
    std::vector<DeviceInfo> devices; // the CPU first
    std::string cudaProblem; // "" or a sentence: no driver, a driver too old (with the version needed), no device
};

// Cores this process may use: min(affinity, cgroup v1/v2 CPU quota), at least 1.
int usableCores();

// Whether this processor has instructions that multiply bf16 numbers.
bool cpuMultipliesBf16();
// And whether it has units (AMX) that multiply whole matrices of them.
bool cpuHasTiles();

// Asks CUDA and NVML; blocks up to a second at the first call. Never throws: problems are in cudaProblem.
DeviceReport listDevices();

} // namespace belfry
