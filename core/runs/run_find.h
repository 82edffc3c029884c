// Finds a run by the words of a user. No state; any thread; blocks for the disk.
#pragma once

#include "core/runs/run_list.h"

#include <filesystem>
#include <string>

namespace belfry {

// By folder name, by a name that only one run has, or by path. Throws Error(Usage) with the nearest known name.
RunSummary findRun(const std::string& idNameOrPath, const std::filesystem::path& root = runsRoot());

} // namespace belfry
