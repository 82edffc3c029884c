// The data set of a run. No state; any thread; blocks for the disk.
#pragma once

#include "core/train/plan.h"
#include "core/train/snapshot.h"

#include <filesystem>

namespace belfry {

// The run's plan, for openData() (train/prepare.h): the same set with the same splits; pictures of a folder have the
// size of `snapshot`. Throws Error(Data) for a missing or damaged plan.
Plan dataPlan(const std::filesystem::path& run, const Snapshot& snapshot);

} // namespace belfry
