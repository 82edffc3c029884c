// Branches: a new run that begins from a checkpoint of another one, with other rules from there on. No state; any
// thread; blocks for the disk.
#pragma once

#include "core/runs/run_folder.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace belfry {

// The steps of a run's checkpoints that a branch can begin from, ascending; damaged ones are left out. Reads each
// whole.
std::vector<std::int64_t> branchSteps(const std::filesystem::path& folder);

// Makes the folder of the new run beside its parent's: the parent's plan as it was at that checkpoint with `change`,
// the checkpoint itself and its best weights, and a record that names parent and step. It begins with prepareResume()
// and has no metrics from before the step, which are its parent's. `step` none: the newest checkpoint. The parent may
// be going on. Throws Error(Usage) for a step without a checkpoint, with those there are, and for a plan that cannot
// be; then nothing new is left behind.
std::filesystem::path branchRun(const std::filesystem::path& parent, std::optional<std::int64_t> step,
                                const std::function<void(Plan&)>& change = {});

} // namespace belfry
