// Where runs live: a folder of its own for each, made fresh and never shared.
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
    std::filesystem::path plan;        // plan.json: what was asked for, with everything "auto" resolved
    std::filesystem::path record;      // run.json: what became of it
    std::filesystem::path notes;       // notes.json: name, note and tags that people gave it (runs/run_notes.h)
    std::filesystem::path log;         // log.txt: for people
    std::filesystem::path metrics;     // metrics.db: SQLite
    std::filesystem::path tensorboard; // folder of event files, one for each time that the run was gone on with
    std::filesystem::path lock;        // held by the process that records the run
    std::filesystem::path weights;     // folder
    std::filesystem::path best;        // weights/best.safetensors
    std::filesystem::path final;       // weights/final.safetensors
};

// Absolute, without a slash at its end: its last part is the run's id.
std::filesystem::path runFolderAt(const std::filesystem::path& path);

// A folder that createRun() made, whatever has become of what is in it: named as it names them and with something of a
// run in it or nothing at all; under another name only with a run.json that reads as one. Never another folder: what is
// a run may be deleted.
bool isRunFolder(const std::filesystem::path& folder);

// $BELFRY_RUNS, else runs/ in the user's data folder. Not created.
std::filesystem::path runsRoot();

// Makes the folder <root>/YYYYMMDD-HHMMSS-<name> (local time; -2, -3 ... when taken, also by another process at the
// same moment) with plan.json and run.json in it, and returns it. Throws Error(Io) with one sentence when the root
// cannot be written; then nothing new is left behind. `time`: seconds since 1970, 0 is now.
std::filesystem::path createRun(const Plan& plan, const std::filesystem::path& root = runsRoot(),
                                std::int64_t time = 0);

// Makes <root>/YYYYMMDD-HHMMSS-<name> in that way; `variable` is the one that sets the root, for the sentence of
// Error(Io). The root exists.
std::filesystem::path makeTimedFolder(const std::filesystem::path& root, const std::string& name, std::int64_t time,
                                      const std::string& variable);

void writePlanFile(const std::filesystem::path& path, const Plan& plan); // atomic; throws Error(Io)

// "LeNet, 4 towers" -> "lenet-4-towers": letters and digits that every file system takes; "run" when none is left.
std::string folderNameFrom(const std::string& name);

} // namespace belfry
