// queue.json: the queued plans, in order. Plain values; any thread; blocks for the disk.
#pragma once

#include "core/train/plan.h"

#include <filesystem>
#include <vector>

namespace belfry {

// Empty if there is no file. A damaged file is renamed to NAME.damaged, and Error(Data) with the reason is thrown.
std::vector<Plan> readPlanQueue(const std::filesystem::path& path);
// Atomic. Throws Error(Io).
void writePlanQueue(const std::filesystem::path& path, const std::vector<Plan>& plans);

} // namespace belfry
