// A run over several processes, for the command line: whether this is one of them, and meeting the others.
#pragma once

#include "core/ranks/rank_group.h"
#include "core/train/plan.h"

#include <memory>
#include <optional>

namespace belfry::cli {

// The launch of this process as one of several ranks; none: it is alone. Throws Error(Usage) as launchFrom().
std::optional<Launch> severalRanks();
// Meets the others, who must have the same version and plan; their devices and folders may differ. Throws as
// RankGroup::meet(). Ctrl-C and SIGTERM end the process meanwhile. After holdInterrupts().
std::shared_ptr<RankGroup> meetRanks(Launch launch, const Plan& plan);

} // namespace belfry::cli
