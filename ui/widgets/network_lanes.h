// Where the parts of one level of a network stand in a grid: columns in the order of computation, one lane for each
// branch that goes beside another. Plain values; any thread.
#pragma once

#include <vector>

namespace belfry {

struct NetworkLink {
    int from = -1; // a part; -1: what the level gets first; -2, -3 ...: what else comes from outside
    int to = 0;
    enum class Way {
        Straight, // within a lane, from a column to the next
        Lane,     // along the lane of the part that begins or ends a branch
        Over,     // on a track of its own above all
        Under,    // the same below all
    };
    Way way = Way::Straight;
    int lane = 0;  // Way::Lane
    int track = 0; // Way::Over and Way::Under: from 0, the nearest
    bool operator==(const NetworkLink&) const = default;
};

struct NetworkLanes {
    std::vector<int> column, lane;                   // by part, from 0; lane 0 has the longest way to the last part
    std::vector<NetworkLink> links;                  // as given, with their ways
    int columns = 0, lanes = 0, over = 0, under = 0; // how many
};

// Links go from a part to a later one. The last part is what the level gives. oneLane: all parts in a row.
NetworkLanes lanesOf(int parts, std::vector<NetworkLink> links, bool oneLane);

} // namespace belfry
