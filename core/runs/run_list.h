// The runs of a root: list, find, show, name, note, delete and restore. Nothing in a run's folder can make these crash.
// No state; any thread; blocks for the disk.
#pragma once

#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "core/train/events.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct RunSummary {
    std::string id; // the folder's name
    std::filesystem::path folder;
    std::string name; // for people
    std::string preset, data, network;
    int towers = 0;
    // RunRecord's, or "damaged"; "interrupted" also when its process is gone without a word
    std::string state;
    std::string reason;                  // of failed, interrupted and damaged
    std::int64_t started = 0, ended = 0; // seconds since 1970, UTC; 0: unknown, not ended
    std::int64_t steps = 0;
    double epochs = 0;
    double seconds = 0; // of training
    double imagesPerSecond = 0;
    std::optional<double> lastValidation, bestValidation, test; // accuracies
    std::int64_t lastEpoch = 0, bestEpoch = 0;                  // of those validations
    std::string note;
    std::vector<std::string> tags;
    std::string parent; // the run that this one is a branch of, from its step parentStep on; "": none
    std::int64_t parentStep = 0;
    bool operator==(const RunSummary&) const = default;
};

struct RunDetails {
    RunSummary summary;
    Plan plan;
    RunRecord record;
    std::vector<EpochDone> epochs;
};

struct RunWeights {
    std::optional<std::filesystem::path> best, final;
    std::vector<std::filesystem::path> checkpoints; // by step
    // What to evaluate and predict with: best, else final, else the newest checkpoint. Throws Error(Data) without any.
    std::filesystem::path preferred() const;

    std::filesystem::path folder; // searched
};

// Newest first. A root that does not exist has no runs; folders that are no runs are left out. Sweeps what writers that
// were killed left in the folders.
std::vector<RunSummary> listRuns(const std::filesystem::path& root = runsRoot());
// The first of listRuns(), without looking into the others.
std::optional<RunSummary> newestRun(const std::filesystem::path& root = runsRoot());
RunSummary summarise(const std::filesystem::path& folder);
// Their folders alone. Throws Error(Io) for a root that cannot be read.
std::vector<std::filesystem::path> runFolders(const std::filesystem::path& root);

// By folder name, by a name that only one run has, or by path. Throws Error(Usage) with the nearest known name.
RunSummary findRun(const std::string& idNameOrPath, const std::filesystem::path& root = runsRoot());

// Throw Error(Data) with one sentence for the file that is missing or damaged.
Plan planOf(const std::filesystem::path& folder);
RunDetails loadRun(const std::filesystem::path& folder);
RunWeights runWeights(const std::filesystem::path& folder);

// What people say of a run (run_notes.h); also of one that is going on or damaged. Throws Error(Usage) for what cannot
// be and for a folder that is no run. The folder keeps its own name.
void renameRun(const std::filesystem::path& folder, const std::string& name);
void noteRun(const std::filesystem::path& folder, const std::string& note);
void tagRun(const std::filesystem::path& folder, const std::vector<std::string>& tags);

// Moves the folder to .bin/ beside it and returns where it lies now. Throws Error(Usage) for a run that is going on and
// for a folder that is no run.
std::filesystem::path deleteRun(const std::filesystem::path& folder);
// The way back, from the place that deleteRun() told: returns the run's folder. Throws Error(Usage) for a folder that
// lies in no bin.
std::filesystem::path restoreRun(const std::filesystem::path& binned);
std::filesystem::path binOf(const std::filesystem::path& root); // a root of its own for listRuns() and findRun()

} // namespace belfry
