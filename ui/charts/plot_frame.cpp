#include "ui/charts/plot_frame.h"

#include "ui/charts/colours.h"
#include "ui/charts/plot_painter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ranges>

namespace belfry {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kEdgeMarkEvery = 12; // pixels
constexpr double kNanMarkEvery = 5;
constexpr double kTagHeight = 14;
constexpr double kMarkGap = 5;
constexpr double kLabelRoom = 56;   // pixels per x label at least
constexpr double kRowRoom = 26;     // pixels per y label at least
constexpr double kZigzagTravel = 6; // heights of the plot a dashed line may go up and down

// A line with what could not be placed on a log axis.
struct LineData {
    PlotFrame::Line line;
    std::vector<double> belowLog; // x of values that have no logarithm
    bool countsOutside = true;
    QColor edgeColour;
};

double smoothedAxisValue(float value, bool logSpace, const FrameInput& in) {
    if (logSpace && in.spec.log)
        return static_cast<double>(value);
    return axisValue(logSpace ? std::pow(10.0, static_cast<double>(value)) : static_cast<double>(value), in.spec.yAxis,
                     in.spec.log);
}

// Cuts the ends of a line at the edges of the view.
void cutToView(std::vector<QPointF>& points, const Interval& x) {
    const auto at = [](const QPointF& a, const QPointF& b, double where) {
        return QPointF(where, a.y() + (b.y() - a.y()) * (where - a.x()) / (b.x() - a.x()));
    };
    auto first = std::find_if(points.begin(), points.end(), [&](const QPointF& p) { return p.x() >= x.low; });
    if (first != points.begin() && first != points.end() && first->x() > x.low) {
        --first;
        *first = at(*first, *(first + 1), x.low);
    }
    points.erase(points.begin(), first);
    auto last = std::find_if(points.begin(), points.end(), [&](const QPointF& p) { return p.x() > x.high; });
    if (last != points.begin() && last != points.end()) {
        *last = at(*(last - 1), *last, x.high);
        ++last;
    }
    points.erase(last, points.end());
}

LineData lineData(const FrameInput& in, std::size_t index, bool smoothed) {
    const ChartSeries& series = *in.series[index];
    std::vector<Pyramid::Point> found;
    const Pyramid& source = smoothed ? series.smoothed().points() : series.raw();
    source.query(in.edges, found);
    LineData data;
    data.line.series = index;
    data.line.points.reserve(found.size());
    for (const Pyramid::Point& point : found) {
        const double x = in.xs.at(in.axis, point.index);
        const double y = smoothed ? smoothedAxisValue(point.value, series.smoothed().logSpace(), in)
                                  : axisValue(static_cast<double>(point.value), in.spec.yAxis, in.spec.log);
        if (std::isnan(y))
            data.belowLog.push_back(x);
        else
            data.line.points.emplace_back(x, y);
    }
    cutToView(data.line.points, in.x);
    return data;
}

LineData bandEdge(const FrameInput& in, std::size_t index, const QColor& colour) {
    LineData data = lineData(in, index, in.smooths() && in.series[index]->smooths());
    data.line.faint = true;
    data.line.width = 1;
    data.line.colour = data.edgeColour = colour;
    data.countsOutside = false; // the line between them does
    return data;
}

// Of two edges that follow each other.
void placeBands(PlotFrame& frame, const FrameInput& in) {
    for (std::size_t i = 0; i + 1 < frame.lines.size(); ++i) {
        const ChartSeries& low = *in.series[frame.lines[i].series];
        const ChartSeries& high = *in.series[frame.lines[i + 1].series];
        if (low.spec().kind != SeriesKind::BandEdge || high.spec().kind != SeriesKind::BandEdge)
            continue;
        frame.bands.push_back({i, i + 1, seriesColour(in.theme, low.spec())});
        ++i;
    }
}

std::vector<LineData> collectLines(const FrameInput& in) {
    std::vector<LineData> lines;
    for (std::size_t i = 0; i < in.series.size(); ++i) {
        const ChartSeries& series = *in.series[i];
        if (!series.isLine() || !series.isDrawn())
            continue;
        const QColor colour = seriesColour(in.theme, series.spec());
        const bool smooth = in.smooths() && series.smooths();
        const bool pair = series.spec().kind == SeriesKind::RawAndSmoothed;
        if (series.spec().kind == SeriesKind::BandEdge) {
            if (series.rawVisible)
                lines.push_back(bandEdge(in, i, faintColour(in.theme, colour)));
            continue;
        }
        if (series.rawVisible && (pair || !smooth)) {
            lines.push_back(lineData(in, i, false));
            lines.back().line.faint = pair;
            lines.back().line.width = pair ? 1 : series.spec().width;
            lines.back().line.colour = pair && smooth ? faintColour(in.theme, colour) : colour;
            lines.back().edgeColour = mixed(in.theme.palette().card, colour, 0.6);
        }
        if (smooth && (pair ? series.smoothedVisible : series.rawVisible)) {
            const bool rawShown = pair && series.rawVisible;
            lines.push_back(lineData(in, i, true));
            lines.back().countsOutside = !rawShown; // else counted twice
            lines.back().line.width = series.spec().width;
            lines.back().line.colour = lines.back().edgeColour = colour;
            lines.back().line.dash =
                series.spec().colour < 0 ? Qt::SolidLine : in.theme.seriesDash(series.spec().colour);
        }
    }
    return lines;
}

// The y values of everything visible, one list per line and per set of dots.
std::vector<std::vector<double>> visibleHeights(const FrameInput& in, const std::vector<LineData>& lines) {
    std::vector<std::vector<double>> all;
    for (const LineData& data : lines) {
        const auto heights = std::views::transform(data.line.points, &QPointF::y);
        all.emplace_back(heights.begin(), heights.end());
    }
    for (const auto& series : in.series) {
        if (series->isLine() || !series->rawVisible)
            continue;
        std::vector<double> dots;
        for (const ChartSeries::Dot& dot : series->dots()) {
            const double y = axisValue(static_cast<double>(dot.value), in.spec.yAxis, in.spec.log);
            if (in.x.contains(coordinate(dot.x, in.axis)) && std::isfinite(y))
                dots.push_back(y);
        }
        all.push_back(std::move(dots));
    }
    std::erase_if(all, [](const auto& list) { return list.empty(); });
    return all;
}

Interval percentRange(const std::vector<std::vector<double>>& all, bool showAll) {
    double low = all.empty() ? 0 : 100;
    for (const auto& list : all)
        low =
            std::min(low, showAll ? std::floor(std::min(fullInterval(list).low, 99.0) / 10) * 10 : percentFloor(list));
    return {low, 100 + 0.02 * (100 - low)}; // a line at 100 % keeps its upper half
}

Interval chooseRange(const FrameInput& in, const std::vector<LineData>& lines) {
    if (in.yZoom)
        return *in.yZoom;
    const auto all = visibleHeights(in, lines);
    if (in.spec.yAxis == YAxisKind::Percent)
        return percentRange(all, in.showAll);
    Interval range;
    for (const auto& list : all)
        range.include(in.showAll ? fullInterval(list) : robustInterval(list));
    if (in.spec.yAxis == YAxisKind::FromZero && !in.spec.log) {
        const double high = range.empty() || range.high <= 0 ? 1 : range.high;
        const double low = range.empty() ? 0 : std::min(0.0, range.low);
        range = {low, low + 1.1 * (high - low)};
    } else {
        range = padded(range, in.spec.log);
    }
    const bool stays =
        in.lastY && in.lastY->low <= range.low && in.lastY->high >= range.high && range.span() > 0.8 * in.lastY->span();
    return stays ? *in.lastY : range;
}

void addEdgeMark(PlotFrame& frame, double x, bool top, const QColor& colour) {
    for (auto mark = frame.edgeMarks.rbegin(); mark != frame.edgeMarks.rend() && mark->colour == colour; ++mark)
        if (mark->top == top && std::abs(mark->x - x) < kEdgeMarkEvery)
            return;
    frame.edgeMarks.push_back({x, top, colour});
}

void placeLine(PlotFrame& frame, LineData&& data) {
    const double tolerance = 1e-9 * frame.y.span();
    double travel = 0;
    for (std::size_t i = 0; i < data.line.points.size(); ++i) {
        const QPointF& point = data.line.points[i];
        travel += i == 0 ? 0 : std::abs(point.y() - data.line.points[i - 1].y());
        const bool over = point.y() > frame.y.high + tolerance;
        if (!over && point.y() >= frame.y.low - tolerance)
            continue;
        if (data.countsOutside) {
            ++frame.clipped;
            addEdgeMark(frame, frame.xPixel(point.x()), over, data.edgeColour);
        }
    }
    for (double x : data.belowLog)
        if (data.countsOutside && frame.x.contains(x))
            addEdgeMark(frame, frame.xPixel(x), false, data.edgeColour);
    if (travel > kZigzagTravel * frame.y.span())
        data.line.dash = Qt::SolidLine; // a dashed zigzag costs half a second
    frame.lines.push_back(std::move(data.line));
}

void placeDots(PlotFrame& frame, const FrameInput& in) {
    for (const auto& series : in.series) {
        if (series->isLine() || !series->rawVisible)
            continue;
        const QColor colour = seriesColour(in.theme, series->spec());
        QPointF last(-100, -100);
        for (const ChartSeries::Dot& dot : series->dots()) {
            const double x = coordinate(dot.x, in.axis);
            if (!frame.x.contains(x))
                continue;
            const double y = axisValue(static_cast<double>(dot.value), in.spec.yAxis, in.spec.log);
            if (!std::isfinite(y) || !frame.y.contains(y)) {
                addEdgeMark(frame, frame.xPixel(x), y > frame.y.high, colour);
                frame.clipped += std::isfinite(y) ? 1 : 0;
                continue;
            }
            const QPointF at = frame.pixel({x, y});
            if ((at - last).manhattanLength() > 2) // thousands of dots: those that can be told apart
                frame.dots.push_back({at, colour});
            last = at;
        }
    }
}

void placeNonFinite(PlotFrame& frame, const FrameInput& in) {
    for (const auto& series : in.series) {
        if (!series->isLine() || (!series->rawVisible && !series->smoothedVisible) || in.edges.empty())
            continue;
        const auto& indices = series->raw().nonFinite();
        double last = -kNanMarkEvery;
        for (auto i = std::lower_bound(indices.begin(), indices.end(), in.edges.front()); i != indices.end(); ++i) {
            if (*i >= in.edges.back())
                break;
            const double x = in.xs.at(in.axis, *i);
            if (frame.x.contains(x) && frame.xPixel(x) - last >= kNanMarkEvery)
                frame.nanMarks.push_back(last = frame.xPixel(x));
        }
    }
}

// The dot at the end of the line, which is painted last, must not cover the text: not where the axis ends with the
// data, either.
double tagLeft(const PlotFrame& frame, const PlotFrame::Tag& tag) {
    constexpr double kAfter = 12, kClear = 6; // from the end: as looks best, and at least
    const double maxLeft = frame.plot.right() + kPlotRight - 5 - tag.width;
    const double left = std::min(tag.end.x() + kAfter, maxLeft);
    return left >= tag.end.x() + kClear ? left : tag.end.x() - kClear - tag.width;
}

// The newest value of a series as it is drawn: where, and what to write there.
void placeTag(PlotFrame& frame, const FrameInput& in, const ChartSeries& series) {
    const bool pair = series.spec().kind == SeriesKind::RawAndSmoothed;
    const bool smooth = in.smooths() && series.smooths() && (!pair || series.smoothedVisible);
    if (!series.rawVisible && !(pair && smooth))
        return;
    std::size_t index = series.raw().size();
    constexpr std::size_t kLookBack = 1000;
    const std::size_t limit = index > kLookBack ? index - kLookBack : 0;
    double value = kNoNumber;
    while (index > limit && !std::isfinite(value)) {
        --index;
        value = static_cast<double>(smooth ? series.smoothedAt(index) : series.rawAt(index));
    }
    if (!std::isfinite(value) || !frame.x.contains(in.xs.at(in.axis, index)))
        return;
    const double y = axisValue(value, in.spec.yAxis, in.spec.log);
    const double height = std::isnan(y) ? frame.plot.bottom() : frame.yPixel(y);
    const QPointF end(frame.xPixel(in.xs.at(in.axis, index)),
                      std::clamp(height, frame.plot.top(), frame.plot.bottom()));
    const double shown = in.spec.yAxis == YAxisKind::Percent ? 100 * value : value;
    PlotFrame::Tag tag{end, valueText(shown, in.spec.format), seriesColour(in.theme, series.spec()), end.y()};
    tag.width = QFontMetricsF(tagFont()).horizontalAdvance(tag.text);
    tag.left = tagLeft(frame, tag);
    frame.tags.push_back(tag);
}

// Hairlines; labels from the newest to the oldest, in two rows, right of their line or, near the end, left of it.
void placeMarks(PlotFrame& frame, const FrameInput& in) {
    const QFontMetricsF metrics(Theme::font(11));
    std::array<double, 2> free{frame.plot.right(), frame.plot.right()};
    for (auto mark = in.marks.rbegin(); mark != in.marks.rend(); ++mark) {
        const double x = coordinate(mark->x, in.axis);
        if (!frame.x.contains(x))
            continue;
        PlotFrame::MarkLine line{frame.xPixel(x), mark->kind, {}, {}, mark->offers};
        if (!frame.marks.empty() && frame.marks.back().kind == line.kind && std::abs(frame.marks.back().x - line.x) < 3)
            continue;
        const QString text = mark->text.text();
        const double width = metrics.horizontalAdvance(text) + 1 + (mark->offers ? in.buttonRoom : 0);
        for (std::size_t row = 0; row < free.size() && in.spec.markLabels && mark->kind != MarkKind::Checkpoint;
             ++row) {
            const bool right = line.x + width + 2 * kMarkGap <= free[row];
            const bool left = line.x <= free[row] && line.x - width - kMarkGap >= frame.plot.left();
            if (!right && !left)
                continue;
            line.label = text;
            line.box = QRectF(right ? line.x + kMarkGap : line.x - kMarkGap - width,
                              frame.plot.top() + static_cast<double>(row) * kTagHeight, width, kTagHeight + 1);
            free[row] = std::min(line.x, line.box.left()) - kMarkGap;
            break;
        }
        frame.marks.push_back(std::move(line));
    }
}

void dropCovered(PlotFrame& frame) {
    constexpr double kLabelGap = 6;
    const double half = QFontMetricsF(Theme::font(11)).height() / 2;
    dropCoveredLabels(frame.xTicks, kLabelGap, [&](const Tick& tick) { return frame.xLabel(tick); });
    dropCoveredLabels(frame.yTicks, 0, [&](const Tick& tick) {
        const double middle = frame.yPixel(tick.position);
        return Interval{middle - half, middle + half};
    });
}

} // namespace

Interval PlotFrame::xLabel(const Tick& tick) const {
    const double width = QFontMetricsF(Theme::font(11)).horizontalAdvance(tick.label);
    const double left = std::min(xPixel(tick.position) - width / 2, plot.right() + kPlotRight - 4 - width);
    return {left, left + width};
}

double axisValue(double value, YAxisKind kind, bool log) {
    const double scaled = kind == YAxisKind::Percent ? 100 * value : value;
    if (!log)
        return scaled;
    return scaled > 0 ? std::log10(scaled) : kNoNumber;
}

std::vector<std::size_t> columnEdges(const XColumns& xs, XAxis axis, const Interval& x, std::size_t columns) {
    if (xs.size() == 0)
        return {};
    std::vector<std::size_t> inner = xs.edges(axis, x.low, x.high, columns);
    std::vector<std::size_t> edges;
    edges.reserve(inner.size() + 2);
    edges.push_back(inner.front() > 0 ? inner.front() - 1 : 0);
    edges.insert(edges.end(), inner.begin(), inner.end());
    edges.push_back(std::min(inner.back() + 1, xs.size()));
    return edges;
}

QFont tagFont() { return Theme::font(11, QFont::DemiBold); }

PlotFrame buildFrame(const FrameInput& in) {
    PlotFrame frame;
    frame.plot = in.plot;
    frame.x = in.x;
    frame.xLabels = in.spec.xLabels;
    std::vector<LineData> lines = collectLines(in);
    frame.y = chooseRange(in, lines);
    frame.xTicks = xTicks(frame.x, in.axis, static_cast<int>(frame.plot.width() / kLabelRoom));
    frame.yTicks = yTicks(frame.y, in.spec.log, in.spec.format,
                          std::max(2, static_cast<int>(std::lround(frame.plot.height() / kRowRoom))));
    dropCovered(frame);
    for (LineData& data : lines)
        placeLine(frame, std::move(data));
    placeBands(frame, in);
    placeDots(frame, in);
    placeNonFinite(frame, in);
    for (const auto& series : in.series)
        if (series->isLine() && series->isDrawn() && series->spec().kind != SeriesKind::BandEdge)
            placeTag(frame, in, *series);
    spreadTags(frame.tags, frame.plot.top(), frame.plot.bottom() - kTagHeight / 2, kTagHeight);
    placeMarks(frame, in);
    return frame;
}

void spreadTags(std::vector<PlotFrame::Tag>& tags, double top, double bottom, double height) {
    const auto fitting = static_cast<std::size_t>(std::max(1.0, std::floor((bottom - top) / height) + 1));
    if (tags.size() > fitting)
        tags.resize(fitting);
    std::stable_sort(tags.begin(), tags.end(), [](const auto& a, const auto& b) { return a.end.y() < b.end.y(); });
    double minY = top;
    for (auto& tag : tags) {
        tag.y = std::max(tag.end.y(), minY);
        minY = tag.y + height;
    }
    double maxY = bottom;
    for (auto tag = tags.rbegin(); tag != tags.rend(); ++tag) {
        tag->y = std::min(tag->y, maxY);
        maxY = tag->y - height;
    }
}

} // namespace belfry
