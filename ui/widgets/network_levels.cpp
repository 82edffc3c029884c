#include "ui/widgets/network_levels.h"

#include "core/model/layer_kind.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace belfry {
namespace {

using Way = NetworkLink::Way;
using Kind = NetworkItem::Kind;

constexpr double kLineGap = 4;               // between labels, where no edges are drawn
constexpr double kGap = 12, kBendGap = 22;   // with room for an edge, and for one that bends
constexpr double kBesides = 12, kBottom = 6; // within an open block
constexpr double kFirst = 8;                 // from what is below to the first track
constexpr double kLaneGap = 8;               // between lanes
constexpr double kPen = 2;                   // around tracks

class LevelMeasurer {
public:
    LevelMeasurer(const Blueprint& blueprint, const NetworkParts& parts, const std::set<int>& opened,
                  const NetworkStyle& style)
        : blueprint_(blueprint), parts_(parts), opened_(opened), style_(style) {
        hidden_.resize(blueprint.layers.size());
        if (style.hides)
            for (const NetworkPart& part : parts.parts)
                if (!part.isBlock())
                    hidden_[static_cast<std::size_t>(part.layer)] = style.hides(part.layer);
    }

    NetworkLevel outside() {
        NetworkLevel level;
        level.cells.push_back(measured({.kind = NetworkItem::Kind::Input}));
        std::vector<std::optional<int>> owner(blueprint_.layers.size());
        addCells(level, parts_.parts, owner);
        connect(level, owner, true);
        level.isLine =
            std::ranges::none_of(parts_.parts, &NetworkPart::isBlock) &&
            std::ranges::all_of(level.lanes.links, [](const NetworkLink& link) { return link.way == Way::Straight; });
        measure(level, false);
        return level;
    }

private:
    using Owner = std::vector<std::optional<int>>; // by layer: the cell of the level that it stands in

    // What stands in the picture for the output of a layer.
    int sourceOf(int input) const {
        while (input != kPicture) {
            input = parts_.shown[static_cast<std::size_t>(input)];
            if (!hidden_[static_cast<std::size_t>(input)])
                break;
            input = blueprint_.layers[static_cast<std::size_t>(input)].inputs.front();
        }
        return input;
    }

    static void collectLayers(const NetworkPart& part, std::vector<int>& layers) {
        if (!part.isBlock())
            layers.push_back(part.layer);
        for (const NetworkPart& inner : part.body)
            collectLayers(inner, layers);
    }

    NetworkCell measured(const NetworkItem& item) const {
        NetworkCell cell{.item = item, .size = style_.sizeOf(item)};
        const double label = cell.size.label > 0 ? std::ceil(cell.size.label) + 2 : 0;
        cell.slot = std::max(cell.size.box.width(), label);
        cell.above = cell.size.box.height() / 2;
        cell.below = cell.above + (label > 0 ? style_.label : 0);
        return cell;
    }

    void addCells(NetworkLevel& level, const std::vector<NetworkPart>& parts, Owner& owner) {
        for (const NetworkPart& part : parts) {
            if (!part.isBlock() && hidden_[static_cast<std::size_t>(part.layer)])
                continue;
            std::vector<int> layers;
            collectLayers(part, layers);
            const auto number = static_cast<int>(level.cells.size());
            for (const int layer : layers)
                owner[static_cast<std::size_t>(layer)] = number;
            NetworkCell cell = cellOf(part);
            for (const int layer : layers)
                for (const int input : blueprint_.layers[static_cast<std::size_t>(layer)].inputs) {
                    const int source = sourceOf(input);
                    const bool within = source != kPicture && owner[static_cast<std::size_t>(source)] == number;
                    if (!within && std::ranges::find(cell.sources, source) == cell.sources.end())
                        cell.sources.push_back(source);
                }
            level.cells.push_back(std::move(cell));
        }
    }

    NetworkCell cellOf(const NetworkPart& part) {
        if (!part.isBlock()) {
            const Layer& spec = blueprint_.layers[static_cast<std::size_t>(part.layer)].spec;
            const bool sum = kindOf(spec).glyph() == LayerGlyph::Sum;
            return measured({.kind = sum ? Kind::Sum : Kind::Box, .layer = part.layer});
        }
        if (!opened_.contains(part.block))
            return measured({.kind = Kind::Card, .block = part.block});
        NetworkCell cell = measured({.kind = Kind::Frame, .block = part.block});
        cell.inside = std::make_unique<NetworkLevel>();
        NetworkLevel& inside = *cell.inside;
        Owner owner(blueprint_.layers.size());
        addCells(inside, part.body, owner);
        connect(inside, owner, false);
        measure(inside, true);
        const double missing = std::max(0.0, cell.size.label + 2 * kBesides - inside.width());
        inside.gaps.front() += missing / 2;
        inside.gaps.back() += missing / 2;
        cell.slot = inside.width();
        cell.above = inside.above + kNetworkTitle;
        cell.below = inside.below + kBottom;
        return cell;
    }

    void connect(NetworkLevel& level, const Owner& owner, bool outside) const {
        std::vector<NetworkLink> links;
        std::vector<int> entering; // what comes from outside, in the order of the block's own sources
        for (int to = 0; to < static_cast<int>(level.cells.size()); ++to) {
            const std::vector<int>& sources = level.cells[static_cast<std::size_t>(to)].sources;
            for (int port = 0; port < static_cast<int>(sources.size()); ++port) {
                const int source = sources[static_cast<std::size_t>(port)];
                std::optional<int> from;
                if (source != kPicture)
                    from = owner[static_cast<std::size_t>(source)];
                else if (outside)
                    from = 0;
                if (!from) {
                    const auto known = std::ranges::find(entering, source);
                    from = -1 - static_cast<int>(known - entering.begin());
                    if (known == entering.end())
                        entering.push_back(source);
                }
                links.push_back({.from = *from, .to = to});
                level.ports.push_back(port);
            }
        }
        level.lanes = lanesOf(static_cast<int>(level.cells.size()), std::move(links), style_.oneRow);
    }

    void measure(NetworkLevel& level, bool framed) const {
        const NetworkLanes& lanes = level.lanes;
        const double gap = level.isLine || style_.oneRow ? kLineGap : kGap;
        level.slots.assign(static_cast<std::size_t>(lanes.columns), 0);
        level.gaps.assign(static_cast<std::size_t>(lanes.columns) + 1, gap);
        level.gaps.front() = level.gaps.back() = framed ? kBesides : 0;
        if (!style_.oneRow)
            widenBends(level);
        for (std::size_t i = 0; i < level.cells.size(); ++i) {
            double& slot = level.slots[static_cast<std::size_t>(lanes.column[i])];
            slot = std::max(slot, level.cells[i].slot);
        }
        measureLanes(level);
    }

    static void widenBends(NetworkLevel& level) {
        const NetworkLanes& lanes = level.lanes;
        const auto widen = [&level](int column) {
            double& gap = level.gaps[static_cast<std::size_t>(column)];
            gap = std::max(gap, kBendGap);
        };
        for (std::size_t i = 0; i < lanes.links.size(); ++i) {
            const NetworkLink& link = lanes.links[i];
            if (link.way == Way::Straight && level.ports[i] == 0)
                continue;
            const auto to = static_cast<std::size_t>(link.to);
            widen(link.from < 0 ? 0 : lanes.column[static_cast<std::size_t>(link.from)] + 1);
            if (!level.endsUpright(link))
                widen(lanes.column[to]);
        }
    }

    void measureLanes(NetworkLevel& level) const {
        const auto lanes = static_cast<std::size_t>(level.lanes.lanes);
        std::vector<double> above(lanes), below(lanes);
        level.half.assign(lanes, 0);
        level.axes.assign(lanes, 0);
        for (std::size_t i = 0; i < level.cells.size(); ++i)
            if (level.cells[i].inside == nullptr) {
                double& half = level.half[static_cast<std::size_t>(level.lanes.lane[i])];
                half = std::max(half, level.cells[i].above);
            }
        for (std::size_t i = 0; i < level.cells.size(); ++i) {
            const NetworkCell& cell = level.cells[i];
            const auto lane = static_cast<std::size_t>(level.lanes.lane[i]);
            const double label = cell.inside == nullptr && cell.size.label > 0 ? level.half[lane] + style_.label : 0;
            above[lane] = std::max(above[lane], cell.above);
            below[lane] = std::max({below[lane], cell.below, label});
        }
        for (std::size_t lane = 1; lane < lanes; ++lane)
            level.axes[lane] = level.axes[lane - 1] + below[lane - 1] + kLaneGap + above[lane];
        raiseTracks(level);
        const double highest = std::accumulate(level.over.begin(), level.over.end(), 0.0, std::ranges::min);
        const int under = level.lanes.under;
        level.above = std::max(lanes > 0 ? above.front() : 0, kPen - highest);
        level.below = lanes > 0 ? level.axes.back() + below.back() : 0;
        level.below += under > 0 ? kFirst + (under - 1) * style_.track + kPen : 0;
    }

    // Each above what stands between its ends, and above the tracks below it.
    void raiseTracks(NetworkLevel& level) const {
        const NetworkLanes& lanes = level.lanes;
        level.over.assign(lanes.links.size(), 0);
        const auto from = [&](const NetworkLink& link) {
            return link.from < 0 ? -1 : lanes.column[static_cast<std::size_t>(link.from)];
        };
        const auto to = [&](const NetworkLink& link) { return lanes.column[static_cast<std::size_t>(link.to)]; };
        for (int track = 0; track < lanes.over; ++track)
            for (std::size_t i = 0; i < lanes.links.size(); ++i) {
                const NetworkLink& link = lanes.links[i];
                if (link.way != Way::Over || link.track != track)
                    continue;
                double height = level.cells[static_cast<std::size_t>(link.to)].inside == nullptr ? 12 : 0;
                for (std::size_t cell = 0; cell < level.cells.size(); ++cell)
                    if (lanes.column[cell] > from(link) && lanes.column[cell] < to(link))
                        height = std::max(height, level.cells[cell].above -
                                                      level.axes[static_cast<std::size_t>(lanes.lane[cell])]);
                double y = -height - kFirst;
                for (std::size_t other = 0; other < lanes.links.size(); ++other) {
                    const NetworkLink& below = lanes.links[other];
                    if (below.way == Way::Over && below.track < track && from(below) < to(link) &&
                        from(link) < to(below))
                        y = std::min(y, level.over[other] - style_.track);
                }
                level.over[i] = y;
            }
    }

    const Blueprint& blueprint_;
    const NetworkParts& parts_;
    const std::set<int>& opened_;
    const NetworkStyle& style_;
    std::vector<bool> hidden_; // by layer
};

} // namespace

double NetworkLevel::width() const {
    return std::accumulate(slots.begin(), slots.end(), std::accumulate(gaps.begin(), gaps.end(), 0.0));
}

double NetworkLevel::portAt(int port) const {
    for (std::size_t i = 0; i < lanes.links.size(); ++i)
        if (port > 0 && lanes.links[i].from == -1 - port)
            return over[i];
    return 0;
}

bool NetworkLevel::endsUpright(const NetworkLink& link) const {
    const auto to = static_cast<std::size_t>(link.to);
    if (cells[to].item.kind != NetworkItem::Kind::Sum || lanes.lane[to] != 0)
        return false;
    return link.way == Way::Over || (link.way == Way::Lane && link.lane == 1);
}

NetworkLevel measureNetwork(const Blueprint& blueprint, const NetworkParts& parts, const std::set<int>& opened,
                            const NetworkStyle& style) {
    return LevelMeasurer(blueprint, parts, opened, style).outside();
}

} // namespace belfry
