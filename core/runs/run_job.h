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

struct RunJob {
    // Of the job with its plan, as the user gave it: what is started again with another plan is another job. Devices
    // and the number of towers may be others then, as other machines may have come. Empty: the launcher names none.
    std::string name;
    // The process of this machine that starts all attempts, torchrun's agent; empty: not known. An attempt that begins
    // because a machine has joined is not counted by torchrun.
    std::string agent;
};
RunJob runJob(const Launch& launch, const Plan& plan);

// Throws Error(Io).
void writeRunJob(const std::filesystem::path& run, const RunJob& job);

struct JobRun {
    std::filesystem::path folder;
    bool finished = false;
};
// What an attempt of the job goes on with: the newest run of the job; unless it was started anew, only an unfinished
// one of the same agent. None for a job without a name, and where its run is damaged. What was recorded as running is
// taken for interrupted, wherever its process was: the launcher has ended it. Throws Error(Io).
std::optional<JobRun> runOfJob(const RunJob& job, bool startedAnew, const std::filesystem::path& root = runsRoot());

// The same for all ranks; none: they begin a new run. startedAnew: this rank was, by its launcher. Rank 0 looks with
// find(whether any was). On other machines than rank 0's there may be nothing in the folder. Collective.
std::optional<JobRun> agreeOnRun(RankGroup& ranks, bool startedAnew,
                                 const std::function<std::optional<JobRun>(bool anew)>& find);

} // namespace belfry
