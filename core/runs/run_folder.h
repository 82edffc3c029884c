// The folders of runs: each run has its own, which is created new and never shared.
#pragma once

#include "core/train/plan.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace belfry {

// The files of a run's folder. Any may be absent.
struct RunFiles {
    explicit RunFiles(std::filesystem::path runFolder);
    std::filesystem::path checkpoint(std::int64_t step) const; // weights/step-N.safetensors

    std::filesystem::path folder;
    std::filesystem::path plan;        // plan.json: the requested settings, with "auto" resolved
    std::filesystem::path record;      // run.json: state and results
    std::filesystem::path notes;       // notes.json: the user's name, note and tags (runs/run_notes.h)
    std::filesystem::path pictures;    // pictures.json: which it was trained on (runs/run_pictures.h)
    std::filesystem::path log;         // log.txt: readable log
    std::filesystem::path metrics;     // metrics.db: SQLite
    std::filesystem::path tensorboard; // folder of event files, one per session
    std::filesystem::path lock;        // held by the process that records the run
    std::filesystem::path weights;     // folder
    std::filesystem::path best;        // weights/best.safetensors
    std::filesystem::path final;       // weights/final.safetensors
};

// Whether createRun() made the folder, even if its files are damaged. If it has such a name, it must be empty or
// contain a file of a run; otherwise it must contain a valid run.json. Conservative, because folders of runs may be
// deleted.
bool isRunFolder(const std::filesystem::path& folder);

// $BELFRY_RUNS, else runs/ in the user's data folder. Does not create it.
std::filesystem::path runsRoot();

// Creates the folder <root>/YYYYMMDD-HHMMSS-<name> (local time; with -2, -3 ... if it exists, also if another process
// creates it concurrently) with plan.json and run.json, and returns it. Throws Error(Io) if the root cannot be written;
// then nothing is left behind. `time`: seconds since 1970; 0: now.
std::filesystem::path createRun(const Plan& plan, const std::filesystem::path& root = runsRoot(),
                                std::int64_t time = 0);

// Creates <root>/YYYYMMDD-HHMMSS-<name> in the same way. The root must exist. `variable`: the environment variable of
// the root, for the message of Error(Io).
std::filesystem::path makeTimedFolder(const std::filesystem::path& root, const std::string& name, std::int64_t time,
                                      const std::string& variable);

void writePlanFile(const std::filesystem::path& path, const Plan& plan); // atomic; throws Error(Io)

// "LeNet, 4 towers" -> "lenet-4-towers": portable letters and digits; "run" if there are none.
std::string folderNameFrom(const std::string& name);

} // namespace belfry
