#include "ui/pages/evaluate/image_grid.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kWord = 15, kGap = 4;
constexpr int kMinPicture = 48; // "7 (100 %)" fits below it
constexpr int kInARow = 8;      // larger pictures, before there are more of them

// Two and three times 28 pixels, or less.
int pictureSide(int width) {
    for (const int side : {84, 56})
        if (width + kGap >= kInARow * (side + kGap))
            return side;
    return kMinPicture;
}
int cellWidth(int width) { return pictureSide(width) + kGap; }
int cellHeight(int width) { return pictureSide(width) + kWord + kGap; }

} // namespace

ImageGrid::ImageGrid(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("imageGrid"), parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(QStringLiteral("Images"));
}

void ImageGrid::setItems(std::vector<Item> items) {
    items_ = std::move(items);
    current_ = -1;
    setAccessibleDescription({});
    updateGeometry();
    update();
}

int ImageGrid::columns(int width) const { return std::max(1, (width + kGap) / cellWidth(width)); }

int ImageGrid::heightForWidth(int width) const {
    const int rows = (count() + columns(width) - 1) / columns(width);
    return std::max(1, rows) * cellHeight(width);
}

QSize ImageGrid::sizeHint() const {
    const int width = 6 * (kMinPicture + kGap);
    return {width, heightForWidth(width)};
}

QSize ImageGrid::minimumSizeHint() const { return {kMinPicture + kGap, kMinPicture + kWord + kGap}; }

QRect ImageGrid::place(int index) const {
    const int across = columns(width());
    const int side = pictureSide(width());
    return {index % across * cellWidth(width()), index / across * cellHeight(width()), side, side + kWord};
}

int ImageGrid::indexAt(const QPoint& position) const {
    for (int index = 0; index < count(); ++index)
        if (place(index).contains(position))
            return index;
    return -1;
}

void ImageGrid::setCurrent(int index) {
    if (index == current_ || index < 0 || index >= count())
        return;
    current_ = index;
    setAccessibleDescription(items_[static_cast<std::size_t>(index)].tip);
    update();
    Q_EMIT chosen(index);
}

std::optional<QString> ImageGrid::tipAt(const QPoint& position) const {
    const int index = indexAt(position);
    return index >= 0 ? items_[static_cast<std::size_t>(index)].tip : QString();
}

void ImageGrid::mousePressEvent(QMouseEvent* event) { setCurrent(indexAt(event->pos())); }

void ImageGrid::keyPressEvent(QKeyEvent* event) {
    const int across = columns(width());
    int to = current_;
    switch (event->key()) {
    case Qt::Key_Left:
        --to;
        break;
    case Qt::Key_Right:
        ++to;
        break;
    case Qt::Key_Up:
        to -= across;
        break;
    case Qt::Key_Down:
        to += across;
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = count() - 1;
        break;
    default:
        KeyedWidget::keyPressEvent(event);
        return;
    }
    setRing(true);
    setCurrent(current_ < 0 ? 0 : to);
}

void ImageGrid::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform); // 48 pixels are no multiple of 28
    painter.setFont(Theme::font(11));
    for (int index = 0; index < count(); ++index) {
        const QRect room = place(index);
        if (!room.adjusted(-2, -2, 2, 2).intersects(event->rect()))
            continue;
        const Item& item = items_[static_cast<std::size_t>(index)];
        const QRect picture(room.topLeft(), QSize(room.width(), room.width()));
        QRect inside(QPoint(), item.picture.size().scaled(picture.size(), Qt::KeepAspectRatio));
        inside.moveCenter(picture.center());
        painter.drawImage(inside, item.picture);
        painter.setPen(item.wrong ? colours().warning : colours().muted);
        const QFontMetrics metrics = painter.fontMetrics();
        const int words = room.width() + kGap;
        const bool fits = item.brief.isEmpty() || metrics.horizontalAdvance(item.word) <= words;
        painter.drawText(QRect(room.left() - kGap / 2, picture.bottom() + 1, words, kWord), Qt::AlignCenter,
                         metrics.elidedText(fits ? item.word : item.brief, Qt::ElideRight, words));
        if (index == current_) {
            painter.setPen(QPen(colours().accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(picture.adjusted(1, 1, -1, -1));
        }
    }
    if (showsRing()) {
        painter.setPen(QPen(colours().accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace belfry
