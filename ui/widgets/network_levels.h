// What a picture of a network shows, measured before it is placed: the outside of all blocks, and the inside of each
// that is open. Internal to network_layout.
#pragma once

#include "ui/widgets/network_lanes.h"
#include "ui/widgets/network_layout.h"

#include <memory>
#include <utility>
#include <vector>

namespace belfry {

struct NetworkLevel;

struct NetworkCell {
    NetworkItem item;
    NetworkStyle::Size size;
    std::vector<int> sources; // the layers, or kPicture, outside of it that it gets; the first goes into its middle
    std::unique_ptr<NetworkLevel> inside; // of an open block
    double slot = 0;                      // width with its label
    double above = 0, below = 0;          // of the axis, with its label
};

// Lengths are pixels. Heights count from the axis of lane 0, downwards.
struct NetworkLevel {
    std::vector<NetworkCell> cells;
    NetworkLanes lanes;
    std::vector<int> ports;          // by link: the source of its target that it is, from 0
    std::vector<double> slots, gaps; // by column; a gap before each, and one after the last
    std::vector<double> axes;        // by lane
    std::vector<double> half;        // by lane: of its highest box
    std::vector<double> over;        // by link: of its track, for Way::Over
    double above = 0, below = 0;
    bool isLine = false;

    double width() const;
    double portAt(int port) const; // where what comes from outside enters
    // A link that ends in a circle from above or below, not from the left.
    bool endsUpright(const NetworkLink& link) const;
};

constexpr double kNetworkTitle = 20; // height of an open block's title

NetworkLevel measureNetwork(const Blueprint& blueprint, const NetworkParts& parts, const std::set<int>& opened,
                            const NetworkStyle& style);

} // namespace belfry
