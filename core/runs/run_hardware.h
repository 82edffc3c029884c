// What a run was trained on, as its record keeps it. Plain values; any thread.
#pragma once

#include "core/train/events.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace belfry {

struct RunHardware {
    std::vector<TowerPlacement> towers; // of all ranks; empty: a record of an earlier version, which has none
    int cores = 0;                      // of this process, on the machine that records
    std::string driver, cuda;           // of its GPUs, "580.65.06" and "13.0"; "": it trains on none
};

// Asks NVIDIA's driver for its version where a tower is on a GPU: up to a second. Never throws.
RunHardware hardwareOf(const Started& started);

nlohmann::json toJson(const RunHardware& hardware);
// Throws nlohmann::json::exception for a missing field or a wrong type.
RunHardware runHardwareFromJson(const nlohmann::json& json);

} // namespace belfry
