// "RUN" of evaluate and predict: a run, a weights file, or "ready" for the network that ships with Belfry.
#pragma once

#include "core/train/snapshot.h"

#include <memory>
#include <string>

namespace belfry::cli {

// Throws Error with one sentence for a name that is none of them and for a damaged file.
std::shared_ptr<const Snapshot> weightsNamed(const std::string& runOrFile);

} // namespace belfry::cli
