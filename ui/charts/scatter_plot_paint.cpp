// What is seen of the points: discs written into one image, pictures over them where there is room, rings, the lasso.
#include "ui/charts/disc_stamp.h"
#include "ui/charts/scatter_plot.h"

#include <QPaintEvent>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kLeastRadius = 1.5, kMostRadius = 4.5; // of a disc, pixels: thousands of them, dozens
constexpr double kPicture = 36, kFrame = 2;             // of a picture, pixels
constexpr double kGuest = 44;
constexpr int kOpaque = 235;                        // of 255
constexpr double kUnselected = 0.3, kDimmed = 0.12; // of the colour in the card's

// Smaller where there are many, larger where one has come near.
double radiusOf(int points, double zoom) {
    const double crowd = std::log10(std::max(points, 100)) - 2; // 0 of a hundred, 3 of a hundred thousand
    const double near = std::min(std::log2(std::max(zoom, 1.0)) * 0.35, 1.75);
    return std::clamp(kMostRadius - 1.2 * crowd + near, kLeastRadius, kMostRadius + 1);
}

QColor faded(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

void ScatterPlot::outdated() {
    discs_ = {};
    update();
}

void ScatterPlot::refresh() {
    if (!discs_.isNull() && discs_.size() == size() * devicePixelRatioF())
        return;
    discs_ = discs(devicePixelRatioF(), view_);
    places_ = pictureRooms();
}

// Faint colours are opaque: where many transparent discs lie above each other they would be as strong as one alone.
std::vector<QColor> ScatterPlot::shades() const {
    std::vector<QColor> plain = looks_.colours;
    plain.push_back(colours().muted); // of points without a look
    std::vector<QColor> all;
    for (const double share : {1.0, kUnselected, kDimmed})
        for (const QColor& colour : plain) {
            all.push_back(mixed(colours().card, colour, share));
            all.back().setAlpha(kOpaque);
        }
    return all;
}

// The dimmed ones lowest, the selected ones highest.
QImage ScatterPlot::discs(double scale, const PlaneView& view) const {
    QImage image(size() * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(scale);
    const DiscStamp stamp(radiusOf(index_.count(), view.zoom()) * scale, shades());
    const int own = stamp.colours() / 3, without = own - 1;
    const auto draw = [&](int point, int group) {
        const int look = lookOf(point);
        const QPointF at = view.toPixel(points()[static_cast<std::size_t>(point)]) * scale;
        stamp.draw(image, at.x(), at.y(), group * own + (look >= 0 && look < without ? look : without));
    };
    const int count = index_.count();
    const auto has = [](const std::vector<bool>& looks) { return std::ranges::find(looks, true) != looks.end(); };
    if (has(looks_.dimmed))
        for (int point = 0; point < count; ++point)
            if (isDimmed(point))
                draw(point, 2);
    for (const bool raised : {false, true}) {
        if (raised && !has(looks_.raised))
            break;
        for (int point = 0; point < count; ++point)
            if (!isDimmed(point) && isRaised(point) == raised && !selected_[static_cast<std::size_t>(point)])
                draw(point, selection_.empty() ? 0 : 1);
    }
    for (const int point : selection_)
        draw(point, 0);
    return image;
}

QImage ScatterPlot::picture(double scale) const {
    QImage whole(size() * scale, QImage::Format_ARGB32_Premultiplied);
    whole.fill(colours().card);
    whole.setDevicePixelRatio(scale);
    QPainter painter(&whole);
    painter.drawImage(0, 0, discs(scale, view_));
    painter.setRenderHint(QPainter::Antialiasing);
    paintPictures(painter);
    return whole;
}

// Where few enough are in sight, each that covers none before it; selected ones first.
std::vector<ScatterPlot::Place> ScatterPlot::pictureRooms() const {
    if (!picture_)
        return {};
    std::vector<int> inSight = index_.within(view_.shown(), choosable());
    if (inSight.size() > static_cast<std::size_t>(kMostPictures))
        return {};
    std::ranges::stable_partition(inSight, [this](int point) { return selected_[static_cast<std::size_t>(point)]; });
    std::vector<Place> places;
    for (const int point : inSight) {
        QRectF room(0, 0, kPicture, kPicture);
        room.moveCenter(pixelOf(point));
        if (std::ranges::none_of(places, [&room](const Place& place) { return place.room.intersects(room); }))
            places.push_back({point, room});
    }
    return places;
}

void ScatterPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (index_.count() == 0) {
        paintSentence(painter, rect().adjusted(12, 12, -12, -12), emptyText_.text());
        return;
    }
    refresh();
    painter.drawImage(0, 0, discs_);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPictures(painter);
    paintRings(painter);
    paintGuest(painter);
    paintLasso(painter);
    if (showsRing()) {
        painter.setPen(QPen(colours().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

void ScatterPlot::paintPictures(QPainter& painter) const {
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (const Place& place : places_) {
        const QImage image = picture_(place.point);
        if (image.isNull())
            continue; // its disc stands there meanwhile
        const int look = lookOf(place.point);
        const bool known = look >= 0 && static_cast<std::size_t>(look) < looks_.colours.size();
        const bool below = !selection_.empty() && !selected_[static_cast<std::size_t>(place.point)];
        QRectF inside(QPointF(), QSizeF(image.size()).scaled(place.room.size(), Qt::KeepAspectRatio));
        inside.moveCenter(place.room.center());
        painter.setOpacity(below ? 0.4 : 1);
        painter.drawImage(inside, image);
        painter.setPen(QPen(known ? looks_.colours[static_cast<std::size_t>(look)] : colours().muted, kFrame));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(inside.adjusted(kFrame / 2, kFrame / 2, -kFrame / 2, -kFrame / 2));
    }
    painter.setOpacity(1);
}

// Round the point at the mouse and the one at the keyboard.
void ScatterPlot::paintRings(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    for (const auto& [point, colour] : {std::pair(current_, colours().accent), std::pair(hovered_, colours().text)}) {
        if (point < 0)
            continue;
        const auto place = std::ranges::find(places_, point, &Place::point);
        const double radius = radiusOf(index_.count(), view_.zoom()) + 3;
        QRectF ring = place != places_.end() ? place->room.adjusted(-2, -2, 2, 2)
                                             : QRectF(-radius, -radius, 2 * radius, 2 * radius);
        ring.moveCenter(pixelOf(point));
        for (const auto& [ink, width] : {std::pair(colours().card, 4.0), std::pair(colour, 2.0)}) {
            painter.setPen(QPen(ink, width));
            place != places_.end() ? painter.drawRect(ring) : painter.drawEllipse(ring);
        }
    }
}

// The picture beside its place, so that what it is near stays in sight.
void ScatterPlot::paintGuest(QPainter& painter) const {
    if (!guest_)
        return;
    const QPointF at = view_.toPixel(*guest_);
    const QPointF middle(width() / 2.0, height() / 2.0);
    QRectF room(0, 0, kGuest, kGuest);
    room.moveCenter(at + QPointF(at.x() < middle.x() ? kGuest : -kGuest, at.y() < middle.y() ? kGuest : -kGuest));
    painter.setBrush(Qt::NoBrush);
    for (const auto& [ink, width] : {std::pair(colours().card, 6.0), std::pair(colours().accent, 3.0)}) {
        painter.setPen(QPen(ink, width));
        painter.drawEllipse(at, 9, 9);
        if (!guestPicture_.isNull())
            painter.drawLine(at + (room.center() - at) * 0.2, at + (room.center() - at) * 0.55);
    }
    if (guestPicture_.isNull())
        return;
    QRectF inside(QPointF(), QSizeF(guestPicture_.size()).scaled(room.size(), Qt::KeepAspectRatio));
    inside.moveCenter(room.center());
    painter.drawImage(inside, guestPicture_);
    painter.setPen(QPen(colours().accent, 3));
    painter.drawRoundedRect(inside.adjusted(-1, -1, 1, 1), 3, 3);
}

void ScatterPlot::paintLasso(QPainter& painter) const {
    if (gesture_ != Gesture::Lasso)
        return;
    painter.setPen(QPen(colours().accent, 1.5));
    painter.setBrush(faded(colours().accent, 40));
    painter.drawPolygon(drawn_);
}

} // namespace belfry
