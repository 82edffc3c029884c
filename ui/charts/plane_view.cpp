#include "ui/charts/plane_view.h"

#include <QRectF>
#include <algorithm>

namespace belfry {
namespace {

constexpr double kMargin = 20; // pixels round the points

constexpr double kLeastSpan = 0.5; // of points that are all at one place

} // namespace

void PlaneView::setBounds(const ScatterBox& bounds) {
    bounds_ = bounds;
    if (zoom_ <= 1)
        reset();
    else
        keepInside();
}

ScatterPoint PlaneView::middle() const {
    return {static_cast<float>((bounds_.left + bounds_.right) / 2),
            static_cast<float>((bounds_.bottom + bounds_.top) / 2)};
}

double PlaneView::scale() const {
    const double across = (size_.width() - 2 * kMargin) / std::max(bounds_.right - bounds_.left, kLeastSpan);
    const double upwards = (size_.height() - 2 * kMargin) / std::max(bounds_.top - bounds_.bottom, kLeastSpan);
    return std::max(std::min(across, upwards), 1.0) * zoom_;
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
    centre_ = middle();
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

// The middle of the widget shows a part of the bounds.
void PlaneView::keepInside() {
    centre_.x = std::clamp(centre_.x, static_cast<float>(bounds_.left), static_cast<float>(bounds_.right));
    centre_.y = std::clamp(centre_.y, static_cast<float>(bounds_.bottom), static_cast<float>(bounds_.top));
}

} // namespace belfry
