// A cache of the summaries of all runs of a root, in <root>/.index.db (SQLite). A folder is read again only if its
// files have changed. An index that is lost, damaged or of another version is rebuilt from the folders. If it cannot be
// written, only time is lost.
#pragma once

#include "core/runs/run_list.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace belfry {

// One thread at a time. Several processes may use the same index. Blocks for the disk.
class RunIndex {
public:
    explicit RunIndex(std::filesystem::path root = runsRoot());
    ~RunIndex();

    // Like listRuns(), newest first. Runs in progress are read each time. Throws Error(Io) for a root that cannot be
    // read; one that does not exist has no runs.
    std::vector<RunSummary> runs();
    int read() const; // folders read by the last runs(): for tests and benchmarks

    const std::filesystem::path& root() const;
    std::filesystem::path file() const; // the database

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
