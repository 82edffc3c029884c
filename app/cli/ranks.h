// A run over several processes, for the command line: whether this is one of them, meeting the others, and a run or a
// checkpoint that all of them have.
#pragma once

#include "core/train/prepare.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace belfry::cli {

// --rank-wait and --rank-silence, with their defaults.
std::shared_ptr<const RankLimits> addRankLimits(CLI::App& app);

// The launch of this process as one of several ranks; none: it is alone. Throws Error(Usage) as launchFrom().
std::optional<Launch> severalRanks();

// Meets the others, who must have the same version and plan; their devices and folders may differ. Throws as
// RankGroup::meet(). Ctrl-C and SIGTERM end the process meanwhile. After holdInterrupts().
std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const Plan& plan, const RankLimits& limits);
// The others must have the same version. For what rank 0 alone knows.
std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const RankLimits& limits);

// Tells the others when `work` throws on this rank.
template <typename Work>
auto together(RankGroup& ranks, const Work& work) {
    try {
        return work();
    } catch (const std::exception& error) {
        ranks.fail(error.what());
        throw;
    }
}

// Opens the data, which must be the same on all ranks, and prepares this rank's part. towers: of all; none: one for
// each device. Collective.
PreparedRun prepareOverRanks(const std::shared_ptr<RankGroup>& ranks, Plan plan, std::optional<int> towers);

// Rank 0 resumes its run in `folder`; the others are given plan and checkpoint, and need no folder. change: rank 0's of
// the plan; own: each rank's, of devices and data folder. The number of towers stays, unless there are more ranks.
// Collective.
PreparedRun resumeOverRanks(const std::shared_ptr<RankGroup>& ranks, const std::filesystem::path& folder,
                            const std::function<void(Plan&)>& change, const std::function<void(Plan&)>& own);

} // namespace belfry::cli
