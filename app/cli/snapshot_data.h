// The data set that a snapshot was trained on, for commands that evaluate or export one.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace belfry::cli {

struct SnapshotDataOptions {
    std::optional<std::string> dataDir;
    std::optional<std::uint64_t> splitSeed;

    void addTo(CLI::App& app); // must live as long as the parser
};

// Throws Error as openDataSet().
std::shared_ptr<const DataSet> dataOf(const Snapshot& snapshot, const SnapshotDataOptions& options);

} // namespace belfry::cli
