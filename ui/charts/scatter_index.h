// Points of a plane, found by their place: a grid, so that only near ones are looked at. Plain values; any thread.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace belfry {

struct ScatterPoint {
    float x = 0, y = 0; // y grows upwards
    bool operator==(const ScatterPoint&) const = default;
};

struct ScatterBox {
    double left = 0, bottom = 0, right = 0, top = 0;
};

// Points are numbered as they were given. `accepts`: which of them count; empty: all.
class ScatterIndex {
public:
    using Accept = std::function<bool(int)>;

    ScatterIndex() = default;
    explicit ScatterIndex(std::vector<ScatterPoint> points);

    const std::vector<ScatterPoint>& points() const { return points_; }
    const ScatterBox& bounds() const { return bounds_; } // of the points
    int count() const { return static_cast<int>(points_.size()); }
    // The nearest one within `reach`; -1: none.
    int nearest(const ScatterPoint& place, double reach, const Accept& accepts = {}) const;
    // Ascending.
    std::vector<int> within(const ScatterBox& box, const Accept& accepts = {}) const;
    std::vector<int> inside(std::span<const ScatterPoint> polygon, const Accept& accepts = {}) const;
    // The nearest one within 45 degrees of the direction; where there is none, the nearest ahead; -1: none.
    int towards(int from, double right, double up, const Accept& accepts = {}) const;

private:
    struct Cells { // of the grid, both ends included
        int left = 0, bottom = 0, right = -1, top = -1;
    };
    Cells cellsOf(const ScatterBox& box) const;
    int columnOf(double x) const;
    int rowOf(double y) const;
    void visit(const Cells& cells, const std::function<void(int)>& see) const;

    std::vector<ScatterPoint> points_;
    std::vector<int> starts_, order_; // of a cell's points, which stand in order_
    ScatterBox bounds_;
    int side_ = 0; // cells in a row, and rows
};

// Whether the point lies inside a closed polygon; where its edges cross, by the even-odd rule.
bool isInside(const ScatterPoint& point, std::span<const ScatterPoint> polygon);

} // namespace belfry
