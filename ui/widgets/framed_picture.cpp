#include "ui/widgets/framed_picture.h"

#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kShown = 1536;    // pixels: a third of them is enough for a network
constexpr double kFilled = 0.8; // of the square's side

int longest(const QSize& size) { return std::max(size.width(), size.height()); }

} // namespace

FramedPicture::FramedPicture(const QImage& picture, const CropFrame& frame)
    : whole_(picture), small_(picture), frame_(frame) {
    if (longest(picture.size()) > kShown)
        small_ = picture.scaled(kShown, kShown, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

QRectF FramedPicture::inSmall() const {
    if (frame_.isNull())
        return small_.rect();
    const double x = double(small_.width()) / whole_.width(), y = double(small_.height()) / whole_.height();
    const QRect& part = frame_.rect();
    return {part.x() * x, part.y() * y, part.width() * x, part.height() * y};
}

QImage FramedPicture::part() const {
    if (frame_.isNull() || frame_.isWhole())
        return whole_;
    const QRect reduced = inSmall().toRect() & small_.rect();
    return reduced.isEmpty() || longest(reduced.size()) < kEnough ? whole_.copy(frame_.rect()) : small_.copy(reduced);
}

QRectF FramedPicture::placeIn(const QRectF& square, const QSize& size) const {
    QRectF place(QPointF(), QSizeF(size).scaled(square.size() * kFilled, Qt::KeepAspectRatio));
    place.moveCenter(square.center());
    return place;
}

void FramedPicture::paint(QPainter& painter, const QRectF& square, bool framed) const {
    constexpr int kCrisp = 64; // pixels of a side: smaller pictures show theirs
    const bool whole = framed || frame_.isNull();
    const QRectF place = placeIn(square, whole ? size() : frame_.rect().size());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, whole_.width() > kCrisp);
    painter.drawImage(place, small_, whole ? QRectF(small_.rect()) : inSmall());
    if (framed && !frame_.isNull())
        paintCropFrame(painter, frame_, place);
}

QPointF FramedPicture::pixelAt(const QPointF& position, const QRectF& square) const {
    const QRectF place = placeIn(square, size());
    return {(position.x() - place.x()) * whole_.width() / place.width(),
            (position.y() - place.y()) * whole_.height() / place.height()};
}

double FramedPicture::pixelsIn(double distance, const QRectF& square) const {
    return distance * whole_.width() / placeIn(square, size()).width();
}

} // namespace belfry
