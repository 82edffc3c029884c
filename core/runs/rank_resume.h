// A run resumed over several processes (train/rank_start.h). Free of torch; any thread.
#pragma once

#include "core/train/prepare.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace belfry {

// Rank 0 resumes its run in `folder`; the others are given plan and checkpoint, and need no folder. change: rank 0's of
// the plan; own: each rank's, of devices and data folder. The number of towers stays, unless there are more ranks.
// Collective.
PreparedRun resumeOverRanks(const std::shared_ptr<RankGroup>& ranks, const std::filesystem::path& folder,
                            const std::function<void(Plan&)>& change, const std::function<void(Plan&)>& own);

} // namespace belfry
