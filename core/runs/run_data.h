// Where a run's network had its data from. No state; any thread; blocks for the disk.
#pragma once

#include "core/train/plan.h"
#include "core/train/snapshot.h"

#include <filesystem>

namespace belfry {

// The run's plan, for openData() (train/prepare.h): the same set, split the same way, and the pictures of a folder of
// the size that `snapshot` reads. Throws Error(Data) for a plan that is missing or damaged.
Plan dataPlan(const std::filesystem::path& run, const Snapshot& snapshot);

} // namespace belfry
