#include "ui/charts/view_range.h"

#include <cmath>

namespace belfry {
namespace {

constexpr double kMinWidth = 1e-6; // of the data: closer makes no sense
constexpr double kMaxWidth = 4;    // of the data
constexpr double kEmptyWidth = 1;

} // namespace

void ViewRange::setData(const Interval& data) {
    data_ = data;
    place();
}

void ViewRange::setTailRoom(double share) {
    tailRoom_ = share;
    place();
}

void ViewRange::place() {
    if (mode_ == Mode::User || data_.empty()) {
        take(range_, mode_);
        return;
    }
    if (mode_ == Mode::Fit) {
        const double width = data_.span() > 0 ? data_.span() : kEmptyWidth;
        take({data_.low, data_.low + width / (1 - tailRoom_)}, mode_);
        return;
    }
    const double width = range_.span();
    const double high = data_.high + tailRoom_ * width;
    take({high - width, high}, mode_);
}

void ViewRange::change(Mode mode) {
    mode_ = mode;
    place();
    Q_EMIT modeChanged();
    Q_EMIT changed();
}

void ViewRange::zoomTo(double low, double high) { set({std::min(low, high), std::max(low, high)}, Mode::User); }

// A range asked for by the user: finite, not too narrow or wide, and never wholly beside the data.
void ViewRange::set(const Interval& wanted, Mode mode) {
    if (!std::isfinite(wanted.low) || !std::isfinite(wanted.high))
        return;
    Interval range = wanted;
    const double scale = data_.empty() || data_.span() <= 0 ? kEmptyWidth : data_.span();
    const double middle = 0.5 * (range.low + range.high);
    if (range.span() < kMinWidth * scale) // also without data
        range = {middle - 0.5 * kMinWidth * scale, middle + 0.5 * kMinWidth * scale};
    if (!data_.empty() && range.span() > kMaxWidth * scale)
        range = {middle - 0.5 * kMaxWidth * scale, middle + 0.5 * kMaxWidth * scale};
    if (!data_.empty() && range.low > data_.high)
        range = {data_.high, data_.high + range.span()};
    if (!data_.empty() && range.high < data_.low)
        range = {data_.low - range.span(), data_.low};
    take(range, mode);
}

void ViewRange::take(const Interval& range, Mode mode) {
    const bool moved = range.low != range_.low || range.high != range_.high;
    const bool switched = mode != mode_;
    range_ = range;
    mode_ = mode;
    const bool outside = newestOutside();
    if (switched || outside != wasOutside_) {
        wasOutside_ = outside;
        Q_EMIT modeChanged();
    }
    if (moved || switched)
        Q_EMIT changed();
}

void ViewRange::translate(const Interval& range, const Interval& data) {
    data_ = data;
    range_ = range;
    place();
    Q_EMIT changed();
}

void ViewRange::clear() {
    data_ = {};
    range_ = {0, 1};
    wasOutside_ = false;
    mode_ = Mode::Fit;
    Q_EMIT modeChanged();
    Q_EMIT changed();
}

} // namespace belfry
