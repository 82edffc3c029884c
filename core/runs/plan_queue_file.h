// queue.json: the plans that wait to be run, in their order. Plain values; any thread; blocks for the disk.
#pragma once

#include "core/train/plan.h"

#include <filesystem>
#include <vector>

namespace belfry {

// Empty when there is no file. One that is damaged is put aside, as NAME.damaged: Error(Data) says so, and what is
// wrong.
std::vector<Plan> readPlanQueue(const std::filesystem::path& path);
// Atomic. Throws Error(Io).
void writePlanQueue(const std::filesystem::path& path, const std::vector<Plan>& plans);

} // namespace belfry
