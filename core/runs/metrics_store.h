// metrics.db: every step and epoch of a run, and how the numbers in its network were spread, in SQLite (WAL while it is
// written, a single file afterwards).
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
    Text text; // "learning rate 0.001 -> 0.0003"
    bool operator==(const Mark&) const = default;
};

// Writer; one thread at a time. A killed process loses only the rows after the last commit(). All functions throw
// Error(Io) with the file and the library's reason.
class MetricsWriter {
public:
    // Creates the file, or appends to an existing one. A step or epoch that is recorded again replaces the old row.
    explicit MetricsWriter(const std::filesystem::path& path);
    ~MetricsWriter();

    void add(const StepDone& step);
    void add(const EpochDone& epoch);
    void add(const Mark& mark);
    // Keeps what keptOf() does (runs/distribution_history.h), of at most kMostDistributionSteps steps.
    void add(const Distributions& distributions);
    // Deletes everything recorded after the first `steps` updates and `epochs` validations, and commits.
    void rewind(std::int64_t steps, std::int64_t epochs);
    void commit();
    // Commits and checkpoints the write-ahead log, so that the single file can be copied and read anywhere.
    void finish();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Readers work while a run writes. They throw Error(Data) for a missing or corrupt file, or one of another format. A
// NaN loss is read as NaN. Block for the disk.
std::vector<StepDone> readSteps(const std::filesystem::path& path); // with the stage times of every tower
// Only those after `step`, without towers: to extend a curve.
std::vector<StepDone> readStepsAfter(const std::filesystem::path& path, std::int64_t step);
std::optional<StepDone> readLastStep(const std::filesystem::path& path); // without towers; nullopt before the first
std::vector<EpochDone> readEpochs(const std::filesystem::path& path);    // without confusion counts
std::vector<Mark> readMarks(const std::filesystem::path& path);
std::vector<Distributions> readDistributions(const std::filesystem::path& path); // of earlier versions' runs: none

} // namespace belfry
