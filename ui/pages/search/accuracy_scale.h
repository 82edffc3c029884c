// Accuracies in the charts of a search: as a colour of one hue, and along an axis. GUI thread only.
#pragma once

#include "ui/charts/ticks.h"
#include "ui/foundation/theme.h"

#include <QPointF>
#include <vector>

class QPainter;

namespace belfry {

// The accuracies of rows, dots, or any other items that have one.
std::vector<double> accuraciesOf(auto&& trials) {
    std::vector<double> accuracies;
    for (const auto& trial : trials)
        accuracies.push_back(trial.accuracy);
    return accuracies;
}

// Half of the trials share the upper half of the scale: one that learnt nothing does not make all others look alike.
struct AccuracyScale {
    double low = 0, high = 1;                                     // accuracies, 0 to 1
    double place(double accuracy) const;                          // 0 to 1; what is below `low` is 0
    static QColor colourAt(const Palette& colours, double place); // stands out from a card everywhere, most of all at 1
};
AccuracyScale accuracyScale(std::vector<double> accuracies);

// Per cent from bottom to top, from tick to tick. Stragglers far below all others are left outside.
struct AccuracyAxis {
    Interval range;             // per cent
    double top = 0, bottom = 1; // pixels
    std::vector<Tick> ticks;
    double share(double accuracy) const; // 0 at the bottom, 1 at the top; what lies outside is at the edge
    double y(double accuracy) const { return bottom - share(accuracy) * (bottom - top); }
    double yBeyond(double accuracy) const; // the same, but what lies outside is outside
    bool shows(double accuracy) const { return range.contains(100 * accuracy); }
    double labelWidth() const; // pixels
};
// Reaches down to all of `shown`.
AccuracyAxis accuracyAxis(std::vector<double> accuracies, double top, double bottom,
                          const std::vector<double>& shown = {});

// Lines from `left` to `right` (pixels), their labels left of them where `labelled`.
void paintGrid(QPainter& painter, const Palette& colours, const AccuracyAxis& axis, double left, double right,
               bool labelled = true);

// Many small discs of one colour: stamped on a screen, where that is many times faster, else drawn as shapes.
void drawDots(QPainter& painter, const std::vector<QPointF>& centres, double radius, const QColor& colour);
// Marks at the lower edge: some values are below.
void drawBelow(QPainter& painter, const std::vector<QPointF>& places, const QColor& colour);

} // namespace belfry
