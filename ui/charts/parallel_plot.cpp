#include "ui/charts/parallel_plot.h"

#include "ui/charts/colours.h"
#include "ui/foundation/number_text.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

namespace belfry {
namespace {

constexpr int kTitleFont = 12, kFont = 11;
constexpr double kTitle = 16, kGap = 6, kFoot = 8, kLine = 14, kBrush = 12;
constexpr double kAxisWidth = 96; // of a comfortable plot, by axis

} // namespace

ParallelPlot::ParallelPlot(const Theme& theme, QWidget* parent)
    : ItemChart(theme, "parallelPlot", "Parallel coordinates", parent) {
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, &ParallelPlot::outdated);
}

void ParallelPlot::setPicture(ParallelPicture picture, bool another) {
    if (another) {
        brushes_.clear();
        drag_.reset();
        cursor_.reset();
    }
    picture_ = std::move(picture);
    brushes_.resize(picture_.axes.size());
    hovered_ = 0;
    updateGeometry();
    brushed();
}

QSize ParallelPlot::sizeHint() const {
    return {std::max(420, static_cast<int>(kAxisWidth * static_cast<double>(picture_.axes.size()))), 260};
}

void ParallelPlot::setBrush(std::size_t axis, const std::optional<Brush>& brush) {
    const auto to = brush ? std::optional(snapped(picture_.axes.at(axis), brush->low, brush->high)) : std::nullopt;
    if (brushes_[axis] != to) {
        brushes_[axis] = to;
        brushed();
    }
}

void ParallelPlot::clearBrushes() {
    if (std::ranges::any_of(brushes_, [](const auto& brush) { return brush.has_value(); })) {
        brushes_.assign(picture_.axes.size(), std::nullopt);
        brushed();
    }
}

void ParallelPlot::brushed() {
    inside_ = insideOf(picture_, brushes_);
    describe();
    outdated();
    Q_EMIT brushesChanged();
}

void ParallelPlot::outdated() {
    lines_ = {};
    frame_.size = {};
    update();
}

std::vector<int> ParallelPlot::itemsInside() const {
    std::vector<int> items;
    for (std::size_t i = 0; i < picture_.lines.size(); ++i)
        if (inside_[i])
            items.push_back(picture_.lines[i].item);
    return items;
}

void ParallelPlot::describe() {
    setToolTip(tr("Drag along an axis to select a range; click the axis to clear it. Keys: Left and Right switch axes, "
                  "Shift+Up and Shift+Down move the range, Ctrl+Up and Ctrl+Down widen it, Delete clears it."));
    if (picture_.lines.empty()) {
        setAccessibleDescription(emptyText());
        return;
    }
    QString text = insideText(static_cast<int>(std::ranges::count(inside_, true)), static_cast<int>(inside_.size()));
    if (const QString cursor = cursorText(); !cursor.isEmpty())
        text += QStringLiteral("; ") + cursor;
    if (const QString line = chosen() != 0 ? lineText(chosen()) : QString(); !line.isEmpty())
        text += QStringLiteral("; ") + line;
    setAccessibleDescription(text);
}

const ParallelPlot::Frame& ParallelPlot::frame() const {
    if (frame_.size != size())
        frame_ = layOut();
    return frame_;
}

ParallelPlot::Frame ParallelPlot::layOut() const {
    Frame frame{.size = size(), .plot = {}};
    const QFontMetricsF labels(Theme::font(kFont)), titles(Theme::font(kTitleFont));
    const double right = labels.horizontalAdvance(percentText(1, 2)) + 2 * kGap; // the last axis' labels
    const double gaps = static_cast<double>(std::max<std::size_t>(2, picture_.axes.size()) - 1);
    frame.pitch = std::max(1.0, (width() - 2 * kGap - right) / gaps);
    for (const ParallelAxis& axis : picture_.axes)
        frame.twoLines = frame.twoLines || titles.horizontalAdvance(axis.title) + kGap > frame.pitch;
    const double top = kTitle * (frame.twoLines ? 2 : 1) + kGap;
    frame.plot = QRectF(2 * kGap, top, frame.pitch * gaps, std::max(1.0, height() - top - kFoot));
    return frame;
}

double ParallelPlot::axisX(std::size_t axis) const {
    return frame().plot.left() + frame().pitch * static_cast<double>(axis);
}

double ParallelPlot::yOf(std::size_t axis, double value) const {
    const QRectF& place = frame().plot;
    return place.bottom() - picture_.axes[axis].share(value) * place.height();
}

std::vector<QPolygonF> ParallelPlot::stretchesOf(const ParallelLine& line) const {
    std::vector<QPolygonF> stretches(1);
    for (std::size_t axis = 0; axis < line.values.size(); ++axis)
        if (!std::isnan(line.values[axis]))
            stretches.back() << QPointF(axisX(axis), yOf(axis, line.values[axis]));
        else if (!stretches.back().isEmpty())
            stretches.emplace_back();
    return stretches;
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const double scale = devicePixelRatioF();
    if (picture_.lines.empty()) {
        paint(painter);
        return;
    }
    if (lines_.isNull() || lines_.size() != size() * scale) {
        lines_ = QPixmap(size() * scale);
        lines_.setDevicePixelRatio(scale);
        lines_.fill(Qt::transparent);
        QPainter below(&lines_);
        paintLines(below);
    }
    painter.drawPixmap(0, 0, lines_);
    paintAbove(painter);
}

void ParallelPlot::paint(QPainter& painter) const {
    if (picture_.lines.empty()) {
        paintSentence(painter, rect().adjusted(8, 8, -8, -8), emptyText());
        return;
    }
    paintLines(painter);
    paintAbove(painter);
}

void ParallelPlot::paintAbove(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintLifted(painter, chosen(), 3);
    paintLifted(painter, hovered_, 2);
    paintBrushes(painter);
    paintTitles(painter);
    for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis)
        paintLabels(painter, axis);
    paintTag(painter);
}

// All of a look in one call, the highest last; lines outside the brushes are behind all of them.
void ParallelPlot::paintLines(QPainter& painter) const {
    constexpr int kOutside = -1;
    std::map<int, std::vector<QLineF>> pieces;
    for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
        std::vector<QLineF>& of = pieces[inside_[i] ? picture_.lines[i].look : kOutside];
        for (const QPolygonF& points : stretchesOf(picture_.lines[i]))
            for (qsizetype k = 1; k < points.size(); ++k)
                of.emplace_back(points[k - 1], points[k]);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [look, lines] : pieces) {
        painter.setPen(look == kOutside ? QPen(mixed(colours().card, colours().muted, 0.16), 1) : penOf(look));
        painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    }
}

void ParallelPlot::paintAxes(QPainter& painter) const {
    const QRectF& place = frame().plot;
    for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis) {
        const double x = std::round(axisX(axis)) + 0.5;
        const bool here = cursor_ == axis && hasFocus();
        painter.setPen(here ? QPen(colours().accent, 3) : QPen(colours().faint, 1));
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
    }
}

void ParallelPlot::paintLifted(QPainter& painter, int item, double width) const {
    const auto line = std::ranges::find(picture_.lines, item, &ParallelLine::item);
    if (item == 0 || line == picture_.lines.end())
        return;
    const QColor colour = liftedColour(line->look);
    for (const QPolygonF& points : stretchesOf(*line)) {
        for (const bool rim : {true, false}) {
            painter.setPen(QPen(rim ? colours().card : colour, rim ? width + 2 : width));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolyline(points);
        }
        painter.setPen(QPen(colours().card, 1.5));
        painter.setBrush(colour);
        for (const QPointF& point : points)
            painter.drawEllipse(point, width + 1, width + 1);
    }
}

// Above the mouse, as far as there is room.
void ParallelPlot::paintTag(QPainter& painter) const {
    const auto line = std::ranges::find(picture_.lines, hovered_, &ParallelLine::item);
    const QString name = line == picture_.lines.end() ? QString() : tagOf(hovered_);
    if (name.isEmpty())
        return;
    painter.setFont(Theme::font(kTitleFont));
    const QFontMetricsF metrics(painter.font());
    const QString shown = metrics.elidedText(name, Qt::ElideMiddle, width() / 2.0);
    QRectF box(0, 0, metrics.horizontalAdvance(shown) + 2 * kGap, metrics.height() + kGap);
    box.moveCenter(hoveredAt_ - QPointF(0, box.height()));
    box.moveLeft(std::clamp(box.left(), 1.0, std::max(1.0, width() - box.width() - 1)));
    box.moveTop(std::max(1.0, box.top()));
    painter.setPen(QPen(liftedColour(line->look), 1.5));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(colours().text);
    painter.drawText(box, Qt::AlignCenter, shown);
}

void ParallelPlot::paintBrushes(QPainter& painter) const {
    QColor filling = colours().accent;
    filling.setAlphaF(0.22F);
    painter.setPen(QPen(colours().accent, 1.5));
    painter.setBrush(filling);
    for (std::size_t axis = 0; axis < brushes_.size(); ++axis) {
        if (brushes_[axis]) {
            const double top = yOf(axis, brushes_[axis]->high), bottom = yOf(axis, brushes_[axis]->low);
            painter.drawRoundedRect(QRectF(axisX(axis) - kBrush / 2, top, kBrush, std::max(2.0, bottom - top)), 3, 3);
        }
    }
}

// Paints titles over their axes, alternating between two lines if one is too short.
void ParallelPlot::paintTitles(QPainter& painter) const {
    painter.setFont(Theme::font(kTitleFont));
    painter.setPen(colours().text);
    const QFontMetricsF metrics(painter.font());
    const Frame& frame = this->frame();
    const double room = std::max(1.0, frame.pitch * (frame.twoLines ? 2 : 1) - kGap);
    for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis) {
        const QString title = metrics.elidedText(picture_.axes[axis].title, Qt::ElideRight, room);
        const double wide = metrics.horizontalAdvance(title) + 1;
        const double left = std::clamp(axisX(axis) - wide / 2, 0.0, std::max(0.0, width() - wide));
        painter.drawText(QRectF(left, frame.twoLines && axis % 2 == 1 ? kTitle : 0, wide, kTitle),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, title);
    }
}

// Right of the axis, on an opaque background: lines pass below.
void ParallelPlot::paintLabels(QPainter& painter, std::size_t axis) const {
    const ParallelAxis& of = picture_.axes[axis];
    const QRectF& place = frame().plot;
    painter.setFont(Theme::font(kFont));
    const QFontMetricsF metrics(painter.font());
    QColor ground = colours().card;
    ground.setAlphaF(0.82F);
    const auto label = [&](double value, const QString& text) {
        const double x = axisX(axis) + kGap + 2, y = yOf(axis, value);
        const double room = axis + 1 == picture_.axes.size() ? width() - x : frame().pitch - kGap - 5;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, room);
        const QRectF box(x, y - kLine / 2, metrics.horizontalAdvance(shown), kLine);
        painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
        painter.setPen(colours().muted);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, shown);
    };
    if (of.isScale()) {
        for (const Tick& tick : yTicks(of.range, of.log, of.format, static_cast<int>(place.height() / 30) + 1))
            label(tick.position, tick.label);
        return;
    }
    if (of.hasNone())
        label(-0.5, dashText());
    const int every = std::max(1, static_cast<int>(std::ceil(kLine * of.range.span() / place.height())));
    for (int category = 0; category < of.categories.size(); category += every)
        label(category + 0.5, of.categories[category]);
}

} // namespace belfry
