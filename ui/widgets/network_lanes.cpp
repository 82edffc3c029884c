#include "ui/widgets/network_lanes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace belfry {
namespace {

using Way = NetworkLink::Way;

// Both count in half columns, so that a gap has a number too; ends belong to it.
struct Span {
    int begin = 0, end = 0;
    bool meets(const Span& other) const { return begin <= other.end && other.begin <= end; }
};

// The lowest row in which nothing else is.
int rowFor(std::vector<std::vector<Span>>& rows, const Span& span) {
    std::size_t row = 0;
    while (row < rows.size() && std::ranges::any_of(rows[row], [&](const Span& other) { return other.meets(span); }))
        ++row;
    if (row == rows.size())
        rows.emplace_back();
    rows[row].push_back(span);
    return static_cast<int>(row);
}

class LaneMaker {
public:
    LaneMaker(int parts, std::vector<NetworkLink> links, bool oneLane) {
        made_.links = std::move(links);
        made_.column.resize(static_cast<std::size_t>(parts));
        made_.lane.assign(static_cast<std::size_t>(parts), oneLane ? 0 : -1);
        for (int part = 0; part < parts; ++part)
            column(part) = oneLane ? part : 1 + lastBefore(part);
        for (const int column : made_.column)
            made_.columns = std::max(made_.columns, column + 1);
    }

    NetworkLanes make() {
        for (int part = static_cast<int>(made_.lane.size()) - 1; part >= 0; --part)
            if (lane(part) < 0)
                makeBranch(part);
        for (const int lane : made_.lane)
            made_.lanes = std::max(made_.lanes, lane + 1);
        makeTracks();
        return std::move(made_);
    }

private:
    int& column(int part) { return made_.column[static_cast<std::size_t>(part)]; }
    int& lane(int part) { return made_.lane[static_cast<std::size_t>(part)]; }
    int columnOf(int part) { return part < 0 ? -1 : column(part); }

    int lastBefore(int part) {
        int last = -1;
        for (const NetworkLink& link : made_.links)
            if (link.to == part)
                last = std::max(last, columnOf(link.from));
        return last;
    }

    // The longest way to a part: of ways as long, first one that has no lane yet, then what was written first.
    NetworkLink* longestTo(int part) {
        NetworkLink* longest = nullptr;
        const auto rank = [this](const NetworkLink& link) {
            const bool isPart = link.from >= 0;
            return std::tuple(columnOf(link.from), isPart && lane(link.from) < 0, isPart ? -link.from : link.from);
        };
        for (NetworkLink& link : made_.links)
            if (link.to == part && (longest == nullptr || rank(link) > rank(*longest)))
                longest = &link;
        return longest;
    }

    // From its last part back to where it leaves another.
    void makeBranch(int last) {
        std::vector<int> branch{last};
        NetworkLink* link = longestTo(last);
        while (link != nullptr && link->from >= 0 && lane(link->from) < 0) {
            branch.push_back(link->from);
            link = longestTo(link->from);
        }
        NetworkLink* out = nullptr;
        for (NetworkLink& each : made_.links)
            if (each.from == last && lane(each.to) >= 0 && (out == nullptr || column(each.to) < column(out->to)))
                out = &each;
        const int end = out != nullptr ? column(out->to) : made_.columns;
        const int row = rowFor(lanes_, {2 * column(branch.back()) - 1, 2 * end});
        for (const int part : branch)
            lane(part) = row;
        for (NetworkLink* way : {link, out})
            if (way != nullptr) {
                way->way = Way::Lane;
                way->lane = row;
            }
    }

    bool isNext(const NetworkLink& link) {
        const int lane = link.from < 0 ? 0 : this->lane(link.from);
        return lane == this->lane(link.to) && column(link.to) == columnOf(link.from) + 1 && link.from >= -1;
    }

    void makeTracks() {
        std::vector<NetworkLink*> others;
        for (NetworkLink& link : made_.links)
            if (isNext(link))
                link.way = Way::Straight;
            else if (link.way == Way::Straight || link.from < -1)
                others.push_back(&link);
        const auto length = [this](const NetworkLink* link) { return column(link->to) - columnOf(link->from); };
        std::ranges::stable_sort(others, {}, length); // the short ones below the long ones
        std::vector<std::vector<Span>> over, under;
        for (NetworkLink* link : others) {
            const bool main = (link->from < 0 || lane(link->from) == 0) && lane(link->to) == 0;
            const bool above = main || link->from < -1;
            const Span span{2 * columnOf(link->from) + 1, 2 * column(link->to)};
            link->way = above ? Way::Over : Way::Under;
            link->track = rowFor(above ? over : under, span);
        }
        made_.over = static_cast<int>(over.size());
        made_.under = static_cast<int>(under.size());
    }

    NetworkLanes made_;
    std::vector<std::vector<Span>> lanes_; // what each has
};

} // namespace

NetworkLanes lanesOf(int parts, std::vector<NetworkLink> links, bool oneLane) {
    return LaneMaker(parts, std::move(links), oneLane).make();
}

} // namespace belfry
