#include "core/device/probe.h"

#include <utility>

namespace belfry {

DeviceProbe::DeviceProbe() : DeviceProbe(askCuda(), openNvml(), SystemRoots{}) {}

DeviceProbe::DeviceProbe(CudaInventory inventory, NvmlApi nvml, SystemRoots roots)
    : roots_(std::move(roots)), nvml_(std::move(nvml)), inventory_(std::move(inventory)) {
    inventory_.findings.driver = nvml_.driverVersion();
}

DeviceReport DeviceProbe::sample() {
    DeviceReport report;
    report.cudaProblem = cudaProblem(inventory_.findings);
    report.devices.push_back(describeCpu(affinityCores(), roots_));
    report.devices.front().utilisation = load_.sample(roots_);
    for (DeviceInfo device : inventory_.devices) {
        if (Text refusal = cudaDeviceRefusal(device, inventory_.code); !refusal.empty()) {
            report.unusable.push_back({device.id, device.name, std::move(refusal)});
            continue;
        }
        nvml_.fill(device, roots_);
        report.devices.push_back(std::move(device));
    }
    return report;
}

} // namespace belfry
