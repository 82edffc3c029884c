// Which job of a launcher a run belongs to (torchrun, Slurm), so that a job that is started again finds its run. No
// state; any thread; blocks for the disk and for other ranks.
#pragma once

#include "core/ranks/rank_group.h"
#include "core/runs/run_folder.h"
#include "core/train/plan.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace belfry {

// The name of a job with its plan, as the user gave it: what is started again with another plan is another job.
// Devices and the number of towers may be others then, as other machines may have come. Empty where the launcher names
// no job.
std::string runJob(const Launch& launch, const Plan& plan);

// Throws Error(Io).
void writeRunJob(const std::filesystem::path& run, const std::string& job);

struct JobRun {
    std::filesystem::path folder;
    bool finished = false;
};
// The newest run of the job; none for an empty job, and where its run is damaged. What was recorded as running is taken
// for interrupted, wherever its process was: the launcher has ended it. Throws Error(Io).
std::optional<JobRun> runOfJob(const std::string& job, const std::filesystem::path& root = runsRoot());

// What the ranks of a job go on with; none: they begin a new run. startedAnew: this rank was, by its launcher; where
// any was, rank 0 looks with find. On other machines than rank 0's there may be nothing in the folder. Collective.
std::optional<JobRun> agreeOnRun(RankGroup& ranks, bool startedAnew,
                                 const std::function<std::optional<JobRun>()>& find);

} // namespace belfry
