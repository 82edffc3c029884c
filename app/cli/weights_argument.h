// "RUN" of evaluate and predict: a run, a weights file, or "ready" for the network that ships with Belfry.
#pragma once

#include "core/train/snapshot.h"

#include <filesystem>
#include <memory>
#include <string>

namespace belfry::cli {

// Throws Error with one sentence for a name that is none of them.
// which: of a run's weights, "" for the best there are, else "best", "final", "newest" (checkpoint), or a step.
std::filesystem::path weightsFileNamed(const std::string& runOrFile, const std::string& which = "");

// Throws for a damaged file too.
std::shared_ptr<const Snapshot> weightsNamed(const std::string& runOrFile, const std::string& which = "");

} // namespace belfry::cli
