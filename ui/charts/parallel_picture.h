// Parallel coordinates without pixels: axes, a line for every item that passes through all of them, and the ranges
// that were brushed. GUI thread only.
#pragma once

#include "ui/charts/ticks.h"
#include "ui/charts/y_range.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace belfry {

struct ParallelAxis {
    QString title;
    // With categories: category k lies from k to k + 1, and what has none of them from -1 to 0. Else of the values, or
    // their log10.
    Interval range;
    QStringList categories;            // from 0; empty: the axis is a scale
    YFormat format = YFormat::Percent; // of a scale
    bool log = false;                  // the scale's values are log10
    bool isScale() const { return categories.isEmpty(); }
    bool hasNone() const { return !isScale() && range.low < 0; } // some items are in none of the categories
    double kept(double value) const;                             // inside the range
    double share(double value) const;                            // 0 at its foot, 1 at its top
    double valueAt(double share) const { return range.low + share * range.span(); }
    QString textOf(double value) const; // of a scale's value, or of the category from that value on
};

struct ParallelLine {
    int item = 0;               // the owner's number of it; never 0
    int look = 0;               // ParallelPlot::penOf()
    std::vector<double> values; // by axis; NaN: unknown, and the line has a gap there
};

struct ParallelPicture {
    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines; // the worst first
};
// Moves each line from the foot of its categories to their middle, and there the better ones above the others.
void fanOut(ParallelPicture& picture);

// A range of one axis, in its values.
struct Brush {
    double low = 0, high = 0;
    bool operator==(const Brush&) const = default;
};
// One per axis; among categories it covers whole ones.
using Brushes = std::vector<std::optional<Brush>>;
Brush snapped(const ParallelAxis& axis, double from, double to);
// For each line: whether it passes through every brush.
std::vector<bool> insideOf(const ParallelPicture& picture, const Brushes& brushes);

} // namespace belfry
