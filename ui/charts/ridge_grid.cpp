#include "ui/charts/ridge_grid.h"

#include "ui/charts/ticks.h"
#include "ui/foundation/number_text.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kTileWidth = 190, kTileHeight = 132, kTileGap = 10;
constexpr double kTileHead = 20, kTileFoot = 16, kInside = 8, kSign = 12;

void paintSign(QPainter& painter, const QRectF& box, const Palette& palette) {
    QPainterPath path(QPointF(box.center().x(), box.top()));
    path.lineTo(box.right(), box.bottom());
    path.lineTo(box.left(), box.bottom());
    path.closeSubpath();
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.warning);
    painter.drawPath(path);
    painter.setFont(Theme::font(9, QFont::Bold));
    painter.setPen(palette.card);
    painter.drawText(box.adjusted(0, 2, 0, 0), Qt::AlignCenter | Qt::TextDontClip, QStringLiteral("!"));
}

} // namespace

RidgeGrid::RidgeGrid(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("ridgeGrid"), parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("Ridge plots of all layers"));
}

void RidgeGrid::setTiles(std::vector<RidgeTile> tiles) {
    const bool another = tiles.size() != tiles_.size();
    tiles_ = std::move(tiles);
    chosen_ = std::clamp(chosen_, 0, std::max(0, static_cast<int>(tiles_.size()) - 1));
    hovered_ = another ? -1 : hovered_;
    updateGeometry();
    showChange();
}

int RidgeGrid::columnsIn(int width) const { return std::max(1, (width + kTileGap) / (kTileWidth + kTileGap)); }

int RidgeGrid::heightForWidth(int width) const {
    const int columns = columnsIn(width), rows = (static_cast<int>(tiles_.size()) + columns - 1) / columns;
    return std::max(1, rows * (kTileHeight + kTileGap) - kTileGap);
}

QRect RidgeGrid::tileRect(int tile) const {
    const int columns = columnsIn(width());
    const int wide = (width() - (columns - 1) * kTileGap) / columns;
    return {tile % columns * (wide + kTileGap), tile / columns * (kTileHeight + kTileGap), wide, kTileHeight};
}

int RidgeGrid::tileAt(const QPoint& position) const {
    for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile)
        if (tileRect(tile).contains(position))
            return tile;
    return -1;
}

QString RidgeGrid::textOf(int tile) const {
    const RidgeTile& of = tiles_[static_cast<std::size_t>(tile)];
    if (!of.fault.isEmpty())
        return of.fault;
    if (of.picture.ridges.empty())
        return of.title;
    const Distribution& newest = of.picture.ridges.back().numbers;
    const QString text =
        tr("%1: from %2 to %3")
            .arg(of.title, valueText(newest.min, YFormat::Number), valueText(newest.max, YFormat::Number));
    return newest.zeros == 0 ? text : tr("%1; %2 are exactly 0").arg(text, percentText(newest.sparsity()));
}

void RidgeGrid::describe() {
    setAccessibleDescription(
        tiles_.empty()
            ? tr("No histograms")
            : tr("%1 of %2: %3").arg(countText(chosen_ + 1), countText(std::ssize(tiles_)), textOf(chosen_)));
}

std::optional<QString> RidgeGrid::tipAt(const QPoint& position) const {
    const int tile = tileAt(position);
    return tile < 0 ? QString() : textOf(tile);
}

void RidgeGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
}

void RidgeGrid::paint(QPainter& painter) const {
    for (int tile = 0; tile < static_cast<int>(tiles_.size()); ++tile)
        paintTile(painter, tile);
}

void RidgeGrid::paintTile(QPainter& painter, int tile) const {
    const RidgeTile& of = tiles_[static_cast<std::size_t>(tile)];
    const QRectF whole = QRectF(tileRect(tile)).adjusted(1, 1, -1, -1);
    const bool ring = tile == chosen_ && showsRing();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ring ? colours().accent : tile == hovered_ ? colours().muted : colours().border, ring ? 2 : 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(whole, 6, 6);
    const QRectF inside = whole.adjusted(kInside, 2, -kInside, -2);
    double left = inside.left();
    if (!of.fault.isEmpty()) {
        paintSign(painter, {left, inside.top() + 4, kSign, kSign}, colours());
        left += kSign + 5;
    }
    painter.setFont(Theme::font(12));
    painter.setPen(of.fault.isEmpty() ? colours().text : colours().warning);
    const QFontMetricsF title(painter.font());
    painter.drawText(QRectF(left, inside.top(), inside.right() - left, kTileHead), Qt::AlignVCenter | Qt::AlignLeft,
                     title.elidedText(of.title, Qt::ElideMiddle, inside.right() - left));
    if (of.picture.empty())
        return;
    const RidgePlaces places(of.picture, inside.adjusted(0, kTileHead, 0, -kTileFoot));
    paintRidges(painter, of.picture, places, theme());
    painter.setFont(Theme::font(10));
    painter.setPen(colours().muted);
    const QRectF foot(inside.left(), inside.bottom() - kTileFoot, inside.width(), kTileFoot);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, valueText(of.picture.range.low, YFormat::Number));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, valueText(of.picture.range.high, YFormat::Number));
}

void RidgeGrid::hover(int tile) {
    if (tile != hovered_) {
        hovered_ = tile;
        setCursor(tile < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
        update();
    }
}

void RidgeGrid::mouseMoveEvent(QMouseEvent* event) { hover(tileAt(event->position().toPoint())); }

void RidgeGrid::leaveEvent(QEvent* event) {
    hover(-1);
    KeyedWidget::leaveEvent(event);
}

void RidgeGrid::mouseReleaseEvent(QMouseEvent* event) {
    const int tile = tileAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || tile < 0)
        return KeyedWidget::mouseReleaseEvent(event);
    choose(tile);
    Q_EMIT opened(tile);
}

void RidgeGrid::focusInEvent(QFocusEvent* event) {
    KeyedWidget::focusInEvent(event);
    if (!tiles_.empty() && showsRing())
        Q_EMIT sought(tileRect(chosen_));
}

void RidgeGrid::choose(int tile) {
    chosen_ = tile;
    showChange();
    Q_EMIT sought(tileRect(tile));
}

void RidgeGrid::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(tiles_.size()) - 1, columns = columnsIn(width()), key = event->key();
    const int by = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : key == Qt::Key_Up ? -columns : columns;
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    setRing(true);
    if (last < 0)
        KeyedWidget::keyPressEvent(event);
    else if (arrow && chosen_ + by >= 0 && chosen_ + by <= last)
        choose(chosen_ + by);
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        choose(key == Qt::Key_Home ? 0 : last);
    else if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)
        Q_EMIT opened(chosen_);
    else if (!arrow)
        KeyedWidget::keyPressEvent(event);
    else
        update();
}

} // namespace belfry
