// Lists, finds and reads the runs of a root. Robust against any contents of the folders. No state; any thread; blocks
// for the disk.
#pragma once

#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "core/train/events.h"
#include "core/train/plan.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct RunSummary {
    std::string id; // the folder's name
    std::filesystem::path folder;
    std::string name; // for display
    std::string preset, data, network;
    int towers = 0;
    // RunRecord's, or "damaged"; also "interrupted" if its process no longer exists or records it
    std::string state;
    Text reason;                         // if failed, interrupted or damaged
    std::int64_t started = 0, ended = 0; // seconds since 1970, UTC; 0: unknown, not ended
    std::int64_t steps = 0;
    double epochs = 0;
    double seconds = 0; // of training
    double imagesPerSecond = 0;
    std::optional<double> lastValidation, bestValidation, test; // accuracies
    ClassMeans bestMeans = {}, testMeans = {};                  // of the best validation's epoch, of the test
    std::int64_t lastEpoch = 0, bestEpoch = 0;                  // of those validations
    std::string note;
    std::vector<std::string> tags;
    std::string parent; // the run that this one branches from, at its step parentStep; "": none
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
    // The weights to evaluate and predict with: best, else final, else the newest checkpoint. Throws Error(Data) if
    // there are none.
    std::filesystem::path preferred() const;
    // Those that may be checkpoints: the last weights, which are one if the run was stopped, then the newest first.
    std::vector<std::filesystem::path> possibleCheckpoints() const;

    std::filesystem::path folder; // searched
};

// Newest first. A root that does not exist has no runs. Other folders are ignored. Removes temporary files of killed
// writers.
std::vector<RunSummary> listRuns(const std::filesystem::path& root = runsRoot());
// The first of listRuns(), without reading the others.
std::optional<RunSummary> newestRun(const std::filesystem::path& root = runsRoot());
RunSummary summarise(const std::filesystem::path& folder);
// Only the folders. Throws Error(Io) for a root that cannot be read.
std::vector<std::filesystem::path> runFolders(const std::filesystem::path& root);

// Throw Error(Data) naming the missing or damaged file.
Plan planOf(const std::filesystem::path& folder);
RunDetails loadRun(const std::filesystem::path& folder);
RunWeights runWeights(const std::filesystem::path& folder);

// By folder name, by a name that only one run has, or by path. Throws Error(Usage) with the nearest known name.
RunSummary findRun(const std::string& idNameOrPath, const std::filesystem::path& root = runsRoot());

// For openData() (train/prepare.h): the snapshot's set, with the splits of the run unless `run` is empty. Pictures of a
// folder have the snapshot's size. Throws Error(Data) for a missing or damaged plan.
Plan dataPlan(const std::filesystem::path& run, const Snapshot& snapshot);

} // namespace belfry
