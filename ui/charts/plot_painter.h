// Draws what Qt Charts cannot: grid, labels, marks and value tags, aligned between charts because the plot's place is
// given and not found by an axis. The same code paints the screen, PNG and SVG.
#pragma once

#include "ui/charts/plot_frame.h"

class QPainter;

namespace belfry {

inline constexpr double kPlotLeft = 64; // room for the y labels, the same in every chart
inline constexpr double kPlotRight = 16;
inline constexpr double kPlotTop = 8;
inline constexpr double kPlotBottom = 15; // without x labels
inline constexpr double kXLabelRoom = 17; // with them, more

void paintBehindLines(QPainter& painter, const PlotFrame& frame, const Theme& theme);
void paintAboveLines(QPainter& painter, const PlotFrame& frame, const Theme& theme);

// The lines themselves, cut at the plot's edges; for SVG, which has no clipping. On the screen Qt Charts draws them.
void paintLines(QPainter& painter, const PlotFrame& frame);

// Names beside the ends of their lines, pushed apart, each joined with its end. `room`: of the names, right of the
// plot.
void paintEndTags(QPainter& painter, const Theme& theme, std::vector<PlotFrame::Tag> tags, const QRectF& room);

// Straight pieces of a line (pixels) inside a rectangle.
std::vector<QLineF> piecesInside(const PlotFrame& frame, const PlotFrame::Line& line);

} // namespace belfry
