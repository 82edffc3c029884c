#include "core/device/cuda_inventory.h"

#include <cuda_runtime_api.h>

#include <array>
#include <cstdlib>

namespace belfry {
namespace {

const std::string kNeededDriver = "580"; // CUDA 13's release notes, table of driver versions

std::string cudaVersion(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

Text tooOld(const CudaFindings& findings) {
    const std::string supported = cudaVersion(findings.driverCuda), used = cudaVersion(findings.runtimeCuda);
    if (findings.driver.empty())
        return Text::tr("The NVIDIA driver supports CUDA up to %1, but Belfry uses CUDA %2: install driver %3 or newer "
                        "to use the GPUs. The CPU can train meanwhile.",
                        supported, used, kNeededDriver);
    return Text::tr("The NVIDIA driver %1 supports CUDA up to %2, but Belfry uses CUDA %3: install driver %4 or newer "
                    "to use the GPUs. The CPU can train meanwhile.",
                    findings.driver, supported, used, kNeededDriver);
}

Text noneVisible(const CudaFindings& findings) {
    if (findings.visibleIsSet)
        return Text::tr("CUDA_VISIBLE_DEVICES is '%1', which leaves no GPU visible: unset it to use all GPUs. The CPU "
                        "can train meanwhile.",
                        findings.visible);
    return Text::tr("An NVIDIA driver is installed, but it shows no GPU: check that one is present and passed on to "
                    "this container or virtual machine. The CPU can train meanwhile.");
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

Text cudaProblem(const CudaFindings& findings) {
    // The driver's version is checked first, as old drivers fail with varying codes. Within a major version of CUDA an
    // older driver is sufficient (minor version compatibility).
    if (findings.status == cudaSuccess && findings.devices > 0)
        return {};
    if (findings.driverCuda == 0)
        return Text::tr(
            "No NVIDIA driver was found: to use GPUs, install driver %1 or newer. The CPU can train meanwhile.",
            kNeededDriver);
    if (findings.driverCuda / 1000 < findings.runtimeCuda / 1000)
        return tooOld(findings);
    if (findings.status == cudaSuccess || findings.status == cudaErrorNoDevice)
        return noneVisible(findings);
    return Text::tr("CUDA could not start (%1, code %2): check the GPUs with nvidia-smi, or restart the machine. The "
                    "CPU can train meanwhile.",
                    findings.statusText, findings.status);
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
