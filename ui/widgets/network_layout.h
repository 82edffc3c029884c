// Where everything in the picture of a network stands: layers, folded blocks, open blocks with what is in them, and the
// edges between them. No widgets, no fonts: who draws says how large things are. Plain values; any thread.
#pragma once

#include "ui/widgets/network_parts.h"

#include <QPainterPath>
#include <QRectF>
#include <functional>
#include <set>
#include <vector>

namespace belfry {

// What stands in the picture, before it has a place.
struct NetworkItem {
    enum class Kind { Input, Box, Sum, Card, Frame }; // Frame: an open block
    Kind kind = Kind::Input;
    int layer = kPicture; // of Box and Sum: index into Blueprint::layers
    int block = -1;       // of Card and Frame: index into NetworkParts::blocks
    bool operator==(const NetworkItem&) const = default;
};

struct NetworkNode {
    NetworkItem item;
    int frame = -1; // the node of the open block that it stands in
    QRectF box;     // an open block's holds all that is in it
    QRectF label;   // below the box, in an open block at its top; empty: none
    QRectF reach;   // all that belongs to it
};

// Starts at the border of a box, ends at another's. Of an open block: from its left side into it, and out of it to its
// right side.
struct NetworkEdge {
    int from = 0, to = 0; // nodes
    bool skips = false;   // goes around others, or along a branch beside them
    QPainterPath path;
};

struct NetworkPicture {
    std::vector<NetworkNode> nodes; // an open block before what is in it; else in the order of computation
    std::vector<NetworkEdge> edges;
    QSizeF size;                                // that it needs; as wide as it was spread
    bool isLine = false;                        // of layers alone, each of which gets the one before
    bool labelled = true;                       // false: labels had no room
    int indexOf(const NetworkItem& item) const; // -1: it is not there
};

struct NetworkStyle {
    struct Size {
        QSizeF box;       // of an open block: ignored
        double label = 0; // width; of an open block's title
    };
    std::function<Size(const NetworkItem&)> sizeOf;
    std::function<bool(int layer)> hides; // layers that are left out; empty: none
    double room = 60;                     // height of the highest box
    double label = 18;                    // height of labels with the space above them
    double track = 10;                    // from an edge around others to the next
    double width = 0;                     // to spread over, if it needs less
    double height = 0;                    // to stand in the middle of, if it needs less
    bool oneRow = false;                  // branches are arcs over the row
    bool shrinks = false;                 // into `width`, without labels, where it needs more
};

constexpr double kNetworkLabelGap = 4; // between box and label

// `opened`: indices into NetworkParts::blocks.
NetworkPicture layNetwork(const Blueprint& blueprint, const NetworkParts& parts, const std::set<int>& opened,
                          const NetworkStyle& style);

} // namespace belfry
