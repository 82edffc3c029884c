#include "core/runs/resume.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/placement.h"
#include "core/train/plan_schedule.h"

#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

bool fits(const Plan& plan, const Snapshot& checkpoint) {
    return checkpoint.blueprint->architecture == architectureOf(plan) && checkpoint.data == plan.data;
}

// The settings that the images of the next steps, and their processing, depend on.
void preserveBatchLayout(const Plan& before, Plan& plan) {
    if (plan.towers != before.towers)
        plan.shares.clear();              // they were for the other towers
    if (plan.devices != before.devices) { // the choices for the other devices may be impossible or slow on these
        if (plan.feed == before.feed)
            plan.feed = kByDevice;
        if (plan.exchange == before.exchange && !plan.asynchronous())
            plan.exchange = kByDevice;
    }
    if (plan.globalBatch == before.globalBatch && plan.batchPerTower == before.batchPerTower &&
        plan.towers == before.towers && plan.asynchronous() == before.asynchronous())
        return;
    if (plan.asynchronous()) {
        plan.batchPerTower = before.imagesPerStep();
        plan.globalBatch = 0;
        return;
    }
    plan.batchPerTower = before.batchPerTower;
    plan.globalBatch = before.imagesPerStep();
    if (plan.globalBatch == plan.batchPerTower * plan.towers)
        plan.globalBatch = 0;
}

bool patienceEnded(const Plan& plan, const TrainingState& state) {
    return plan.patience > 0 && state.epochs - state.bestEpoch >= plan.patience;
}

[[noreturn]] void refuseDone(const std::string& run, const TrainingState& state) {
    throw usageError(Text::plural(
        "Run '%1' has completed all of its %n steps. To resume it, give it more epochs, steps or patience.",
        "Run '%1' has completed its %n step. To resume it, give it more epochs, steps or patience.", state.step, run));
}

void takeOver(RunRecord& record, const TrainingState& state) {
    record.steps = state.step;
    record.epochs = static_cast<double>(state.epochs);
    record.images = state.images;
    record.seconds = state.seconds;
    record.validation = state.validation;
    record.validationEpoch = state.epochs;
    record.bestValidation = state.bestValidation;
    record.bestMeans = state.bestMeans;
    record.bestEpoch = state.bestEpoch;
}

// The run was killed after a better epoch. That epoch is repeated, with another number of towers perhaps slightly
// different.
void rewindBest(const RunFiles& files, const Snapshot* checkpoint) {
    std::error_code code;
    if (!fs::exists(files.best, code))
        return;
    const bool hasBest = checkpoint && !checkpoint->training->bestWeights.empty();
    try {
        if (hasBest && loadSnapshot(files.best)->step == checkpoint->training->bestStep)
            return;
    } catch (const Error&) {
        // Damaged: replaced below.
    }
    if (!hasBest) {
        fs::remove(files.best, code);
        return;
    }
    saveSnapshot(files.best, bestOf(*checkpoint));
}

struct FoundCheckpoint {
    std::shared_ptr<const Snapshot> snapshot; // may be null
    fs::path file;
};

FoundCheckpoint findNewest(const fs::path& folder, std::vector<Text>& remarks) {
    FoundCheckpoint newest;
    for (const fs::path& file : runWeights(folder).possibleCheckpoints()) {
        try {
            const auto checkpoint = loadCheckpoint(file);
            if (!newest.snapshot || checkpoint->step > newest.snapshot->step)
                newest = {checkpoint, file};
            if (file.filename() != "final.safetensors")
                break; // the others are older
        } catch (const Error& error) {
            remarks.push_back(error.message());
        }
    }
    return newest;
}

// A checkpoint has all weights: the backbone that they began as need not be there any more.
PreparedRun prepareFrom(const Plan& plan, bool hasWeights) {
    Plan own = plan;
    if (hasWeights && plan.epochs > 0)
        own.backbone.clear();
    PreparedRun prepared = prepareRun(own);
    prepared.plan.backbone = plan.backbone;
    return prepared;
}

// Says how the pictures have changed since the checkpoint.
void takeOverPictures(const fs::path& folder, const Snapshot& checkpoint, PreparedRun& prepared) {
    Text remark;
    if (prepared.seat.group) {
        remark = remarkOnPictures(folder, checkpoint, *prepared.data);
    } else {
        RunPictures pictures = picturesFor(folder, checkpoint, prepared.data);
        prepared.data = std::move(pictures.data);
        remark = std::move(pictures.remark);
    }
    if (!remark.empty())
        prepared.remarks.push_back(std::move(remark));
}

} // namespace

Snapshot bestOf(const Snapshot& checkpoint) {
    Snapshot best = checkpoint;
    best.weights = checkpoint.training->bestWeights;
    best.step = checkpoint.training->bestStep;
    best.lastWeights.clear();
    best.training = nullptr;
    return best;
}

std::shared_ptr<const Snapshot> newestCheckpoint(const fs::path& folder, std::vector<Text>& remarks) {
    return findNewest(folder, remarks).snapshot;
}

PreparedRun prepareResume(const fs::path& folder, const std::function<void(Plan&)>& change,
                          const PrepareResumed& prepare) {
    const RunSummary run = summarise(folder);
    if (run.state == "running")
        throw usageError(Text::tr("Run '%1' is in progress. Stop it first.", run.id));
    makeWritableFolder(RunFiles(run.folder).weights);
    const Plan before = readPlanFile(RunFiles(run.folder).plan);
    std::vector<Text> remarks;
    const auto [checkpoint, file] = findNewest(run.folder, remarks);
    if (checkpoint && !fits(before, *checkpoint))
        throw dataError(Text::tr("The checkpoint of run '%1' belongs to another network or data set (%2, %3) than its "
                                 "plan (%4, %5). Restore the folder from a copy.",
                                 run.id, checkpoint->blueprint->architecture.name, checkpoint->data, before.model,
                                 before.data));
    Plan plan = before;
    if (checkpoint)
        apply(checkpoint->training->settings, plan);
    if (change)
        change(plan);
    preserveBatchLayout(before, plan);
    PreparedRun prepared = prepare ? prepare(plan, file) : prepareFrom(plan, checkpoint != nullptr);
    prepared.remarks.insert(prepared.remarks.begin(), remarks.begin(), remarks.end());
    if (checkpoint) {
        takeOverPictures(run.folder, *checkpoint, prepared);
        const TrainingState& state = *checkpoint->training;
        const std::int64_t images = prepared.data->train->size();
        const bool begun = state.step > 0 || !state.bestWeights.empty();
        const bool validated = begun && state.images <= state.epochs * images; // else a validation is due
        if (validated && (state.step >= totalSteps(plan, images) || patienceEnded(plan, state)))
            refuseDone(run.id, state);
    }
    prepared.checkpoint = checkpoint;
    prepared.checkpointFile = file;
    return prepared;
}

RunRecord rewindRun(const RunFiles& files, MetricsWriter& metrics, const Snapshot* checkpoint) {
    static const TrainingState start;
    const TrainingState& state = checkpoint ? *checkpoint->training : start;
    RunRecord record = newRunRecord();
    const RunRecord before = readRunRecord(files.record);
    record.started = before.started;
    record.parent = before.parent;
    record.parentStep = before.parentStep;
    takeOver(record, state);
    writeRunRecord(files.record, record);
    metrics.rewind(state.step, state.epochs);
    rewindBest(files, checkpoint);
    return record;
}

} // namespace belfry
