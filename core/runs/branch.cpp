#include "core/runs/branch.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "core/runs/run_record.h"
#include "core/runs/weights_file.h"

#include <algorithm>

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

[[noreturn]] void refuseStep(const std::string& run, std::int64_t step, const std::vector<std::int64_t>& known) {
    const std::string names = joined(known, ", ", [](std::int64_t number) { return std::to_string(number); });
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
        refuseStep(folder.filename().string(), *step, branchSteps(folder));
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

void fill(const RunFiles& files, const fs::path& parent, const Plan& plan, const Snapshot& checkpoint) {
    saveSnapshot(files.checkpoint(checkpoint.step), withSettings(checkpoint, plan));
    if (checkpoint.training->bestStep > 0)
        saveSnapshot(files.best, bestOf(checkpoint));
    RunRecord record = readRunRecord(files.record);
    record.parent = parent.filename().string();
    record.parentStep = checkpoint.step;
    record.state = "interrupted"; // until it is started: it can be resumed
    record.reason = Text::tr("It has not begun yet.");
    record.steps = checkpoint.step;
    record.epochs = static_cast<double>(checkpoint.training->epochs);
    writeRunRecord(files.record, record);
}

} // namespace

std::vector<std::int64_t> branchSteps(const fs::path& folder) {
    std::vector<std::int64_t> steps;
    for (const auto& checkpoint : checkpointsOf(folder))
        steps.push_back(checkpoint->step);
    std::ranges::sort(steps);
    steps.erase(std::ranges::unique(steps).begin(), steps.end());
    return steps;
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
    const RunFiles files(createRun(plan, from.folder.parent_path()));
    orRemove(files.folder, [&] { fill(files, from.folder, plan, *checkpoint); });
    return files.folder;
}

} // namespace belfry
