// The weights that a run keeps, one after the other. Free of torch. No state; any thread; blocks for the disk.
#pragma once

#include "core/train/snapshot.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace belfry {

// Calls work(snapshot) for checkpoints, best and final weights of a run, once for each step that they are of; an Error
// of it counts as one of the file. Returns the files that were left out. Ends when it is asked to stop. `progress`: the
// part of the files that are done, 0 to 1.
std::vector<std::filesystem::path> eachMoment(const std::filesystem::path& runFolder,
                                              const std::function<void(std::shared_ptr<const Snapshot> snapshot)>& work,
                                              const std::stop_token& stop = {},
                                              const std::function<void(double)>& progress = {});

} // namespace belfry
