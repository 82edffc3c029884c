#include "core/runs/run_list.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/number_in.h"
#include "core/base/suggest.h"
#include "core/base/system_text.h"
#include "core/data/catalogue.h"
#include "core/data/picture_size.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_lock.h"
#include "core/runs/run_notes.h"

#include <algorithm>
#include <chrono>
#include <ranges>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr auto kSilence = std::chrono::minutes(10);

// For processes on another machine: a run in progress writes to its folder.
bool wroteLately(const RunFiles& files) {
    const auto now = fs::file_time_type::clock::now();
    for (const fs::path& path : {files.record, files.metrics, fs::path(files.metrics.string() + "-wal"), files.log}) {
        std::error_code code;
        const auto time = fs::last_write_time(path, code);
        if (!code && now - time < kSilence)
            return true;
    }
    return false;
}

void takePlan(RunSummary& summary, const Plan& plan) {
    if (!plan.name.empty())
        summary.name = plan.name;
    summary.preset = plan.preset;
    summary.data = plan.data;
    summary.network = plan.model;
    summary.towers = plan.towers;
}

// Damaged notes do not make the run damaged. It has the name of its plan, and the reason says what to do.
void takeNotes(RunSummary& summary, const RunFiles& files) {
    try {
        const RunNotes notes = readRunNotes(files.notes);
        if (!notes.name.empty())
            summary.name = notes.name;
        summary.note = notes.note;
        summary.tags = notes.tags;
    } catch (const std::exception& error) {
        summary.reason = summary.reason.empty() ? messageOf(error) : summary.reason;
    }
}

void takeRecord(RunSummary& summary, const RunRecord& record) {
    summary.state = record.state;
    summary.reason = record.reason;
    summary.started = record.started;
    summary.ended = record.ended;
    summary.parent = record.parent;
    summary.parentStep = record.parentStep;
    summary.steps = record.steps;
    summary.epochs = record.epochs;
    summary.seconds = record.seconds;
    summary.imagesPerSecond = record.imagesPerSecond;
    if (record.validation.images > 0) {
        summary.lastValidation = record.validation.accuracy();
        summary.lastEpoch = record.validationEpoch;
    }
    if (record.bestEpoch > 0 || record.validation.images > 0) { // the best may be from before the first epoch
        summary.bestValidation = record.bestValidation;
        summary.bestEpoch = record.bestEpoch;
        summary.bestMeans = record.bestMeans;
    }
    if (record.test.images > 0) {
        summary.test = record.test.accuracy();
        summary.testMeans = record.test.means;
    }
}

void checkLiveness(RunSummary& summary, const RunRecord& record) {
    if (record.state != "running")
        return;
    const RunFiles files(summary.folder);
    const Liveness liveness = livenessOf(record.process);
    if (liveness == Liveness::Alive && RunLock::isHeld(files.lock) == false) { // its process does something else by now
        summary.state = "interrupted";
        summary.reason = Text::tr("The end of this run could not be recorded. Make room on the disk, then resume it.");
        return;
    }
    if (liveness == Liveness::Alive || (liveness == Liveness::Unknown && wroteLately(files)))
        return;
    summary.state = "interrupted";
    summary.reason = liveness == Liveness::Gone
                         ? Text::tr("Belfry (process %1) quit unexpectedly during this run.", record.process.pid)
                         : Text::tr("It ran on '%1' and has written nothing for ten minutes.", record.process.host);
}

// run.json has the figures of the last epoch, and those at the end of a run that finished. The last step of a run that
// is in progress or was interrupted is in metrics.db.
void takeLastStep(RunSummary& summary, const fs::path& metrics) {
    try {
        const std::optional<StepDone> last = readLastStep(metrics);
        if (!last || last->step <= summary.steps)
            return;
        summary.steps = last->step;
        summary.epochs = last->epoch;
        summary.seconds = last->seconds;
        summary.imagesPerSecond = last->seconds > 0 ? static_cast<double>(last->images) / last->seconds : 0;
    } catch (const Error&) {
        // No metrics yet, or damaged ones: the last epoch's figures stay.
    }
}

// The N of "step-N.safetensors"; -1 for other names.
std::int64_t stepOf(const std::string& fileName) {
    constexpr std::string_view kBefore = "step-", kAfter = ".safetensors";
    if (!fileName.starts_with(kBefore) || !fileName.ends_with(kAfter))
        return -1;
    const std::string_view name = fileName;
    return numberIn<std::int64_t>(name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size()))
        .value_or(-1);
}

RunSummary sweptSummary(const fs::path& folder) {
    const RunFiles files(folder);
    sweepTemporaries(files.folder);
    sweepTemporaries(files.weights);
    return summarise(files.folder);
}

// As many as a message can show.
std::string namesText(const std::vector<std::string>& names) {
    constexpr std::size_t kNamesInMessage = 5;
    return joined(names | std::views::take(kNamesInMessage)) + (names.size() > kNamesInMessage ? ", ..." : "");
}

[[noreturn]] void refuseUnknown(const std::string& wanted, const std::vector<RunSummary>& runs, const fs::path& root) {
    const std::string shown = wanted.substr(0, 80);
    if (runs.empty())
        throw usageError(
            Text::tr("Unknown run '%1': there is none yet in '%2'. Train one first.", shown, root.string()));
    std::vector<std::string> ids, known;
    for (const RunSummary& run : runs) {
        ids.push_back(run.id);
        known.push_back(run.id);
        known.push_back(run.name);
    }
    const std::string near = nearestName(wanted, known);
    throw usageError(near.empty()
                         ? Text::tr("Unknown run '%1'. Newest in '%2': %3.", shown, root.string(), namesText(ids))
                         : Text::tr("Unknown run '%1'; did you mean '%2'? Newest in '%3': %4.", shown, near,
                                    root.string(), namesText(ids)));
}

} // namespace

// Newest first, by the time in the names.
std::vector<fs::path> runFolders(const fs::path& root) {
    std::vector<fs::path> folders;
    std::error_code code;
    if (!fs::exists(root, code))
        return folders;
    for (const fs::path& entry : entriesOf(root, code))
        if (!entry.filename().string().starts_with('.') && isRunFolder(entry))
            folders.push_back(entry);
    if (code)
        throw ioError(
            Text::tr("Cannot read the folder of runs '%1': %2. Set BELFRY_RUNS to a folder that you may read.",
                     root.string(), systemText(code.value())));
    std::ranges::sort(folders, std::ranges::greater{}, [](const fs::path& folder) { return folder.filename(); });
    return folders;
}

std::vector<RunSummary> listRuns(const fs::path& root) {
    std::vector<RunSummary> runs;
    for (const fs::path& folder : runFolders(root))
        runs.push_back(sweptSummary(folder));
    return runs;
}

std::optional<RunSummary> newestRun(const fs::path& root) {
    const std::vector<fs::path> folders = runFolders(root);
    return folders.empty() ? std::nullopt : std::optional(sweptSummary(folders.front()));
}

RunSummary summarise(const fs::path& folder) {
    RunSummary summary;
    summary.folder = absolutePath(folder);
    summary.id = summary.folder.filename().string();
    summary.name = summary.id;
    const RunFiles files(summary.folder);
    Text damage;
    try {
        takePlan(summary, planOf(files.folder));
    } catch (const std::exception& error) {
        damage = messageOf(error);
    }
    try {
        const RunRecord record = readRunRecord(files.record);
        takeRecord(summary, record);
        checkLiveness(summary, record);
        if (summary.state == "running" || summary.state == "interrupted")
            takeLastStep(summary, files.metrics);
    } catch (const std::exception& error) {
        damage = damage.empty() ? messageOf(error) : damage;
    }
    if (!damage.empty()) {
        summary.state = "damaged";
        summary.reason = damage;
    }
    takeNotes(summary, files);
    return summary;
}

// Adds the file's name to messages, as runs have many files and a list has many runs.
Plan planOf(const fs::path& folder) {
    const RunFiles files(absolutePath(folder));
    try {
        return readPlanFile(files.plan);
    } catch (const Error& error) {
        const bool named = error.message().english().find(files.plan.string()) != std::string::npos;
        throw dataError(named ? error.message() : Text::tr("'%1': %2", files.plan.string(), error.message()));
    }
}

RunDetails loadRun(const fs::path& folder) {
    const RunFiles files(absolutePath(folder));
    RunDetails details;
    details.plan = planOf(files.folder);
    details.record = readRunRecord(files.record);
    details.summary = summarise(files.folder);
    details.epochs = readEpochs(files.metrics);
    return details;
}

RunWeights runWeights(const fs::path& folder) {
    const RunFiles files(absolutePath(folder));
    RunWeights weights;
    weights.folder = files.weights;
    std::error_code code;
    if (fs::is_regular_file(files.best, code))
        weights.best = files.best;
    if (fs::is_regular_file(files.final, code))
        weights.final = files.final;
    std::vector<std::int64_t> steps;
    for (const fs::path& entry : entriesOf(files.weights, code))
        if (const std::int64_t step = stepOf(entry.filename().string()); step >= 0)
            steps.push_back(step);
    std::ranges::sort(steps);
    for (const std::int64_t step : steps)
        weights.checkpoints.push_back(files.checkpoint(step));
    return weights;
}

fs::path RunWeights::preferred() const {
    if (best)
        return *best;
    if (final)
        return *final;
    if (!checkpoints.empty())
        return checkpoints.back();
    throw dataError(
        Text::tr("No weights in '%1': the run ended before it saved any. Choose another run.", folder.string()));
}

std::vector<fs::path> RunWeights::possibleCheckpoints() const {
    std::vector<fs::path> files(checkpoints.rbegin(), checkpoints.rend());
    if (final)
        files.insert(files.begin(), *final);
    return files;
}

Plan dataPlan(const std::filesystem::path& run, const Snapshot& snapshot) {
    Plan plan = run.empty() ? Plan() : planOf(run);
    plan.data = snapshot.data;
    plan.dataVersion = snapshot.dataVersion;
    plan.splitBy = snapshot.splitBy;
    if (isPictureFolder(plan.data)) // its contents may have changed
        plan.pictureSize = pictureSizeText(snapshot.blueprint->image);
    return plan;
}

RunSummary findRun(const std::string& wanted, const fs::path& root) {
    if (!wanted.empty() && isRunFolder(wanted) && wanted.find('/') != std::string::npos)
        return summarise(wanted);
    const std::vector<RunSummary> runs = listRuns(root);
    if (const auto run = std::ranges::find(runs, wanted, &RunSummary::id); run != runs.end())
        return *run;
    std::vector<std::string> ids;
    for (const RunSummary& run : runs)
        if (run.name == wanted)
            ids.push_back(run.id);
    if (ids.size() > 1)
        throw usageError(
            Text::tr("%1 runs are named '%2'. Use the folder's name: %3.", ids.size(), wanted, namesText(ids)));
    if (ids.empty())
        refuseUnknown(wanted, runs, root);
    return *std::ranges::find(runs, ids.front(), &RunSummary::id);
}

} // namespace belfry
