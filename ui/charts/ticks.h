// Where an axis has its ticks and how numbers read. Numbers follow the language of the window (QLocale's default).
#pragma once

#include "ui/charts/x_columns.h"
#include "ui/charts/y_range.h"

#include <QString>
#include <functional>
#include <vector>

namespace belfry {

enum class YFormat {
    Number,  // 0.05
    Percent, // values 0 to 100: 99.2 %
    Count,   // 61.8 k
};

struct Tick {
    double position = 0; // on the axis: log10 of the value on a log axis
    QString label;       // may be empty: a grid line alone
    bool minor = false;  // its label gives way to others
};

// Ticks of a y axis with room for about `count` labels.
std::vector<Tick> yTicks(const Interval& range, bool log, YFormat format, int count);

// Ticks of an x axis; the last label carries the unit ("800 steps").
std::vector<Tick> xTicks(const Interval& range, XAxis axis, int count);

// Empties the labels that would be nearer than `gap` pixels to another one. The minor ones are all shown or none; of
// the others those nearer to the axis' end stay, where the unit is. `place`: the pixels that a label covers along the
// axis.
void dropCoveredLabels(std::vector<Tick>& ticks, double gap, const std::function<Interval(const Tick&)>& place);

// A value to read off, three significant digits: "0.0463", "99.2 %", "61.8 k", "1.2e-7".
QString valueText(double value, YFormat format);

QString xText(const XPoint& point, XAxis axis);
QString axisName(XAxis axis); // "step", "epoch", "images", "time"

} // namespace belfry
