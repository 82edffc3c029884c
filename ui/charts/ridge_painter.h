// Draws ridges: the oldest at the back, on top; the newest in front, at the bottom. GUI thread only.
#pragma once

#include "ui/charts/ridge_picture.h"
#include "ui/foundation/theme.h"

#include <QPointF>
#include <QRectF>
#include <optional>

class QPainter;

namespace belfry {

// Where ridges are in a rectangle (pixels).
struct RidgePlaces {
    QRectF plot;
    double height = 0; // of the highest
    Interval steps;

    RidgePlaces() = default;
    RidgePlaces(const RidgePicture& picture, const QRectF& plot);
    QRectF baselines() const { return plot.adjusted(0, height, 0, 0); }
    double baseline(std::int64_t step) const;
    double xOf(const RidgePicture& picture, double value) const;
    double valueAt(const RidgePicture& picture, double x) const;
    // Heights are square roots of shares: else all but the peaks of steep ridges would lie on the ground.
    double yOf(const RidgePicture& picture, std::size_t ridge, std::size_t bin) const;
    // The ridge in front at a place: that whose area it is in, else that with the nearest foot.
    std::size_t ridgeAt(const RidgePicture& picture, const QPointF& position) const;
};

QColor ridgeColour(const Theme& theme, double age); // 0: the oldest, 1: the newest
// With the line at 0, if it is in the range. `lifted`: a ridge that stands out.
void paintRidges(QPainter& painter, const RidgePicture& picture, const RidgePlaces& places, const Theme& theme,
                 std::optional<std::size_t> lifted = {});

} // namespace belfry
