// Branches: new runs that start from a checkpoint of another run, with other settings from there on. No state; any
// thread; blocks for the disk.
#pragma once

#include "core/runs/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace belfry {

// The steps of the checkpoints that a branch can start from, ascending, without damaged ones. Reads each completely.
std::vector<std::int64_t> branchSteps(const std::filesystem::path& folder);

// Creates the folder of the new run next to its parent's. It has the parent's plan at that checkpoint with `change`,
// the checkpoint, its best weights, and a record that names parent and step. Start the run with prepareResume(). It has
// no metrics from before the step: these are its parent's. `step` nullopt: the newest checkpoint. The parent may be in
// progress. Throws Error(Usage) for a step without a checkpoint (the message lists the checkpoints), and for an invalid
// plan; then nothing is left behind.
std::filesystem::path branchRun(const std::filesystem::path& parent, std::optional<std::int64_t> step,
                                const std::function<void(Plan&)>& change = {});

} // namespace belfry
