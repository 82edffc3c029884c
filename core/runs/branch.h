// Branches: new runs that start from a checkpoint of another run, with other settings from there on. No state; any
// thread; blocks for the disk.
#pragma once

#include "core/runs/run_folder.h"
#include "core/runs/run_list.h"
#include "core/train/session.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

// A checkpoint that a branch can start from.
struct BranchPoint {
    std::int64_t step = 0;
    std::int64_t epochsSinceBest = 0; // since the best validation: what the plan's patience counts
    std::int64_t trainImages = 0;     // size of the training split; 0: the run does not tell
};

// Ascending by step, without damaged ones. Reads each checkpoint completely.
std::vector<BranchPoint> branchPoints(const std::filesystem::path& folder);

// There are files of checkpoints; they are not read.
bool hasCheckpoint(const std::filesystem::path& folder);

// The run that this one branches from: beside it, else in the trash. None: it is gone, or the run is no branch.
std::optional<RunSummary> parentOf(const RunSummary& branch);

// Why a branch with this plan would have nothing left to train from there. Empty: it has, as far as is known.
Text branchProblem(const Plan& plan, const BranchPoint& point);

// The plan with a length that leaves something to train: as it is, or as much again as it was when all of it is done.
Plan lengthened(Plan plan, const BranchPoint& point);

// Creates the folder of the new run next to its parent's. It has the parent's plan at that checkpoint with `change`,
// the checkpoint, its best weights, and a record that names parent and step. Start the run with prepareResume(). It has
// no metrics from before the step: these are its parent's. `step` nullopt: the newest checkpoint. The parent may be in
// progress. Throws Error(Usage) for a step without a checkpoint (the message lists the checkpoints), for an invalid
// plan, and with branchProblem(); then nothing is left behind.
std::filesystem::path branchRun(const std::filesystem::path& parent, std::optional<std::int64_t> step,
                                const std::function<void(Plan&)>& change = {});

// A branch that is ready for a session. One that never begins leaves nothing behind: its folder goes with this object.
class PreparedBranch {
public:
    PreparedBranch(std::filesystem::path folder, PreparedRun prepared);
    ~PreparedBranch();
    PreparedBranch(const PreparedBranch&) = delete;
    PreparedBranch& operator=(const PreparedBranch&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    void begin() { begun_ = true; } // the folder stays from now on

    PreparedRun run; // for the session

private:
    std::filesystem::path folder_;
    bool begun_ = false;
};
// The same as branchRun(), prepared. If it cannot begin (its data or a device is missing), it throws like
// prepareResume(), and nothing is left behind either. prepare: of the new run's folder, where something else than
// prepareResume() does it.
using PrepareBranched = std::function<PreparedRun(const std::filesystem::path& folder)>;
std::shared_ptr<PreparedBranch> prepareBranch(const std::filesystem::path& parent, std::optional<std::int64_t> step,
                                              const std::function<void(Plan&)>& change = {},
                                              const PrepareBranched& prepare = {});

} // namespace belfry
