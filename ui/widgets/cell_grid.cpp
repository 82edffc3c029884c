#include "ui/widgets/cell_grid.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace belfry {

CellGrid::CellGrid(const Theme& theme, const QString& objectName, QWidget* parent)
    : KeyedWidget(theme, objectName, parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMouseTracking(true);
}

void CellGrid::setCount(int count) {
    const int before = pointed();
    count_ = count;
    current_ = count == 0 ? -1 : std::clamp(current_, 0, count - 1);
    hovered_ = hovered_ < count ? hovered_ : -1;
    updateGeometry();
    showChange();
    if (pointed() != before)
        Q_EMIT pointedAt(pointed());
}

int CellGrid::columns(int width) const { return std::max(1, (width + kGap) / (cellSize(width).width() + kGap)); }

int CellGrid::heightForWidth(int width) const {
    const int rows = (count() + columns(width) - 1) / columns(width);
    return std::max(1, rows) * (cellSize(width).height() + kGap) - kGap;
}

QSize CellGrid::sizeHint() const {
    constexpr int kUsualWidth = 360;
    return {kUsualWidth, heightForWidth(kUsualWidth)};
}

QSize CellGrid::minimumSizeHint() const { return cellSize(width()); }

QRect CellGrid::cell(int index) const {
    const QSize size = cellSize(width());
    const int across = columns(width());
    return {index % across * (size.width() + kGap), index / across * (size.height() + kGap), size.width(),
            size.height()};
}

int CellGrid::indexAt(const QPoint& position) const {
    const QSize size = cellSize(width());
    const int column = position.x() / (size.width() + kGap), row = position.y() / (size.height() + kGap);
    const int index = row * columns(width()) + column;
    const bool inside = position.x() >= 0 && position.y() >= 0 && column < columns(width()) && index < count();
    return inside && cell(index).contains(position) ? index : -1;
}

void CellGrid::setCurrent(int index) {
    if (index < 0 || index >= count() || index == current_)
        return;
    const int before = pointed();
    current_ = index;
    showChange();
    if (pointed() != before)
        Q_EMIT pointedAt(pointed());
}

void CellGrid::hover(int index) {
    if (index == hovered_)
        return;
    const int before = pointed();
    hovered_ = index;
    update();
    if (pointed() != before)
        Q_EMIT pointedAt(pointed());
}

std::optional<QString> CellGrid::tipAt(const QPoint& position) const {
    const int index = indexAt(position);
    return index >= 0 ? textOf(index) : QString();
}

void CellGrid::describe() { setAccessibleDescription(current_ >= 0 ? textOf(current_) : QString()); }

void CellGrid::mousePressEvent(QMouseEvent* event) { setCurrent(indexAt(event->pos())); }

void CellGrid::mouseMoveEvent(QMouseEvent* event) { hover(indexAt(event->pos())); }

void CellGrid::leaveEvent(QEvent* event) {
    KeyedWidget::leaveEvent(event);
    hover(-1);
}

int CellGrid::nextOf(int key) const {
    const int across = columns(width()), last = count() - 1;
    const auto moved = [&](int by) {
        const int to = current_ + by;
        return to < 0 || to > last ? current_ : to;
    };
    switch (key) {
    case Qt::Key_Left:
        return moved(-1);
    case Qt::Key_Right:
        return moved(1);
    case Qt::Key_Up:
        return moved(-across);
    case Qt::Key_Down:
        return moved(across);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return last;
    default:
        return -1;
    }
}

void CellGrid::keyPressEvent(QKeyEvent* event) {
    const int next = count() > 0 ? nextOf(event->key()) : -1;
    if (next < 0) {
        KeyedWidget::keyPressEvent(event);
        return;
    }
    setRing(true);
    hover(-1); // the pointer may rest on another one
    setCurrent(next);
    Q_EMIT sought(current_);
}

void CellGrid::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    for (int index = 0; index < count(); ++index) {
        const QRect place = cell(index);
        if (!place.adjusted(-2, -2, 2, 2).intersects(event->rect()))
            continue;
        painter.save();
        paintCell(painter, place, index);
        painter.restore();
        if (index == current_ || index == hovered_) {
            painter.setPen(QPen(index == current_ ? colours().accent : colours().faint, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.adjusted(1, 1, -1, -1));
        }
    }
    if (showsRing()) {
        painter.setPen(QPen(colours().accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace belfry
