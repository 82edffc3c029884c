// A run's feed, from the plan's word to one that hands out batches, and how it distributes a step's images over the
// towers. Session thread; internal to the engine (ATen).
#pragma once

#include "core/feed/feed.h"
#include "core/tower/tower_team.h"
#include "core/train/prepare.h"

#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct StartedFeed {
    std::unique_ptr<Feed> feed;
    std::string shares;            // the plan's word, measured where it asks for that
    std::vector<double> fractions; // of a step's images, by tower; empty: equal
};

// keepAlive: batches before the newest that devices may still read. Measured shares: by the images per second of each
// tower while all are at work, on a few equal shares of the feed's first images; that writes the towers' gradients,
// weights stay as they are. At least one image for each tower.
StartedFeed startFeed(const PreparedRun& prepared, TowerTeam& team, int keepAlive);

} // namespace belfry
