#include "core/device/cuda_inventory.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstdlib>

namespace belfry {
namespace {

constexpr const char* kNeededDriver = "580"; // CUDA 13's release notes, table of driver versions
constexpr const char* kOffer = " The CPU can train meanwhile.";

std::string cudaVersion(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string tooOld(const CudaFindings& findings) {
    const std::string found = findings.driver.empty() ? "" : " " + findings.driver;
    return "The NVIDIA driver" + found + " supports CUDA up to " + cudaVersion(findings.driverCuda) +
           ", but Belfry uses CUDA " + cudaVersion(findings.runtimeCuda) + ": install driver " + kNeededDriver +
           " or newer to use the GPUs." + kOffer;
}

std::string noneVisible(const CudaFindings& findings) {
    if (findings.visibleIsSet)
        return "CUDA_VISIBLE_DEVICES is '" + findings.visible +
               "', which leaves no GPU visible: unset it to use all GPUs." + kOffer;
    return std::string("An NVIDIA driver is installed, but it shows no GPU: check that one is present and passed on to "
                       "this container or virtual machine.") +
           kOffer;
}

DeviceInfo describe(int index, const cudaDeviceProp& properties) {
    DeviceInfo device;
    device.id = "cuda:" + std::to_string(index);
    device.name = properties.name;
    device.memoryTotal = static_cast<std::int64_t>(properties.totalGlobalMem);
    device.computeMajor = properties.major;
    device.computeMinor = properties.minor;
    device.bf16 = properties.major >= 8;
    std::array<char, 32> busId{};
    if (cudaDeviceGetPCIBusId(busId.data(), busId.size(), index) == cudaSuccess)
        device.pciBusId = busId.data();
    return device;
}

} // namespace

std::string cudaProblem(const CudaFindings& findings) {
    // The driver's version is checked first, as old drivers fail with varying codes. Within a major version of CUDA an
    // older driver is sufficient (minor version compatibility).
    if (findings.status == cudaSuccess && findings.devices > 0)
        return "";
    if (findings.driverCuda == 0)
        return std::string("No NVIDIA driver was found: to use GPUs, install driver ") + kNeededDriver + " or newer." +
               kOffer;
    if (findings.driverCuda / 1000 < findings.runtimeCuda / 1000)
        return tooOld(findings);
    if (findings.status == cudaSuccess || findings.status == cudaErrorNoDevice)
        return noneVisible(findings);
    return "CUDA could not start (" + findings.statusText + ", code " + std::to_string(findings.status) +
           "): check the GPUs with nvidia-smi, or restart the machine." + kOffer;
}

CudaInventory askCuda() {
    CudaInventory inventory;
    CudaFindings& findings = inventory.findings;
    const cudaError_t status = cudaGetDeviceCount(&findings.devices);
    findings.status = status;
    findings.statusText = cudaGetErrorString(status);
    cudaDriverGetVersion(&findings.driverCuda);
    cudaRuntimeGetVersion(&findings.runtimeCuda);
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES")) {
        findings.visible = visible;
        findings.visibleIsSet = true;
    }
    if (status != cudaSuccess)
        findings.devices = 0;
    for (int index = 0; index < findings.devices; ++index) {
        cudaDeviceProp properties{};
        if (cudaGetDeviceProperties(&properties, index) == cudaSuccess)
            inventory.devices.push_back(describe(index, properties));
    }
    cudaGetLastError(); // clears the error, which the next caller would take for its own
    return inventory;
}

} // namespace belfry
