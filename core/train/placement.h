// Which tower runs where. Free of torch.
#pragma once

#include "core/device/devices.h"
#include "core/model/blueprint.h"
#include "core/train/events.h"

#include <string>
#include <vector>

namespace belfry {

struct Placement {
    std::vector<std::string> devices; // chosen, "auto" resolved: every CUDA device, or the CPU when there is none
    std::vector<TowerPlacement> towers;
    std::vector<std::string> remarks; // sharing, missing CUDA
};

// Deals plan.towers to the chosen devices in turn. Throws Error(Usage) for a device that does not exist, with the list
// of those that do, and Error(Device) when a device has not the memory that its towers need.
Placement placeTowers(const Plan& plan, const Blueprint& blueprint, const DeviceReport& report);

} // namespace belfry
