// metrics.db: every step and epoch of a run in SQLite (WAL while it is written, one plain file afterwards).
#pragma once

#include "core/train/events.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct Mark {
    std::int64_t step = 0;
    std::string text; // "learning rate 0.001 -> 0.0003"
};

// Writes; one thread at a time. What was added is kept from the next commit() on: a killed process loses the rows after
// the last commit and nothing else. All functions throw Error(Io) with the file and the library's reason.
class MetricsWriter {
public:
    // Creates the file, or goes on with one that exists: a step or epoch that is recorded again replaces the old row.
    explicit MetricsWriter(const std::filesystem::path& path);
    ~MetricsWriter();

    void add(const StepDone& step);
    void add(const EpochDone& epoch);
    void add(const Mark& mark);
    // Forgets what was recorded after the moment when `steps` updates and `epochs` validations were done, and commits.
    void rewind(std::int64_t steps, std::int64_t epochs);
    void commit();
    // Commits and folds the write-ahead log into the one file, so that it can be copied and read from anywhere.
    void finish();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Reading works while a run writes. Throws Error(Data) in one sentence for a file that is missing, foreign or corrupt.
// A loss that was not a number reads as NaN. Blocks for the disk.
std::vector<StepDone> readSteps(const std::filesystem::path& path); // with the times of every tower
// Those after `step` alone, without towers: what has come since a curve was drawn.
std::vector<StepDone> readStepsAfter(const std::filesystem::path& path, std::int64_t step);
std::optional<StepDone> readLastStep(const std::filesystem::path& path); // without towers; none before the first
std::vector<EpochDone> readEpochs(const std::filesystem::path& path);    // without confusion counts
std::vector<Mark> readMarks(const std::filesystem::path& path);

} // namespace belfry
