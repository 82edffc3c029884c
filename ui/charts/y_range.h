// The part of the y axis that shows the data well: a few wild values must not press everything else flat, and no line
// may vanish. What lies outside is marked at the edge by the painter, never silently dropped. No Qt.
#pragma once

#include <limits>
#include <vector>

namespace belfry {

struct Interval {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool empty() const { return !(low <= high); }
    double span() const { return high - low; }
    void include(double value);
    void include(const Interval& other);
    bool contains(double value) const { return value >= low && value <= high; }
};

// The value below which a share of them lies. Reorders `values`, which must not be empty.
double quantile(std::vector<double>& values, double share);

// All of the values.
Interval fullInterval(const std::vector<double>& values);

// The values without short excursions far from the rest. `values` are one line's, in order of occurrence (decimated);
// fewer than 8 are all kept. An excursion is kept when it is long (over 1.5 % of the values), or is the beginning of
// the line, and does not flatten the rest to less than a fiftieth.
Interval robustInterval(const std::vector<double>& values);

// Lower end of a per-cent axis whose top is 100: the highest of 0, 50, 80, 90, 95, 98, 99 ... that leaves the line
// (all but its lowest seventh, and its newest value) inside.
double percentFloor(const std::vector<double>& values);

// Room above and below, and a height where there is none. `log`: values are log10.
Interval padded(const Interval& interval, bool log);

} // namespace belfry
