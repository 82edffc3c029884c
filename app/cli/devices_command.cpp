#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "core/device/devices.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

// Numbers that the driver does not report are null.
template <typename Number>
Json known(Number value) {
    return value < 0 ? Json(nullptr) : Json(value);
}

Json toJson(const DeviceInfo& device) {
    Json processes = Json::array();
    for (const GpuProcess& process : device.processes)
        processes.push_back(
            {{"pid", process.pid}, {"name", process.name}, {"memory_bytes", known(process.memoryBytes)}});
    Json json{{"id", device.id},
              {"name", device.name},
              {"memory_total", known(device.memoryTotal)},
              {"memory_used", known(device.memoryUsed)},
              {"utilisation", known(device.utilisation)},
              {"bf16", device.bf16},
              {"processes", processes}};
    if (device.id == "cpu")
        json["cores"] = device.cores;
    else
        json.update({{"pci_bus_id", device.pciBusId},
                     {"power_watts", known(device.powerWatts)},
                     {"temperature", known(device.temperature)},
                     {"compute", std::to_string(device.computeMajor) + "." + std::to_string(device.computeMinor)}});
    return json;
}

void print(const DeviceInfo& device) {
    std::string line = device.id + "  " + device.name;
    if (device.cores > 0)
        line += ", " + counted(device.cores, "usable cores", "usable core");
    if (!device.pciBusId.empty())
        line += ", " + device.pciBusId;
    if (device.memoryTotal >= 0)
        line += ", " + (device.memoryUsed >= 0 ? gibibytes(device.memoryUsed) + " of " : std::string()) +
                gibibytes(device.memoryTotal);
    if (device.utilisation >= 0)
        line += ", load " + std::to_string(device.utilisation) + " %";
    if (device.powerWatts >= 0)
        line += ", " + fixed(device.powerWatts, 0) + " W";
    if (device.temperature >= 0)
        line += ", " + std::to_string(device.temperature) + " C";
    std::printf("%s\n", line.c_str());
    for (const GpuProcess& process : device.processes)
        std::printf("    used by %s (process %d)%s\n", process.name.c_str(), process.pid,
                    process.memoryBytes >= 0 ? (", " + gibibytes(process.memoryBytes)).c_str() : "");
}

int listAll(bool json) {
    const DeviceReport report = listDevices();
    if (json) {
        Json devices = Json::array();
        for (const DeviceInfo& device : report.devices)
            devices.push_back(toJson(device));
        Json unusable = Json::array();
        for (const UnusableDevice& device : report.unusable)
            unusable.push_back({{"id", device.id}, {"name", device.name}, {"reason", device.reason.english()}});
        printJson({{"devices", devices}, {"unusable", unusable}, {"cuda_problem", report.cudaProblem.english()}},
                  JsonLayout::Indented);
        return 0;
    }
    for (const DeviceInfo& device : report.devices)
        print(device);
    if (const Text problems = report.problems(); !problems.empty())
        std::printf("%s\n", problems.english().c_str());
    return 0;
}

} // namespace

void addDevices(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("devices", "List the processors and GPUs that towers can run on");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As one JSON object");
    whenChosen(*command, chosen, [json] { return listAll(*json); });
}

} // namespace belfry::cli
