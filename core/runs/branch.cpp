#include "core/runs/branch.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/runs/resume.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_pictures.h"
#include "core/runs/run_record.h"
#include "core/runs/weights_file.h"
#include "core/train/plan_schedule.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <system_error>
#include <utility>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// The checkpoints to try. First the last weights of a run that ended: they are a checkpoint, and include one more
// validation than the checkpoint of the same step.
std::vector<std::shared_ptr<const Snapshot>> checkpointsOf(const fs::path& folder) {
    std::vector<std::shared_ptr<const Snapshot>> found;
    for (const fs::path& file : runWeights(folder).possibleCheckpoints()) {
        try {
            found.push_back(loadCheckpoint(file));
        } catch (const Error&) {
            // Damaged, or removed by the run in progress: try another one.
        }
    }
    return found;
}

BranchPoint pointOf(const Snapshot& checkpoint, std::int64_t trainImages) {
    const TrainingState& state = *checkpoint.training;
    return {checkpoint.step, state.epochs - state.bestEpoch, trainImages};
}

[[noreturn]] void refuseStep(const std::string& run, std::int64_t step, const std::vector<BranchPoint>& known) {
    const std::string names = joined(known, ", ", [](const BranchPoint& point) { return std::to_string(point.step); });
    throw usageError(Text::tr("Run '%1' has no checkpoint of step %2; there are those of %3. Choose one of these.", run,
                              step, names));
}

std::shared_ptr<const Snapshot> checkpointAt(const fs::path& folder, std::optional<std::int64_t> step) {
    const auto found = checkpointsOf(folder);
    if (found.empty())
        throw usageError(Text::tr(
            "Run '%1' has no checkpoint to begin from. Let it train longer, or give it a shorter checkpoint interval.",
            folder.filename().string()));
    const auto newest = *std::ranges::max_element(found, {}, [](const auto& checkpoint) { return checkpoint->step; });
    if (!step)
        return newest;
    const auto wanted = std::ranges::find(found, *step, [](const auto& checkpoint) { return checkpoint->step; });
    if (wanted == found.end())
        refuseStep(folder.filename().string(), *step, branchPoints(folder));
    return *wanted;
}

// The limit leaves room for the step.
std::string shortName(const fs::path& folder) {
    const std::string name = summarise(folder).name;
    return name.size() > 150 ? folder.filename().string() : name;
}

// Settings that may change during a run are stored in its checkpoints, and override the plan on resume.
Snapshot withSettings(const Snapshot& checkpoint, const Plan& plan) {
    auto training = std::make_shared<TrainingState>(*checkpoint.training);
    training->settings = liveSettings(plan);
    Snapshot changed = checkpoint;
    changed.training = std::move(training);
    return changed;
}

// Where branches are filled, unseen by lists of runs: a program that is killed meanwhile leaves no run that cannot be
// resumed.
class UnfinishedRuns {
public:
    explicit UnfinishedRuns(const fs::path& root) : folder_(root / ".unfinished") {
        constexpr auto kAbandoned = std::chrono::hours(24); // by a program that was killed: a branch takes seconds
        for (const fs::path& run : fs::directory_iterator(folder_, ignored_))
            if (fs::file_time_type::clock::now() - fs::last_write_time(run, ignored_) > kAbandoned)
                fs::remove_all(run, ignored_);
    }
    ~UnfinishedRuns() { fs::remove(folder_, ignored_); } // when it is empty
    UnfinishedRuns(const UnfinishedRuns&) = delete;
    UnfinishedRuns& operator=(const UnfinishedRuns&) = delete;

    const fs::path& folder() const { return folder_; }

private:
    fs::path folder_;
    std::error_code ignored_;
};

void fill(const RunFiles& files, const fs::path& parent, const Plan& plan, const Snapshot& checkpoint) {
    saveSnapshot(files.checkpoint(checkpoint.step), withSettings(checkpoint, plan));
    if (!checkpoint.training->bestWeights.empty())
        saveSnapshot(files.best, bestOf(checkpoint));
    copyPictures(parent, files.folder);
    RunRecord record = readRunRecord(files.record);
    record.parent = parent.filename().string();
    record.parentStep = checkpoint.step;
    record.state = "interrupted"; // until it is started: it can be resumed
    record.reason = Text::tr("Not started since it branched.");
    record.steps = checkpoint.step;
    record.epochs = static_cast<double>(checkpoint.training->epochs);
    writeRunRecord(files.record, record);
}

} // namespace

std::vector<BranchPoint> branchPoints(const fs::path& folder) {
    const std::int64_t trainImages = trainedImagesOf(folder);
    std::vector<BranchPoint> points;
    for (const auto& checkpoint : checkpointsOf(folder))
        points.push_back(pointOf(*checkpoint, trainImages));
    std::ranges::stable_sort(points, {}, &BranchPoint::step);
    const auto repeated = std::ranges::unique(points, {}, &BranchPoint::step);
    points.erase(repeated.begin(), repeated.end());
    return points;
}

bool hasCheckpoint(const fs::path& folder) { return !runWeights(folder).possibleCheckpoints().empty(); }

std::optional<RunSummary> parentOf(const RunSummary& branch) {
    if (branch.parent.empty())
        return std::nullopt;
    const fs::path beside = branch.folder.parent_path();
    const fs::path root = isTrash(beside) ? beside.parent_path() : beside;
    for (const fs::path& place : {root, trashOf(root)})
        if (const fs::path folder = place / branch.parent; isRunFolder(folder))
            return summarise(folder);
    return std::nullopt;
}

Text branchProblem(const Plan& plan, const BranchPoint& point) {
    if (plan.patience > 0 && point.epochsSinceBest >= plan.patience)
        return Text::plural("The patience of %n epochs ended the run there. Choose an earlier step.",
                            "The patience of %n epoch ended the run there. Choose an earlier step.", plan.patience);
    if (plan.steps > 0)
        return point.step < plan.steps
                   ? Text()
                   : Text::tr("Step %1 is already reached there. Give the branch more than %1 steps.", point.step);
    if (point.trainImages == 0 || point.step < totalSteps(plan, point.trainImages))
        return {};
    const std::int64_t done = point.step / stepsPerEpoch(plan, point.trainImages);
    return Text::plural("%n epochs are already done there. Give the branch more than that.",
                        "%n epoch is already done there. Give the branch more than that.", done);
}

Plan lengthened(Plan plan, const BranchPoint& point) {
    if (plan.steps > 0 && point.step >= plan.steps)
        plan.steps += point.step;
    if (plan.steps == 0 && point.trainImages > 0 && point.step >= totalSteps(plan, point.trainImages))
        plan.epochs += point.step / stepsPerEpoch(plan, point.trainImages);
    return plan;
}

fs::path branchRun(const fs::path& parent, std::optional<std::int64_t> step, const std::function<void(Plan&)>& change) {
    const RunFiles from(absolutePath(parent));
    Plan plan = readPlanFile(from.plan);
    const auto checkpoint = checkpointAt(from.folder, step);
    apply(checkpoint->training->settings, plan);
    plan.name = shortName(from.folder) + ", from " + std::to_string(checkpoint->step);
    if (change)
        change(plan);
    validate(plan);
    if (const Text problem = branchProblem(plan, pointOf(*checkpoint, trainedImagesOf(from.folder))); !problem.empty())
        throw usageError(problem);
    const fs::path root = from.folder.parent_path();
    const UnfinishedRuns unfinished(root);
    const RunFiles files(createRun(plan, unfinished.folder()));
    return orRemove(files.folder, [&] {
        fill(files, from.folder, plan, *checkpoint);
        return moveRun(files.folder, root);
    });
}

PreparedBranch::PreparedBranch(fs::path folder, PreparedRun prepared)
    : run(std::move(prepared)), folder_(std::move(folder)) {}

PreparedBranch::~PreparedBranch() {
    std::error_code ignored;
    if (!begun_)
        fs::remove_all(folder_, ignored);
}

std::shared_ptr<PreparedBranch> prepareBranch(const fs::path& parent, std::optional<std::int64_t> step,
                                              const std::function<void(Plan&)>& change,
                                              const PrepareBranched& prepare) {
    const fs::path folder = branchRun(parent, step, change);
    return orRemove(folder, [&] {
        return std::make_shared<PreparedBranch>(folder, prepare ? prepare(folder) : prepareResume(folder));
    });
}

} // namespace belfry
