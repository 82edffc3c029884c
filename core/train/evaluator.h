// Loss, accuracy and confusion counts of a split, with the images dealt over all towers. Internal (ATen).
#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/tower/tower_team.h"

#include <stop_token>

namespace belfry {

// With the weights that the towers hold. Blocks; a stop request ends it early with the images seen so far.
EvaluationResult evaluate(TowerTeam& team, const ImageStore& store, std::stop_token stop = {});

} // namespace belfry
