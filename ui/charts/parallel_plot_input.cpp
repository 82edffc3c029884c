// Mouse and keyboard of the parallel coordinates.
#include "ui/charts/parallel_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kAxisReach = 7, kReach = 7, kDrag = 4; // pixels
constexpr double kSteps = 10;                           // of a scale, with the keyboard

} // namespace

std::optional<std::size_t> ParallelPlot::axisAt(const QPointF& position) const {
    if (picture_.lines.empty() ||
        !frame().plot.adjusted(-kAxisReach, -kAxisReach, kAxisReach, kAxisReach).contains(position))
        return std::nullopt;
    const double nearest = std::round((position.x() - axisX(0)) / frame().pitch);
    const auto axis = static_cast<std::size_t>(std::clamp(nearest, 0.0, static_cast<double>(picture_.axes.size() - 1)));
    return std::abs(axisX(axis) - position.x()) <= kAxisReach ? std::optional(axis) : std::nullopt;
}

double ParallelPlot::valueAt(std::size_t axis, double y) const {
    const QRectF& place = frame().plot;
    return picture_.axes[axis].valueAt(std::clamp((place.bottom() - y) / place.height(), 0.0, 1.0));
}

// The item with the nearest line between the two axes there; the better one of equals.
int ParallelPlot::itemAt(const QPointF& position) const {
    if (picture_.axes.size() < 2 || picture_.lines.empty())
        return 0;
    const QRectF& place = frame().plot;
    const double last = static_cast<double>(picture_.axes.size() - 2);
    const double along = std::clamp((position.x() - place.left()) / frame().pitch, 0.0, last + 1);
    const auto gap = static_cast<std::size_t>(std::min(std::floor(along), last));
    const double part = along - static_cast<double>(gap);
    const double pitch = frame().pitch;
    double shortest = kReach;
    int nearest = 0;
    for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
        const std::vector<double>& values = picture_.lines[i].values;
        const double from = yOf(gap, values[gap]), to = yOf(gap + 1, values[gap + 1]);
        const double slant = pitch / std::hypot(pitch, to - from);
        const double distance = std::abs(from + part * (to - from) - position.y()) * slant;
        if (inside_[i] && distance <= shortest) {
            shortest = distance;
            nearest = picture_.lines[i].item;
        }
    }
    return nearest;
}

void ParallelPlot::hover(int item, const QPointF& position) {
    if (item != hovered_ || item != 0) {
        hovered_ = item;
        hoveredAt_ = position;
        update();
    }
}

std::optional<QString> ParallelPlot::tipAt(const QPoint& position) const {
    const int item = itemAt(position);
    return item != 0 ? tipOf(item) : toolTip();
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        ItemChart::mousePressEvent(event);
        return;
    }
    if (const std::optional<std::size_t> axis = axisAt(event->position()))
        drag_ = Drag{*axis, event->position()};
    else if (const int item = itemAt(event->position()); item != 0)
        choose(item);
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_) {
        const bool onAxis = axisAt(event->position()).has_value();
        hover(onAxis || event->buttons() != Qt::NoButton ? 0 : itemAt(event->position()), event->position());
        setCursor(onAxis ? Qt::SizeVerCursor : hovered_ != 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    drag_->moved = drag_->moved || std::abs(event->position().y() - drag_->from.y()) >= kDrag;
    if (drag_->moved) {
        const std::size_t axis = drag_->axis;
        setBrush(axis, Brush{valueAt(axis, drag_->from.y()), valueAt(axis, event->position().y())});
    }
}

// Without a drag it was a click: on a brushed axis it clears, else it is meant for a line.
void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    const std::optional<Drag> drag = std::exchange(drag_, std::nullopt);
    if (event->button() != Qt::LeftButton || !drag || drag->moved)
        return;
    if (brushes_[drag->axis])
        setBrush(drag->axis, std::nullopt);
    else if (const int item = itemAt(event->position()); item != 0)
        choose(item);
}

void ParallelPlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const std::optional<std::size_t> axis = axisAt(event->position()))
        setBrush(*axis, std::nullopt);
}

void ParallelPlot::leaveEvent(QEvent* event) {
    hover(0, {});
    ItemChart::leaveEvent(event);
}

void ParallelPlot::moveCursor(int key) {
    const std::size_t last = picture_.axes.size() - 1;
    const std::size_t from = cursor_.value_or(0);
    cursor_ = !cursor_ ? 0 : key == Qt::Key_Right ? std::min(from + 1, last) : from - std::min<std::size_t>(from, 1);
    showChange();
}

// Moves by a category, or a tenth of a scale. Without a brush, Up begins at the bottom and Down at the
// top.
void ParallelPlot::brushByKeys(int key, bool widen) {
    if (!cursor_)
        cursor_ = 0;
    const ParallelAxis& axis = picture_.axes[*cursor_];
    const double step = axis.isScale() ? axis.range.span() / kSteps : 1, by = key == Qt::Key_Up ? step : -step;
    Brush brush =
        by > 0 ? Brush{axis.range.low, axis.range.low + step} : Brush{axis.range.high - step, axis.range.high};
    if (const std::optional<Brush>& before = brushes_[*cursor_]) {
        const double room = std::clamp(by, axis.range.low - before->low, axis.range.high - before->high);
        brush = !widen ? Brush{before->low + room, before->high + room}
                       : Brush{std::max(axis.range.low, before->low + std::min(by, 0.0)),
                               std::min(axis.range.high, before->high + std::max(by, 0.0))};
    }
    setBrush(*cursor_, brush);
}

// The next better or worse one; the best where none is chosen.
void ParallelPlot::chooseNext(int key) {
    const std::vector<int> items = itemsInside();
    const auto at = std::ranges::find(items, chosen());
    if (items.empty())
        return;
    if (at == items.end())
        choose(items.back());
    else if (key == Qt::Key_Up && at + 1 != items.end())
        choose(*(at + 1));
    else if (key == Qt::Key_Down && at != items.begin())
        choose(*(at - 1));
}

QString ParallelPlot::cursorText() const {
    if (!cursor_ || *cursor_ >= picture_.axes.size())
        return {};
    const ParallelAxis& axis = picture_.axes[*cursor_];
    const std::optional<Brush>& brush = brushes_[*cursor_];
    if (!brush)
        return tr("%1: all").arg(axis.title);
    const QString low = axis.textOf(brush->low), high = axis.textOf(axis.isScale() ? brush->high : brush->high - 1);
    return low == high ? tr("%1: only %2").arg(axis.title, low) : tr("%1: from %2 to %3").arg(axis.title, low, high);
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool upDown = key == Qt::Key_Up || key == Qt::Key_Down;
    const bool brushed = std::ranges::any_of(brushes_, [](const auto& brush) { return brush.has_value(); });
    if (picture_.lines.empty())
        ItemChart::keyPressEvent(event);
    else if (key == Qt::Key_Escape && brushed)
        clearBrushes();
    else if (key == Qt::Key_Left || key == Qt::Key_Right)
        moveCursor(key);
    else if (upDown && event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier))
        brushByKeys(key, event->modifiers().testFlag(Qt::ControlModifier));
    else if (upDown)
        chooseNext(key);
    else if ((key == Qt::Key_Delete || key == Qt::Key_Backspace) && cursor_ && brushes_[*cursor_])
        setBrush(*cursor_, std::nullopt);
    else
        ItemChart::keyPressEvent(event);
}

} // namespace belfry
