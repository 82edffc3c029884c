#include "ui/charts/plane_view.h"

#include <QRectF>
#include <algorithm>

namespace belfry {
namespace {

constexpr double kMargin = 20; // pixels round the square

} // namespace

double PlaneView::scale() const {
    const double room = std::min(size_.width(), size_.height()) / 2 - kMargin;
    return std::max(room, 1.0) * zoom_;
}

QPointF PlaneView::toPixel(const ScatterPoint& point) const {
    const double pixels = scale();
    return {size_.width() / 2 + (double{point.x} - centre_.x) * pixels,
            size_.height() / 2 - (double{point.y} - centre_.y) * pixels};
}

ScatterPoint PlaneView::toPlane(const QPointF& pixel) const {
    const double pixels = scale();
    return {static_cast<float>(centre_.x + (pixel.x() - size_.width() / 2) / pixels),
            static_cast<float>(centre_.y - (pixel.y() - size_.height() / 2) / pixels)};
}

ScatterBox PlaneView::shown(double margin) const {
    const ScatterPoint bottomLeft = toPlane({-margin, size_.height() + margin});
    const ScatterPoint topRight = toPlane({size_.width() + margin, -margin});
    return {bottomLeft.x, bottomLeft.y, topRight.x, topRight.y};
}

void PlaneView::reset() {
    zoom_ = 1;
    centre_ = {};
}

void PlaneView::zoomAbout(const QPointF& pixel, double factor) {
    const ScatterPoint before = toPlane(pixel);
    zoom_ = std::clamp(zoom_ * factor, 1.0, kMostZoom);
    const ScatterPoint after = toPlane(pixel);
    centre_.x += before.x - after.x;
    centre_.y += before.y - after.y;
    keepInside();
}

void PlaneView::pan(const QPointF& by) {
    const double pixels = scale();
    centre_.x -= static_cast<float>(by.x() / pixels);
    centre_.y += static_cast<float>(by.y() / pixels);
    keepInside();
}

void PlaneView::reveal(const ScatterPoint& point) {
    const QPointF at = toPixel(point);
    const QRectF inside = QRectF(QPointF(), size_).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const QPointF to(std::clamp(at.x(), inside.left(), std::max(inside.left(), inside.right())),
                     std::clamp(at.y(), inside.top(), std::max(inside.top(), inside.bottom())));
    if (to != at)
        pan(to - at);
}

// At least the middle of the widget shows a part of the square, and all of it stands in the middle.
void PlaneView::keepInside() {
    const float most = zoom_ <= 1 ? 0.5F : 1.0F;
    centre_.x = std::clamp(centre_.x, -most, most);
    centre_.y = std::clamp(centre_.y, -most, most);
}

} // namespace belfry
