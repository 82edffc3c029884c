#include "ui/charts/curve_plot.h"

#include "ui/charts/colours.h"
#include "ui/charts/plot_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kFont = 11;
constexpr double kTop = 8, kRight = 8, kGap = 6, kBottom = 18;
constexpr double kLabelHeight = 30, kLabelWidth = 44; // room for one label of an axis
constexpr double kMarkText = 14;                      // height of a mark's name
constexpr double kWhisker = 3;                        // half the width of an error bar's ends

bool finite(const QPointF& point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

} // namespace

CurvePlot::CurvePlot(const Theme& theme, const QString& objectName, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(objectName);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CurvePlot::setPicture(CurvePicture picture) {
    picture_ = std::move(picture);
    update();
}

void CurvePlot::setEmptyText(const QString& text) {
    emptyText_ = text;
    update();
}

QPointF CurvePlot::Frame::at(const QPointF& point) const {
    return {plot.left() + (point.x() - x.low) / x.span() * plot.width(),
            plot.bottom() - (point.y() - y.low) / y.span() * plot.height()};
}

QPointF CurvePlot::onAxes(const QPointF& value) const {
    return {picture_.logX ? std::log10(value.x()) : value.x(), picture_.logY ? std::log10(value.y()) : value.y()};
}

// Of all points and their error bars.
Interval CurvePlot::yRange() const {
    Interval range;
    for (const Curve& curve : picture_.curves) {
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            const double spread = i < curve.spread.size() ? curve.spread[i] : 0;
            for (const double sign : {-1.0, 1.0}) {
                const QPointF point = onAxes(curve.points[i] + QPointF(0, sign * spread));
                if (finite(point))
                    range.include(point.y());
            }
        }
    }
    if (picture_.fromZero && !range.empty())
        range.include(0);
    return range;
}

CurvePlot::Frame CurvePlot::frame() const {
    Frame frame;
    for (const Curve& curve : picture_.curves) {
        for (const QPointF& value : curve.points)
            if (const QPointF point = onAxes(value); finite(point))
                frame.x.include(point.x());
    }
    if (frame.x.empty())
        return frame;
    frame.y = yRange();
    const double floor = frame.y.low;
    frame.y = padded(frame.y, picture_.logY);
    if (picture_.fromZero && floor == 0)
        frame.y.low = 0;
    if (frame.x.span() == 0)
        frame.x = {frame.x.low - 0.5, frame.x.high + 0.5};
    const double head = picture_.marks.empty() ? 0 : kMarkText;
    const QRectF room(0, kTop + head, width(), height() - kTop - head - kBottom);
    frame.yTicks = yTicks(frame.y, picture_.logY, picture_.yFormat, static_cast<int>(room.height() / kLabelHeight) + 1);
    const QFontMetrics metrics(Theme::font(kFont));
    dropCoveredLabels(frame.yTicks, 0, [&](const Tick& tick) {
        const double middle = room.bottom() - (tick.position - frame.y.low) / frame.y.span() * room.height();
        return Interval{middle - metrics.height() / 2.0, middle + metrics.height() / 2.0};
    });
    const int widest = widestOf(metrics, frame.yTicks, &Tick::label);
    frame.plot = room.adjusted(widest + kGap, 0, -kRight - nameWidth(), 0);
    frame.xTicks = yTicks(frame.x, picture_.logX, picture_.xFormat, static_cast<int>(frame.plot.width() / kLabelWidth));
    if (!picture_.xTicks.empty()) {
        frame.xTicks.clear();
        for (const double value : picture_.xTicks)
            frame.xTicks.push_back({onAxes({value, 1}).x(), valueText(value, picture_.xFormat)});
    }
    dropCoveredLabels(frame.xTicks, kGap, [&](const Tick& tick) {
        const QRectF box = xLabelBox(frame, tick);
        return Interval{box.left(), box.right()};
    });
    return frame;
}

QRectF CurvePlot::foot(const Frame& frame) const {
    return {frame.plot.left(), height() - kBottom + 2, width() - frame.plot.left(), kBottom - 2};
}

QRectF CurvePlot::xLabelBox(const Frame& frame, const Tick& tick) const {
    const double x = frame.at({tick.position, frame.y.low}).x();
    const double width = QFontMetricsF(Theme::font(kFont)).horizontalAdvance(tick.label);
    return {std::clamp(x - width / 2, 0.0, this->width() - width), foot(frame).top(), width, foot(frame).height()};
}

std::vector<std::pair<QString, QRectF>> CurvePlot::xLabels() const { return xLabels(frame()); }

std::vector<std::pair<QString, QRectF>> CurvePlot::xLabels(const Frame& frame) const {
    const double title = QFontMetricsF(Theme::font(kFont)).horizontalAdvance(picture_.xTitle);
    std::vector<std::pair<QString, QRectF>> labels;
    for (const Tick& tick : frame.xTicks) {
        const QRectF box = xLabelBox(frame, tick);
        if (!tick.label.isEmpty() && (picture_.xTitle.isEmpty() || box.right() + kGap < width() - title))
            labels.emplace_back(tick.label, box);
    }
    return labels;
}

double CurvePlot::nameWidth() const {
    const QFontMetrics metrics(Theme::font(kFont));
    const int widest = widestOf(metrics, picture_.curves, &Curve::name);
    return widest > 0 ? widest + kGap : 0;
}

QColor CurvePlot::colourOf(const Curve& curve) const {
    return curve.colour < 0 ? theme_.palette().muted : theme_.seriesColour(curve.colour);
}

void CurvePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
}

void CurvePlot::paint(QPainter& painter) const {
    const Frame frame = this->frame();
    if (frame.x.empty()) {
        painter.setFont(Theme::font(12));
        painter.setPen(theme_.palette().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    paintAxes(painter, frame);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool faint : {true, false}) {
        for (const Curve& curve : picture_.curves)
            if (curve.faint == faint)
                paintCurve(painter, frame, curve);
    }
    paintMarks(painter, frame);
    paintNames(painter, frame);
}

void CurvePlot::paintAxes(QPainter& painter, const Frame& frame) const {
    const Palette& colours = theme_.palette();
    painter.setFont(Theme::font(kFont));
    for (const Tick& tick : frame.yTicks) {
        const double y = frame.at({frame.x.low, tick.position}).y();
        painter.setPen(colours.grid);
        painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
        painter.setPen(colours.muted);
        painter.drawText(QRectF(0, y - 8, frame.plot.left() - kGap, 16), Qt::AlignVCenter | Qt::AlignRight, tick.label);
    }
    painter.setPen(colours.muted);
    painter.drawText(foot(frame), Qt::AlignVCenter | Qt::AlignRight, picture_.xTitle);
    for (const auto& [label, box] : xLabels(frame))
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignHCenter | Qt::TextDontClip, label);
}

void CurvePlot::paintCurve(QPainter& painter, const Frame& frame, const Curve& curve) const {
    const QColor colour = colourOf(curve);
    const QPen line = curve.dashed ? QPen(colour, 1.5, Qt::DashLine) : QPen(colour, 2);
    painter.setPen(curve.faint ? QPen(faintColour(theme_, colour), 1) : line);
    QPointF last;
    bool joined = false;
    for (const QPointF& value : curve.points) {
        const QPointF point = onAxes(value);
        if (!finite(point)) {
            joined = false;
            continue;
        }
        const QPointF here = frame.at(point);
        if (joined)
            painter.drawLine(last, here);
        last = here;
        joined = true;
    }
    paintSpread(painter, frame, curve);
    if (!curve.dots)
        return;
    painter.setPen(QPen(theme_.palette().card, 1.5));
    painter.setBrush(colour);
    for (const QPointF& value : curve.points)
        if (const QPointF point = onAxes(value); finite(point))
            painter.drawEllipse(frame.at(point), 4, 4);
    painter.setBrush(Qt::NoBrush);
}

void CurvePlot::paintSpread(QPainter& painter, const Frame& frame, const Curve& curve) const {
    painter.setPen(QPen(colourOf(curve), 1.5));
    for (std::size_t i = 0; i < std::min(curve.points.size(), curve.spread.size()); ++i) {
        const QPointF low = onAxes(curve.points[i] - QPointF(0, curve.spread[i]));
        const QPointF high = onAxes(curve.points[i] + QPointF(0, curve.spread[i]));
        if (!(curve.spread[i] > 0) || !finite(low) || !finite(high))
            continue;
        const QPointF foot = frame.at(low), head = frame.at(high), across(kWhisker, 0);
        painter.drawLine(foot, head);
        painter.drawLine(foot - across, foot + across);
        painter.drawLine(head - across, head + across);
    }
}

// In the text's colour beside the ends of their lines, pushed apart; a dot has the line's colour.
void CurvePlot::paintNames(QPainter& painter, const Frame& frame) const {
    std::vector<PlotFrame::Tag> tags;
    for (const Curve& curve : picture_.curves) {
        if (!curve.name.isEmpty() && !curve.points.empty()) {
            const QPointF end = frame.at(onAxes(curve.points.back()));
            tags.push_back({end, curve.name, colourOf(curve), end.y()});
        }
    }
    paintEndTags(
        painter, theme_, std::move(tags),
        QRectF(QPointF(frame.plot.right() + kGap + 2, frame.plot.top()), QPointF(width(), frame.plot.bottom())));
}

// Names that would cover one another are moved to the other side of their line, then left out.
void CurvePlot::paintMarks(QPainter& painter, const Frame& frame) const {
    const Palette& colours = theme_.palette();
    painter.setFont(Theme::font(kFont));
    std::vector<QRectF> taken;
    for (const CurveMark& mark : picture_.marks) {
        const double x = frame.at(onAxes({mark.x, 1})).x();
        if (!std::isfinite(x) || x < frame.plot.left() - 1 || x > frame.plot.right() + 1)
            continue;
        painter.setPen(QPen(mark.warning ? colours.warning : colours.accent, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, frame.plot.top() - 2), QPointF(x, frame.plot.bottom()));
        const double textWidth = painter.fontMetrics().horizontalAdvance(mark.text);
        painter.setPen(mark.warning ? colours.warning : colours.text);
        for (const double left : {x - textWidth / 2, x - textWidth - 4, x + 4}) {
            const QRectF box(std::clamp(left, 0.0, std::max(0.0, width() - textWidth)), 2, textWidth, kMarkText);
            const bool free =
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); });
            if (free) {
                painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, mark.text);
                taken.push_back(box.adjusted(-kGap, 0, kGap, 0));
                break;
            }
        }
    }
}

} // namespace belfry
