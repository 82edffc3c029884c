#include "core/device/cuda_inventory.h"

#include "core/device/bundled_cudnn.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

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

// The oldest architecture that CUDA 13 and the libraries built with it know.
constexpr std::pair kOldest{7, 5};

// "sm_90": 90, and what stands behind it. 0 for other words.
std::pair<int, std::string_view> architectureIn(std::string_view word, std::string_view kind) {
    int number = 0;
    if (!word.starts_with(kind))
        return {0, {}};
    word.remove_prefix(kind.size());
    const char* end = std::from_chars(word.data(), word.data() + word.size(), number).ptr;
    return {number, word.substr(static_cast<std::size_t>(end - word.data()))};
}

bool wordRunsOn(std::string_view word, int major, int minor) {
    const int device = 10 * major + minor;
    if (const auto [code, suffix] = architectureIn(word, "sm_"); code > 0)
        return suffix == "a" ? device == code : device / 10 == code / 10 && device >= code;
    const auto [ptx, suffix] = architectureIn(word, "compute_");
    return ptx > 0 && (suffix.empty() ? device >= ptx : device == ptx);
}

} // namespace

std::string_view builtCudaCode() { return BELFRY_CUDA_CODE; }

bool cudaCodeRunsOn(std::string_view code, int major, int minor) {
    while (!code.empty()) {
        const std::size_t end = std::min(code.find(' '), code.size());
        if (wordRunsOn(code.substr(0, end), major, minor))
            return true;
        code.remove_prefix(std::min(end + 1, code.size()));
    }
    return false;
}

Text cudaDeviceRefusal(const DeviceInfo& device, std::string_view code) {
    const int major = device.computeMajor, minor = device.computeMinor;
    if (std::pair(major, minor) < kOldest)
        return Text::tr("%1 (%2) cannot train: its compute capability is %3.%4, at least 7.5 is needed. Choose another "
                        "device.",
                        device.id, device.name, major, minor);
    if (cudaCodeRunsOn(code, major, minor))
        return {};
    const std::string capability = std::to_string(major) + "." + std::to_string(minor);
    return Text::tr("%1 (%2) cannot train: its compute capability is %3, but Belfry was built for others (%4). Choose "
                    "another device, or build with -DBELFRY_CUDA_ARCHITECTURES=%3.",
                    device.id, device.name, capability, std::string(code));
}

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
    loadBundledCudnn(); // here, as whoever uses a GPU has asked first
    return inventory;
}

} // namespace belfry
