// "RUN" of evaluate, predict, serve, explain and others: a run, a weights file, an exported network
// (interop/package.h), or "ready" for the network that ships with Belfry; and the data set that it was trained on.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry::cli {

// Their targets must live as long as the parser.
void addRunArgument(CLI::App& app, std::string& run);
CLI::Option* addWeightsOption(CLI::App& app, std::string& weights);

// A weights file, or an exported network's folder or file. Throws Error with one sentence for a name that is none of
// them. which: of a run's weights, "" for the best there are, else "best", "final", "newest" (checkpoint), or a step.
std::filesystem::path weightsFileNamed(const std::string& runOrFile, const std::string& which = "");
// Of such a file or folder. Throws for a damaged one.
std::shared_ptr<const Snapshot> weightsIn(const std::filesystem::path& file);
std::shared_ptr<const Snapshot> weightsNamed(const std::string& runOrFile, const std::string& which = ""); // of both

// The run's folder; "" for weights of no run.
std::filesystem::path runFolderNamed(const std::string& runOrFile);
// For what needs a run. Throws Error(Usage) for an exported network, too.
std::filesystem::path ownRunNamed(const std::string& run);

// A picture as the network reads it; none: it cannot be read, which is told on standard error, so that the others are
// still answered. The exit status is then kSomeUnreadable.
std::optional<std::vector<std::uint8_t>> pictureNamed(const std::string& file, const Snapshot& snapshot);
inline constexpr int kSomeUnreadable = 2; // as where there is but one

inline constexpr const char* kNoneBelowHelp = "Probability, 0 to 1, below which the answer is 'none of these'";

struct SnapshotDataOptions {
    std::optional<std::string> dataDir;
    std::optional<std::uint64_t> splitSeed;

    void addTo(CLI::App& app); // must live as long as the parser
};

// Of a run: the data with the splits that it had, as its plan says. Says how its pictures have changed since
// (runs/run_pictures.h). Throws Error as openData() and checkFits().
std::shared_ptr<const DataSet> dataOf(const std::string& runOrFile, const Snapshot& snapshot,
                                      const SnapshotDataOptions& options);

// "train", "validation" or "test". Throws Error(Usage) for another name.
std::shared_ptr<const ImageStore> splitNamed(const DataSet& data, const std::string& name);

} // namespace belfry::cli
