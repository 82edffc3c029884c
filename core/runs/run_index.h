// All runs of a root at little cost: what was read of each folder is kept in <root>/.index.db (SQLite), and a folder is
// read again only when its files have changed. The folders are the truth: an index that is lost, damaged or of another
// version is made anew from them, and one that cannot be written costs nothing but time.
#pragma once

#include "core/runs/run_list.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace belfry {

// One thread at a time; several processes may each have one. Blocks for the disk.
class RunIndex {
public:
    explicit RunIndex(std::filesystem::path root = runsRoot());
    ~RunIndex();
    RunIndex(const RunIndex&) = delete;
    RunIndex& operator=(const RunIndex&) = delete;

    // As listRuns(), newest first; a run that goes on is looked at each time. Throws Error(Io) for a root that cannot
    // be read; one that does not exist has no runs.
    std::vector<RunSummary> runs();
    int read() const; // folders that the last runs() had to read: for tests and benches

    const std::filesystem::path& root() const;
    std::filesystem::path file() const; // the database

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
