// The contents of one redraw of a chart, as values: made from the data by buildFrame, drawn by plot_painter and Qt
// Charts. No widgets; GUI thread only.
#pragma once

#include "ui/charts/chart_series.h"
#include "ui/charts/ticks.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace belfry {

enum class YAxisKind {
    Free,     // as high and low as the data, outliers apart
    Percent,  // values 0 to 1; the top is 100 %, the lower end adapts
    FromZero, // speeds
};

enum class MarkKind { Setting, Pause, Best, Checkpoint, Other };

// Something that happened during the run: a hairline through all charts.
struct EventMark {
    XPoint x;
    MarkKind kind = MarkKind::Other;
    TranslatableText text; // "learning rate 0.001 -> 0.0003"
    bool offers = false;   // has a button after its text
};

struct ChartSpec {
    QString key = {};     // English, one word ("loss"): object names are lossChart, lossLogButton, ...
    QString title = {};   // shown
    QString english = {}; // the title in English, for screen readers; empty: the key with a capital
    YAxisKind yAxis = YAxisKind::Free;
    YFormat format = YFormat::Number;
    bool canLog = false; // has the button
    bool log = false;
    bool canSmooth = false; // has the button, and keeps smoothed lines
    bool smooth = true;
    bool xLabels = false;                           // on the bottom chart of a column
    bool markLabels = false;                        // the texts of event marks; hairlines are in every chart
    QString emptyText = {};                         // before the first value: "Press Start"
    std::size_t keepPoints = Pyramid::kDefaultKeep; // points of a line kept one by one, see Pyramid
};

struct PlotFrame {
    struct Line {
        std::size_t series = 0;
        bool faint = false;          // the raw line behind a smoothed one
        std::vector<QPointF> points; // axis coordinates, inside the x range
        QColor colour;
        double width = 2;
        Qt::PenStyle dash = Qt::SolidLine;
    };
    struct Band { // filled between two of the lines
        std::size_t low = 0, high = 0;
        QColor colour;
    };
    struct Dot {
        QPointF at; // pixels
        QColor colour;
    };
    struct EdgeMark { // a value outside the y range
        double x = 0; // pixels
        bool top = false;
        QColor colour;
    };
    struct Tag {
        QPointF end; // of the line, pixels
        QString text;
        QColor colour;
        double y = 0;               // of the text's middle; pushed apart from the others
        double left = 0, width = 0; // of the text: right of the end, or where there is no room, left of it
    };
    struct MarkLine {
        double x = 0;
        MarkKind kind = MarkKind::Other;
        QString label; // empty where there is no room
        QRectF box;    // of the label, with its button
        bool offers = false;
    };

    QRectF plot; // pixels
    Interval x, y;
    std::vector<Tick> xTicks, yTicks;
    bool xLabels = false;
    std::vector<Line> lines;
    std::vector<Band> bands;
    std::vector<Dot> dots;
    std::vector<EdgeMark> edgeMarks;
    std::vector<double> nanMarks; // pixels
    std::vector<Tag> tags;
    std::vector<MarkLine> marks;
    std::size_t clipped = 0; // points outside the y range, at most two per pixel column and line
    QString emptyText;       // shown instead of data

    double xPixel(double value) const { return plot.left() + (value - x.low) / x.span() * plot.width(); }
    double yPixel(double value) const { return plot.bottom() - (value - y.low) / y.span() * plot.height(); }
    Interval xLabel(const Tick& tick) const; // pixels that its label covers: it stays left of the chart's edge
    QPointF pixel(const QPointF& point) const { return {xPixel(point.x()), yPixel(point.y())}; }
};

struct FrameInput {
    const XColumns& xs;
    std::span<const std::size_t> edges; // of pixel columns, see columnEdges
    XAxis axis = XAxis::Step;
    Interval x;
    QRectF plot;
    const Theme& theme;
    const std::vector<std::unique_ptr<ChartSeries>>& series;
    const std::vector<EventMark>& marks;
    const ChartSpec& spec;
    bool showAll = false;          // outliers decide the y range too
    std::optional<Interval> yZoom; // by the user, on the axis
    std::optional<Interval> lastY; // kept while it still fits: labels do not dance
    double buttonRoom = 0;         // pixels after the label of a mark that offers something

    bool smooths() const { return spec.smooth && spec.canSmooth; }
};

// The y coordinate of a value: itself, per cent, or log10; NaN where there is none (log of zero or less).
double axisValue(double value, YAxisKind kind, bool log);

// Indices that divide the visible points into pixel columns, with one more point on either side so that lines reach the
// edges of the plot.
std::vector<std::size_t> columnEdges(const XColumns& xs, XAxis axis, const Interval& x, std::size_t columns);

PlotFrame buildFrame(const FrameInput& input);

QFont tagFont(); // of the texts of tags

// Moves tags (sorted by y on return) so that neighbours are `height` apart, inside [top, bottom]; when they cannot all
// be, the last ones of the given order are dropped.
void spreadTags(std::vector<PlotFrame::Tag>& tags, double top, double bottom, double height);

} // namespace belfry
