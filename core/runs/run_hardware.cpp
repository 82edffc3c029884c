#include "core/runs/run_hardware.h"

#include "core/device/cuda_inventory.h"
#include "core/device/devices.h"
#include "core/device/nvml.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace belfry {

RunHardware hardwareOf(const Started& started) {
    RunHardware hardware{started.placement, usableCores(), {}, {}};
    const bool onGpu = std::ranges::any_of(
        started.placement, [](const TowerPlacement& tower) { return tower.device.starts_with("cuda"); });
    if (onGpu) {
        hardware.driver = Nvml(openNvml()).driverVersion();
        const int version = askCuda().findings.runtimeCuda;
        hardware.cuda = std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
    }
    return hardware;
}

nlohmann::json toJson(const RunHardware& hardware) {
    nlohmann::json towers = nlohmann::json::array();
    for (const TowerPlacement& tower : hardware.towers)
        towers.push_back({{"tower", tower.tower},
                          {"device", tower.device},
                          {"name", tower.deviceName},
                          {"pci_bus", tower.pciBusId},
                          {"threads", tower.threads},
                          {"memory_bytes", tower.memoryBytes},
                          {"images_per_step", tower.batch},
                          {"host", tower.host}});
    return {{"towers", towers}, {"cores", hardware.cores}, {"driver", hardware.driver}, {"cuda", hardware.cuda}};
}

RunHardware runHardwareFromJson(const nlohmann::json& json) {
    RunHardware hardware;
    for (const nlohmann::json& in : json.at("towers")) {
        TowerPlacement tower;
        in.at("tower").get_to(tower.tower);
        in.at("device").get_to(tower.device);
        in.at("name").get_to(tower.deviceName);
        in.at("pci_bus").get_to(tower.pciBusId);
        in.at("threads").get_to(tower.threads);
        in.at("memory_bytes").get_to(tower.memoryBytes);
        in.at("images_per_step").get_to(tower.batch);
        in.at("host").get_to(tower.host);
        hardware.towers.push_back(std::move(tower));
    }
    json.at("cores").get_to(hardware.cores);
    json.at("driver").get_to(hardware.driver);
    json.at("cuda").get_to(hardware.cuda);
    return hardware;
}

} // namespace belfry
