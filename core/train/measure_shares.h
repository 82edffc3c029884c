// How much of a step each tower should get, so that all are done at the same time. Session thread; internal to the
// engine (ATen).
#pragma once

#include "core/feed/feed.h"
#include "core/tower/tower_team.h"

#include <vector>

namespace belfry {

// Parts of the whole by the images per second of each tower while all are at work, on a few equal shares of the
// feed's first images. Writes the towers' gradients; weights stay as they are. At least one image of `options`' step
// for each tower.
std::vector<double> measureShares(TowerTeam& team, FeedOptions options);

} // namespace belfry
