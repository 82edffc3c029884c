#include "ui/charts/disc_stamp.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// Two channels at once: source over destination, both premultiplied.
QRgb over(QRgb source, QRgb destination) {
    const quint32 rest = 255U - (source >> 24);
    const auto weigh = [rest](quint32 pair) {
        const quint32 product = pair * rest;
        return ((product + ((product >> 8) & 0xff00ffU) + 0x800080U) >> 8) & 0xff00ffU;
    };
    return source + (weigh(destination & 0xff00ffU) | (weigh((destination >> 8) & 0xff00ffU) << 8));
}

} // namespace

DiscStamp::DiscStamp(double radius, const std::vector<QColor>& colours) {
    reach_ = static_cast<int>(std::ceil(radius + 0.5));
    const int side = 2 * reach_ + 1;
    std::vector<double> cover;
    for (int y = -reach_; y <= reach_; ++y) {
        int half = -1;
        for (int x = -reach_; x <= reach_; ++x) {
            cover.push_back(std::clamp(radius + 0.5 - std::hypot(x, y), 0.0, 1.0));
            if (cover.back() > 0)
                half = std::max(half, std::abs(x));
        }
        rows_.push_back(half);
    }
    for (const QColor& colour : colours) {
        std::vector<QRgb> disc;
        disc.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
        for (const double share : cover)
            disc.push_back(qPremultiply(qRgba(colour.red(), colour.green(), colour.blue(),
                                              static_cast<int>(std::lround(colour.alpha() * share)))));
        discs_.push_back(std::move(disc));
    }
}

void DiscStamp::draw(QImage& image, double x, double y, int colour) const {
    const int middleX = static_cast<int>(std::floor(x)), middleY = static_cast<int>(std::floor(y));
    if (middleX < -reach_ || middleY < -reach_ || middleX >= image.width() + reach_ ||
        middleY >= image.height() + reach_)
        return;
    const QRgb* disc = discs_[static_cast<std::size_t>(colour)].data();
    const int side = 2 * reach_ + 1;
    auto* const bits = reinterpret_cast<QRgb*>(image.bits());
    const auto stride = static_cast<std::ptrdiff_t>(image.bytesPerLine() / 4);
    for (int row = 0; row < side; ++row) {
        const int to = middleY + row - reach_, half = rows_[static_cast<std::size_t>(row)];
        if (to < 0 || to >= image.height() || half < 0)
            continue;
        const int first = std::max(-half, -middleX), last = std::min(half, image.width() - 1 - middleX);
        QRgb* line = bits + to * stride + middleX;
        const QRgb* source = disc + row * side + reach_;
        for (int at = first; at <= last; ++at)
            line[at] = over(source[at], line[at]);
    }
}

} // namespace belfry
