#include "ui/widgets/network_layout.h"

#include "ui/widgets/network_levels.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Way = NetworkLink::Way;

constexpr double kBorder = 1;    // around all
constexpr double kBend = 22;     // width of a bend from one height to another
constexpr double kCorner = 9;    // radius, where an edge turns into a circle
constexpr double kTitleSide = 8; // of an open block

double& at(std::vector<double>& values, int index) { return values[static_cast<std::size_t>(index)]; }
double at(const std::vector<double>& values, int index) { return values[static_cast<std::size_t>(index)]; }

// From where it is to the height y, over at most `room`, to the right.
void bendTo(QPainterPath& path, double y, double room) {
    const QPointF from = path.currentPosition();
    const QPointF to(from.x() + std::min(kBend, room), y);
    const double middle = (from.x() + to.x()) / 2;
    path.cubicTo({middle, from.y()}, {middle, to.y()}, to);
}

class Placer {
public:
    explicit Placer(const NetworkStyle& style) : style_(style) {}

    NetworkPicture place(NetworkLevel& outside) {
        picture_.isLine = outside.isLine;
        const double free = style_.width - 2 * kBorder - outside.width();
        const auto inner = std::max(1, outside.lanes.columns - 1);
        if (free < 0 && style_.shrinks)
            shrink(outside, style_.width - 2 * kBorder);
        else if (free > 0)
            for (int column = 1; column < outside.lanes.columns; ++column)
                at(outside.gaps, column) += free / inner;
        const double width = std::max(style_.width, outside.width() + 2 * kBorder);
        const double height = outside.above + outside.below + 2 * kBorder;
        picture_.size = {width, height};
        const double above = std::max(0.0, style_.height - height) / 2;
        placeLevel(outside, {kBorder, above + kBorder + outside.above}, -1);
        return std::move(picture_);
    }

private:
    // The boxes become narrower, and have no labels; a fifth is left for the gaps.
    void shrink(NetworkLevel& level, double width) {
        picture_.labelled = false;
        double boxes = 0;
        for (const NetworkCell& cell : level.cells)
            boxes += cell.size.box.width();
        const double share = std::min(1.0, width * 0.8 / boxes);
        for (std::size_t i = 0; i < level.cells.size(); ++i) { // in one row, each has its column
            level.cells[i].size.box.rwidth() *= share;
            level.slots[i] = level.cells[i].size.box.width();
        }
        const int columns = level.lanes.columns;
        for (int column = 1; column < columns; ++column)
            at(level.gaps, column) = (width - boxes * share) / (columns - 1);
    }

    // `origin`: of its left side, on the axis. Within the open block `frame`, or -1.
    void placeLevel(const NetworkLevel& level, const QPointF& origin, int frame) {
        std::vector<double> lefts; // of columns
        double x = origin.x();
        for (int column = 0; column < level.lanes.columns; ++column) {
            lefts.push_back(x + at(level.gaps, column));
            x = lefts.back() + at(level.slots, column);
        }
        std::vector<int> nodes; // by cell
        for (std::size_t i = 0; i < level.cells.size(); ++i) {
            const auto column = static_cast<std::size_t>(level.lanes.column[i]);
            const int lane = level.lanes.lane[i];
            const QPointF middle(lefts[column] + level.slots[column] / 2, origin.y() + at(level.axes, lane));
            nodes.push_back(static_cast<int>(picture_.nodes.size()));
            placeCell(level.cells[i], middle, at(level.half, lane), level.slots[column], frame);
        }
        for (std::size_t i = 0; i < level.lanes.links.size(); ++i)
            placeEdge({.level = level, .lefts = lefts, .nodes = nodes, .origin = origin, .frame = frame}, i);
        if (frame >= 0 && !nodes.empty())
            placeExit(nodes.back(), frame, origin.y());
    }

    void placeCell(const NetworkCell& cell, const QPointF& middle, double half, double slot, int frame) {
        NetworkNode node{.item = cell.item, .frame = frame};
        if (cell.inside != nullptr) {
            const QPointF corner(middle.x() - cell.inside->width() / 2, middle.y() - cell.above);
            node.box = node.reach = QRectF(corner, QSizeF(cell.inside->width(), cell.above + cell.below));
            node.label =
                QRectF(corner.x() + kTitleSide, corner.y() + 1, node.box.width() - 2 * kTitleSide, kNetworkTitle - 2);
            const auto number = static_cast<int>(picture_.nodes.size());
            picture_.nodes.push_back(node);
            placeLevel(*cell.inside, {corner.x(), middle.y()}, number);
            return;
        }
        node.box = QRectF(middle - QPointF(cell.size.box.width(), cell.size.box.height()) / 2, cell.size.box);
        node.reach = node.box;
        if (cell.size.label > 0) {
            if (picture_.labelled)
                node.label = QRectF(middle.x() - cell.slot / 2, middle.y() + half + kNetworkLabelGap, cell.slot,
                                    style_.label - kNetworkLabelGap);
            node.reach = QRectF(middle.x() - slot / 2, middle.y() - half, slot, 2 * half + style_.label);
        }
        picture_.nodes.push_back(node);
    }

    // A level with its place.
    struct Placed {
        const NetworkLevel& level;
        const std::vector<double>& lefts;
        const std::vector<int>& nodes;
        QPointF origin;
        int frame;
    };

    // Of the axis of what it comes from, of its way, and of where it goes.
    struct Heights {
        double start, way, end;
    };
    Heights heightsOf(const Placed& placed, std::size_t number) const {
        const NetworkLevel& level = placed.level;
        const NetworkLink& link = level.lanes.links[number];
        const auto axisOf = [&](int cell) { return at(level.axes, level.lanes.lane[index(cell)]); };
        Heights heights{.start = link.from < 0 ? level.portAt(-1 - link.from) : axisOf(link.from),
                        .way = 0,
                        .end = axisOf(link.to)};
        if (const auto& inside = level.cells[index(link.to)].inside)
            heights.end += inside->portAt(level.ports[number]);
        heights.way = link.way == Way::Straight ? heights.start
                      : link.way == Way::Lane   ? at(level.axes, link.lane)
                      : link.way == Way::Over
                          ? level.over[number]
                          : level.below - kBorder - (level.lanes.under - 1 - link.track) * style_.track;
        for (double* height : {&heights.start, &heights.way, &heights.end})
            *height += placed.origin.y();
        return heights;
    }

    void placeEdge(const Placed& placed, std::size_t number) {
        const NetworkLink& link = placed.level.lanes.links[number];
        NetworkEdge edge{.from = link.from < 0 ? placed.frame : placed.nodes[index(link.from)],
                         .to = placed.nodes[index(link.to)],
                         .skips = link.way != Way::Straight || placed.level.lanes.lane[index(link.to)] > 0,
                         .path = {}};
        const QRectF from = picture_.nodes[index(edge.from)].box, to = picture_.nodes[index(edge.to)].box;
        const Heights heights = heightsOf(placed, number);
        if (style_.oneRow && edge.skips) {
            edge.path = arc(from, to, heights.way);
        } else {
            edge.path.moveTo(link.from < 0 ? from.left() : from.right(), heights.start);
            drawWay(edge.path, placed, link, heights, to);
        }
        picture_.edges.push_back(edge);
    }

    // Bends only in the gaps between columns, where no labels are.
    static void drawWay(QPainterPath& path, const Placed& placed, const NetworkLink& link, const Heights& heights,
                        const QRectF& to) {
        const NetworkLanes& lanes = placed.level.lanes;
        const int fromColumn = link.from < 0 ? -1 : lanes.column[index(link.from)];
        const int toColumn = lanes.column[index(link.to)];
        const double share = toColumn == fromColumn + 1 ? 0.5 : 1; // both bends in one gap
        if (heights.way != heights.start) {
            path.lineTo(fromColumn < 0 ? placed.origin.x() : rightOf(placed, fromColumn), heights.start);
            const double gap = at(placed.level.gaps, fromColumn + 1);
            bendTo(path, heights.way, heights.way == heights.end ? gap : gap * share);
        }
        if (placed.level.endsUpright(link)) {
            turnInto(path, to);
            return;
        }
        if (heights.way != heights.end) {
            const double gap = at(placed.level.gaps, toColumn);
            const double room = std::min(kBend, heights.way == heights.start ? gap : gap * share);
            path.lineTo(at(placed.lefts, toColumn) - room, heights.way);
            bendTo(path, heights.end, room);
        }
        path.lineTo(to.left(), heights.end);
    }

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    static double rightOf(const Placed& placed, int column) {
        return at(placed.lefts, column) + at(placed.level.slots, column);
    }

    // Along its height, then into a circle from above or below.
    static void turnInto(QPainterPath& path, const QRectF& circle) {
        const double y = path.currentPosition().y(), x = circle.center().x();
        const double end = y < circle.center().y() ? circle.top() : circle.bottom();
        const double radius = std::min(kCorner, std::abs(end - y));
        path.lineTo(x - radius, y);
        path.quadTo({x, y}, {x, y < end ? y + radius : y - radius});
        path.lineTo(x, end);
    }

    // From the top of a box to the top of another.
    static QPainterPath arc(const QRectF& from, const QRectF& to, double height) {
        const double left = from.center().x(), right = to.center().x();
        const double radius = std::min(kCorner, (right - left) / 2);
        QPainterPath path({left, from.top()});
        path.lineTo(left, height + radius);
        path.quadTo({left, height}, {left + radius, height});
        path.lineTo(right - radius, height);
        path.quadTo({right, height}, {right, height + radius});
        path.lineTo(right, to.top());
        return path;
    }

    // What an open block gives comes out of its last part, which stands on the axis.
    void placeExit(int last, int frame, double axis) {
        const double right = picture_.nodes[index(last)].box.right();
        NetworkEdge edge{.from = last, .to = frame, .skips = false, .path = QPainterPath({right, axis})};
        edge.path.lineTo(picture_.nodes[index(frame)].box.right(), axis);
        picture_.edges.push_back(edge);
    }

    const NetworkStyle& style_;
    NetworkPicture picture_;
};

} // namespace

int NetworkPicture::indexOf(const NetworkItem& item) const {
    const auto found = std::ranges::find(nodes, item, &NetworkNode::item);
    return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
}

NetworkPicture layNetwork(const Blueprint& blueprint, const NetworkParts& parts, const std::set<int>& opened,
                          const NetworkStyle& style) {
    NetworkLevel outside = measureNetwork(blueprint, parts, opened, style);
    return Placer(style).place(outside);
}

} // namespace belfry
