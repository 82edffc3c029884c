#include "core/device/nvml.h"

#include <dlfcn.h>

#include <array>

namespace belfry {
namespace {

template <class Signature>
std::function<Signature> symbol(void* library, const char* name) {
    void* address = ::dlsym(library, name);
    return address ? std::function<Signature>(reinterpret_cast<Signature*>(address)) : nullptr;
}

std::string processName(unsigned pid, const SystemRoots& roots) {
    std::string name = readKernelFile(roots.proc / std::to_string(pid) / "comm").value_or("");
    while (!name.empty() && name.back() == '\n')
        name.pop_back();
    return name;
}

// On a GPU divided by MIG (multi-instance) NVML reports the memory of the whole card, CUDA that of the instance. The
// card's figure would be wrong, so it is omitted.
bool sameMemory(const NvmlMemory& memory, std::int64_t cudaTotal) {
    return cudaTotal < 0 || static_cast<double>(memory.total) <= 1.25 * static_cast<double>(cudaTotal);
}

} // namespace

NvmlApi openNvml() {
    NvmlApi api;
    void* library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return api;
    api.library = std::shared_ptr<void>(library, [](void* opened) { ::dlclose(opened); });
    api.init = symbol<int()>(library, "nvmlInit_v2");
    api.shutdown = symbol<int()>(library, "nvmlShutdown");
    api.driverVersion = symbol<int(char*, unsigned)>(library, "nvmlSystemGetDriverVersion");
    api.handleByPciBusId = symbol<int(const char*, NvmlDevice*)>(library, "nvmlDeviceGetHandleByPciBusId_v2");
    api.memory = symbol<int(NvmlDevice, NvmlMemory*)>(library, "nvmlDeviceGetMemoryInfo");
    api.utilisation = symbol<int(NvmlDevice, NvmlUtilisation*)>(library, "nvmlDeviceGetUtilizationRates");
    api.powerMilliwatts = symbol<int(NvmlDevice, unsigned*)>(library, "nvmlDeviceGetPowerUsage");
    api.temperature = symbol<int(NvmlDevice, int, unsigned*)>(library, "nvmlDeviceGetTemperature");
    api.computeProcesses =
        symbol<int(NvmlDevice, unsigned*, NvmlProcess*)>(library, "nvmlDeviceGetComputeRunningProcesses_v3");
    return api;
}

Nvml::Nvml(NvmlApi api) : api_(std::move(api)), ready_(api_.init && api_.init() == kNvmlSuccess) {}

Nvml::~Nvml() {
    if (ready_ && api_.shutdown)
        api_.shutdown();
}

std::string Nvml::driverVersion() const {
    std::array<char, 96> text{}; // at most 80 by nvml.h
    if (!ready_ || !api_.driverVersion || api_.driverVersion(text.data(), text.size() - 1) != kNvmlSuccess)
        return "";
    return text.data();
}

void Nvml::fill(DeviceInfo& device, const SystemRoots& roots) const {
    NvmlDevice handle = nullptr;
    if (!ready_ || !api_.handleByPciBusId || api_.handleByPciBusId(device.pciBusId.c_str(), &handle) != kNvmlSuccess)
        return;
    NvmlMemory memory;
    if (api_.memory && api_.memory(handle, &memory) == kNvmlSuccess && sameMemory(memory, device.memoryTotal)) {
        device.memoryTotal = static_cast<std::int64_t>(memory.total);
        device.memoryUsed = static_cast<std::int64_t>(memory.used);
    }
    NvmlUtilisation utilisation;
    if (api_.utilisation && api_.utilisation(handle, &utilisation) == kNvmlSuccess)
        device.utilisation = static_cast<int>(utilisation.gpu);
    unsigned value = 0;
    if (api_.powerMilliwatts && api_.powerMilliwatts(handle, &value) == kNvmlSuccess)
        device.powerWatts = value / 1000.0;
    if (api_.temperature && api_.temperature(handle, 0, &value) == kNvmlSuccess)
        device.temperature = static_cast<int>(value);
    device.processes = processes(handle, roots);
}

std::vector<GpuProcess> Nvml::processes(NvmlDevice handle, const SystemRoots& roots) const {
    std::vector<GpuProcess> found;
    if (!api_.computeProcesses)
        return found;
    std::vector<NvmlProcess> infos(16);
    for (int attempt = 0; attempt < 4; ++attempt) { // processes may start between the two calls
        auto count = static_cast<unsigned>(infos.size());
        const int status = api_.computeProcesses(handle, &count, infos.data());
        if (status == kNvmlInsufficientSize) {
            infos.resize(count + 16);
            continue;
        }
        infos.resize(status == kNvmlSuccess ? std::min<std::size_t>(count, infos.size()) : 0);
        for (const NvmlProcess& info : infos)
            found.push_back({static_cast<int>(info.pid), processName(info.pid, roots),
                             info.usedMemory == ~0ULL ? -1 : static_cast<std::int64_t>(info.usedMemory)});
        break;
    }
    return found;
}

} // namespace belfry
