#include "ui/charts/ridge_painter.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kLeastPitch = 4; // pixels between two ridges that are drawn

// Of many ridges every so many: more could not be told apart.
std::size_t strideOf(const RidgePicture& picture, const RidgePlaces& places) {
    const double most = std::max(places.baselines().height() / kLeastPitch, 1.0);
    return static_cast<std::size_t>(std::ceil(static_cast<double>(picture.ridges.size()) / most));
}

QPolygonF outlineOf(const RidgePicture& picture, const RidgePlaces& places, std::size_t ridge) {
    QPolygonF points;
    const double foot = places.baseline(picture.ridges[ridge].step);
    points << QPointF(places.plot.left(), foot);
    for (std::size_t bin = 0; bin < picture.bins(); ++bin)
        points << QPointF(places.xOf(picture, picture.valueOf(bin)), places.yOf(picture, ridge, bin));
    points << QPointF(places.plot.right(), foot);
    return points;
}

double ageOf(const RidgePicture& picture, std::size_t ridge) {
    return picture.ridges.size() < 2 ? 1 : static_cast<double>(ridge) / static_cast<double>(picture.ridges.size() - 1);
}

} // namespace

RidgePlaces::RidgePlaces(const RidgePicture& picture, const QRectF& place) : plot(place) {
    constexpr double kOverlap = 6; // ridges between the foot and the top of one
    const double gaps = static_cast<double>(std::max<std::size_t>(picture.ridges.size(), 2) - 1);
    height = std::clamp(plot.height() * kOverlap / (gaps + kOverlap), 0.2 * plot.height(), 0.6 * plot.height());
    for (const RidgePicture::Ridge& ridge : picture.ridges)
        steps.include(static_cast<double>(ridge.step));
}

double RidgePlaces::baseline(std::int64_t step) const {
    const QRectF room = baselines();
    return steps.span() > 0 ? room.top() + (static_cast<double>(step) - steps.low) / steps.span() * room.height()
                            : room.bottom();
}

double RidgePlaces::xOf(const RidgePicture& picture, double value) const {
    return plot.left() + (value - picture.range.low) / picture.range.span() * plot.width();
}

double RidgePlaces::valueAt(const RidgePicture& picture, double x) const {
    const double share = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
    return picture.range.low + share * picture.range.span();
}

double RidgePlaces::yOf(const RidgePicture& picture, std::size_t ridge, std::size_t bin) const {
    const RidgePicture::Ridge& of = picture.ridges[ridge];
    return baseline(of.step) - std::sqrt(std::min(of.shares[bin] / picture.peak, 1.0)) * height;
}

std::size_t RidgePlaces::ridgeAt(const RidgePicture& picture, const QPointF& position) const {
    const std::size_t bin = picture.binOf(valueAt(picture, position.x()));
    std::size_t nearest = 0;
    for (std::size_t i = picture.ridges.size(); i-- > 0;) {
        const double foot = baseline(picture.ridges[i].step);
        if (position.y() <= foot && position.y() >= yOf(picture, i, bin))
            return i;
        if (std::abs(foot - position.y()) < std::abs(baseline(picture.ridges[nearest].step) - position.y()))
            nearest = i;
    }
    return nearest;
}

QColor ridgeColour(const Theme& theme, double age) {
    const Palette& palette = theme.palette();
    return mixed(mixed(palette.card, palette.muted, 0.55), palette.accent, age);
}

void paintRidges(QPainter& painter, const RidgePicture& picture, const RidgePlaces& places, const Theme& theme,
                 std::optional<std::size_t> lifted) {
    const Palette& palette = theme.palette();
    const std::size_t stride = strideOf(picture, places), newest = picture.ridges.size() - 1;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < picture.ridges.size(); ++i) {
        if ((newest - i) % stride != 0 && i != 0 && lifted != i)
            continue;
        const QColor colour = ridgeColour(theme, ageOf(picture, i));
        const QPolygonF outline = outlineOf(picture, places, i);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(palette.card, colour, lifted == i ? 0.55 : 0.28));
        painter.drawPolygon(outline);
        painter.setPen(QPen(lifted == i ? palette.text : colour, lifted == i ? 2 : 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(outline);
    }
    if (picture.range.contains(0)) {
        const double x = std::floor(places.xOf(picture, 0)) + 0.5;
        painter.setPen(QPen(palette.faint, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, places.plot.top()), QPointF(x, places.plot.bottom()));
    }
}

} // namespace belfry
