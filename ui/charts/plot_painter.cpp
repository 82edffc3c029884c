#include "ui/charts/plot_painter.h"

#include "ui/charts/colours.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kValidationRadius = 4;
constexpr double kTagRadius = 3.5;
constexpr double kCheckpointTick = 6;
constexpr double kRim = 1.5;

double crisp(double position) { return std::floor(position) + 0.5; }

void hairline(QPainter& painter, const QColor& colour, const QPointF& from, const QPointF& to,
              Qt::PenStyle style = Qt::SolidLine) {
    painter.setPen(QPen(colour, 1, style));
    painter.drawLine(from, to);
}

void paintYAxis(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    painter.setFont(Theme::font(11));
    for (const Tick& tick : frame.yTicks) {
        const double y = crisp(frame.yPixel(tick.position));
        hairline(painter, palette.grid, {frame.plot.left(), y}, {frame.plot.right(), y});
        painter.setPen(palette.muted);
        painter.drawText(QRectF(0, y - 9, frame.plot.left() - 9, 18), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
}

void paintXAxis(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    const double bottom = crisp(frame.plot.bottom());
    hairline(painter, palette.border, {frame.plot.left(), bottom}, {frame.plot.right(), bottom});
    painter.setFont(Theme::font(11));
    for (const Tick& tick : frame.xTicks) {
        const double x = crisp(frame.xPixel(tick.position));
        hairline(painter, palette.border, {x, bottom}, {x, bottom + 4});
        if (!frame.xLabels)
            continue;
        const Interval label = frame.xLabel(tick);
        painter.setPen(palette.muted);
        painter.drawText(QRectF(label.low, bottom + 5, label.span() + 1, 16), Qt::AlignLeft | Qt::AlignVCenter,
                         tick.label);
    }
}

QColor markColour(MarkKind kind, const Palette& palette) {
    if (kind == MarkKind::Setting)
        return mixed(palette.card, palette.accent, 0.5);
    return kind == MarkKind::Best ? mixed(palette.card, palette.good, 0.5) : palette.faint;
}

void paintMarks(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    for (const PlotFrame::MarkLine& mark : frame.marks) {
        const double x = crisp(mark.x);
        const bool tick = mark.kind == MarkKind::Checkpoint;
        const double top = tick ? frame.plot.bottom() - kCheckpointTick : frame.plot.top();
        const auto style = mark.kind == MarkKind::Pause ? Qt::DashLine : Qt::SolidLine;
        hairline(painter, markColour(mark.kind, palette), {x, top}, {x, frame.plot.bottom()}, style);
    }
}

void paintBands(QPainter& painter, const PlotFrame& frame) {
    painter.save();
    painter.setClipRect(frame.plot, Qt::IntersectClip);
    painter.setPen(Qt::NoPen);
    for (const PlotFrame::Band& band : frame.bands) {
        QPolygonF outline;
        for (const QPointF& point : frame.lines[band.low].points)
            outline << frame.pixel(point);
        const std::vector<QPointF>& high = frame.lines[band.high].points;
        for (auto point = high.rbegin(); point != high.rend(); ++point)
            outline << frame.pixel(*point);
        QColor fill = band.colour;
        fill.setAlphaF(0.16F);
        painter.setBrush(fill);
        painter.drawPolygon(outline);
    }
    painter.restore();
}

// Text on a strip of card colour, so that lines behind it do not disturb.
void paintText(QPainter& painter, const QRectF& box, const QString& text, const QColor& colour, const QColor& ground) {
    QColor strip = ground;
    strip.setAlphaF(0.82F);
    painter.fillRect(box.adjusted(-2, 1, 2, -1), strip);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text);
}

void paintMarkLabels(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    painter.setFont(Theme::font(11));
    for (const PlotFrame::MarkLine& mark : frame.marks)
        if (!mark.label.isEmpty())
            paintText(painter, mark.box, mark.label, palette.muted, palette.card);
}

void paintDot(QPainter& painter, const QPointF& at, const QColor& colour, const QColor& ground,
              double dotRadius = kValidationRadius) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(at, dotRadius + kRim, dotRadius + kRim);
    painter.setBrush(colour);
    painter.drawEllipse(at, dotRadius, dotRadius);
}

void paintTriangle(QPainter& painter, const QPointF& tip, double height, const QColor& colour) {
    const double half = std::abs(height) * 0.62;
    QPainterPath path(tip);
    path.lineTo(tip.x() - half, tip.y() + height);
    path.lineTo(tip.x() + half, tip.y() + height);
    path.closeSubpath();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(path);
}

void paintEdgeMarks(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    for (const PlotFrame::EdgeMark& mark : frame.edgeMarks) {
        const double y = mark.top ? frame.plot.top() - 1 : frame.plot.bottom() + 1;
        const double height = mark.top ? 6 : -6;
        paintTriangle(painter, {mark.x, y - (mark.top ? 1 : -1)}, height + (mark.top ? 2 : -2), palette.card);
        paintTriangle(painter, {mark.x, y}, height, mark.colour);
    }
}

void paintNonFinite(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    for (double x : frame.nanMarks) {
        hairline(painter, mixed(palette.card, palette.warning, 0.6), {crisp(x), frame.plot.top()},
                 {crisp(x), frame.plot.bottom()});
        paintTriangle(painter, {x, frame.plot.top() + 8}, -8, palette.warning);
    }
}

void paintTags(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    painter.setFont(tagFont());
    for (const PlotFrame::Tag& tag : frame.tags) {
        if (std::abs(tag.y - tag.end.y()) > 3 && tag.left >= tag.end.x() + 8) {
            painter.setPen(QPen(mixed(palette.card, tag.colour, 0.6), 1));
            painter.drawLine(tag.end, QPointF(tag.left - 3, tag.y));
        }
        paintText(painter, {tag.left, tag.y - 7.5, tag.width + 1, 15}, tag.text, palette.text, palette.card);
    }
    for (const PlotFrame::Tag& tag : frame.tags)
        paintDot(painter, tag.end, tag.colour, palette.card, kTagRadius);
}

void paintEmpty(QPainter& painter, const PlotFrame& frame, const Palette& palette) {
    painter.setFont(Theme::font(12));
    painter.setPen(palette.muted);
    painter.drawText(frame.plot, Qt::AlignCenter, frame.emptyText);
}

// Liang-Barsky in one dimension: the part of a piece between two heights.
bool cutToHeights(QLineF& piece, double top, double bottom) {
    const double rise = piece.dy();
    double from = 0, to = 1;
    if (rise == 0)
        return piece.y1() >= top && piece.y1() <= bottom;
    const double a = (top - piece.y1()) / rise, b = (bottom - piece.y1()) / rise;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
    if (from >= to)
        return false;
    piece = QLineF(piece.pointAt(from), piece.pointAt(to));
    return true;
}

} // namespace

void paintBehindLines(QPainter& painter, const PlotFrame& frame, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintYAxis(painter, frame, theme.palette());
    paintXAxis(painter, frame, theme.palette());
    paintBands(painter, frame);
    paintMarks(painter, frame, theme.palette());
}

void paintAboveLines(QPainter& painter, const PlotFrame& frame, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    const Palette& palette = theme.palette();
    if (!frame.emptyText.isEmpty())
        return paintEmpty(painter, frame, palette);
    paintMarkLabels(painter, frame, palette);
    paintNonFinite(painter, frame, palette);
    for (const PlotFrame::Dot& dot : frame.dots)
        paintDot(painter, dot.at, dot.colour, palette.card);
    paintEdgeMarks(painter, frame, palette);
    paintTags(painter, frame, palette);
}

std::vector<QLineF> piecesInside(const PlotFrame& frame, const PlotFrame::Line& line) {
    std::vector<QLineF> pieces;
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        QLineF piece(frame.pixel(line.points[i - 1]), frame.pixel(line.points[i]));
        if (cutToHeights(piece, frame.plot.top(), frame.plot.bottom()))
            pieces.push_back(piece);
    }
    return pieces;
}

void paintLines(QPainter& painter, const PlotFrame& frame) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    for (const PlotFrame::Line& line : frame.lines) {
        painter.setPen(QPen(line.colour, line.width, line.dash, Qt::RoundCap, Qt::RoundJoin));
        QPainterPath path; // one path of connected pieces: dashes run on, and an SVG stays small
        QPointF last(-1e9, -1e9);
        for (const QLineF& piece : piecesInside(frame, line)) {
            if ((piece.p1() - last).manhattanLength() > 1e-6)
                path.moveTo(piece.p1());
            path.lineTo(last = piece.p2());
        }
        painter.drawPath(path);
    }
}

void paintEndTags(QPainter& painter, const Theme& theme, std::vector<PlotFrame::Tag> tags, const QRectF& room) {
    constexpr int kEndFont = 11;
    constexpr double kEndHeight = 14, kEndGap = 6, kEndBefore = 2;
    spreadTags(tags, room.top(), room.bottom(), kEndHeight);
    painter.setFont(Theme::font(kEndFont));
    for (const PlotFrame::Tag& tag : tags) {
        painter.setPen(QPen(faintColour(theme, tag.colour), 1));
        painter.drawLine(tag.end + QPointF(kEndGap, 0), QPointF(room.left() - kEndBefore, tag.y));
        painter.setPen(theme.palette().text);
        painter.drawText(QRectF(room.left(), tag.y - kEndHeight / 2, room.width(), kEndHeight),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, tag.text);
    }
}

} // namespace belfry
