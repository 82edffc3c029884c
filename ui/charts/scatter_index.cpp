#include "ui/charts/scatter_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace belfry {
namespace {

constexpr double kPerCell = 4; // points, were they evenly spread
constexpr int kMaxSide = 256;

ScatterBox boundsOf(std::span<const ScatterPoint> points) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    ScatterBox box{kFar, kFar, -kFar, -kFar};
    for (const ScatterPoint& point : points) {
        box.left = std::min<double>(box.left, point.x);
        box.right = std::max<double>(box.right, point.x);
        box.bottom = std::min<double>(box.bottom, point.y);
        box.top = std::max<double>(box.top, point.y);
    }
    return box;
}

int cellOf(double value, double from, double to, int side) {
    const double share = to > from ? (value - from) / (to - from) : 0;
    return std::clamp(static_cast<int>(std::clamp(share, 0.0, 1.0) * side), 0, side - 1);
}

} // namespace

bool isInside(const ScatterPoint& point, std::span<const ScatterPoint> polygon) {
    bool inside = false;
    for (std::size_t i = 0, before = polygon.size() - 1; i < polygon.size(); before = i++) {
        const ScatterPoint &a = polygon[i], &b = polygon[before];
        if ((a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

ScatterIndex::ScatterIndex(std::vector<ScatterPoint> points) : points_(std::move(points)) {
    if (points_.empty())
        return;
    bounds_ = boundsOf(points_);
    side_ = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(points_.size()) / kPerCell)), 1, kMaxSide);
    // By counting: the points of each cell stand together.
    starts_.assign(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_) + 1, 0);
    std::vector<std::size_t> cells(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
        cells[i] = static_cast<std::size_t>(rowOf(points_[i].y) * side_ + columnOf(points_[i].x));
        ++starts_[cells[i] + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<int> next(starts_.begin(), starts_.end() - 1);
    order_.resize(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i)
        order_[static_cast<std::size_t>(next[cells[i]]++)] = static_cast<int>(i);
}

int ScatterIndex::columnOf(double x) const { return cellOf(x, bounds_.left, bounds_.right, side_); }

int ScatterIndex::rowOf(double y) const { return cellOf(y, bounds_.bottom, bounds_.top, side_); }

ScatterIndex::Cells ScatterIndex::cellsOf(const ScatterBox& box) const {
    if (points_.empty() || box.right < bounds_.left || box.left > bounds_.right || box.top < bounds_.bottom ||
        box.bottom > bounds_.top)
        return {};
    return {columnOf(box.left), rowOf(box.bottom), columnOf(box.right), rowOf(box.top)};
}

void ScatterIndex::visit(const Cells& cells, const std::function<void(int)>& see) const {
    for (int row = cells.bottom; row <= cells.top; ++row) {
        const auto first = static_cast<std::size_t>(row * side_ + cells.left);
        const auto last = static_cast<std::size_t>(row * side_ + cells.right);
        for (int at = starts_[first]; at < starts_[last + 1]; ++at)
            see(order_[static_cast<std::size_t>(at)]);
    }
}

int ScatterIndex::nearest(const ScatterPoint& place, double reach, const Accept& accepts) const {
    int found = -1;
    double shortest = reach * reach;
    visit(cellsOf({place.x - reach, place.y - reach, place.x + reach, place.y + reach}), [&](int index) {
        const ScatterPoint& point = points_[static_cast<std::size_t>(index)];
        const double right = double{point.x} - place.x, up = double{point.y} - place.y;
        const double distance = right * right + up * up;
        // Of two at one place the one that is drawn above the other.
        const bool nearer = distance < shortest || (distance == shortest && index > found);
        if (nearer && (!accepts || accepts(index))) {
            shortest = distance;
            found = index;
        }
    });
    return found;
}

std::vector<int> ScatterIndex::within(const ScatterBox& box, const Accept& accepts) const {
    std::vector<int> found;
    visit(cellsOf(box), [&](int index) {
        const ScatterPoint& point = points_[static_cast<std::size_t>(index)];
        if (point.x >= box.left && point.x <= box.right && point.y >= box.bottom && point.y <= box.top &&
            (!accepts || accepts(index)))
            found.push_back(index);
    });
    std::ranges::sort(found);
    return found;
}

std::vector<int> ScatterIndex::inside(std::span<const ScatterPoint> polygon, const Accept& accepts) const {
    if (polygon.size() < 3)
        return {};
    return within(boundsOf(polygon), [&](int index) {
        return isInside(points_[static_cast<std::size_t>(index)], polygon) && (!accepts || accepts(index));
    });
}

int ScatterIndex::towards(int from, double right, double up, const Accept& accepts) const {
    const ScatterPoint& start = points_.at(static_cast<std::size_t>(from));
    constexpr double kFar = std::numeric_limits<double>::infinity();
    double shortest = kFar, shortestAhead = kFar;
    int found = -1, ahead = -1;
    for (int index = 0; index < count(); ++index) {
        const ScatterPoint& point = points_[static_cast<std::size_t>(index)];
        const double x = double{point.x} - start.x, y = double{point.y} - start.y;
        const double along = x * right + y * up, aside = std::abs(x * up - y * right);
        if (along <= 0 || index == from || (accepts && !accepts(index)))
            continue;
        const double distance = std::hypot(x, y);
        if (aside <= along && distance < shortest) {
            shortest = distance;
            found = index;
        }
        if (distance < shortestAhead) {
            shortestAhead = distance;
            ahead = index;
        }
    }
    return found >= 0 ? found : ahead;
}

} // namespace belfry
