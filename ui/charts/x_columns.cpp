#include "ui/charts/x_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSecondsTolerance = 0.005; // steps are told apart in milliseconds at most
constexpr double kSecondsRelative = 1e-6;   // an hour: 4 ms

} // namespace

double coordinate(const XPoint& point, XAxis axis) {
    switch (axis) {
    case XAxis::Step:
        return static_cast<double>(point.step);
    case XAxis::Epoch:
        return point.epoch;
    case XAxis::Images:
        return static_cast<double>(point.images);
    case XAxis::Seconds:
        return point.seconds;
    }
    return 0;
}

void XColumn::append(double value) {
    if (size_ > 0 && !(value >= newest_ && std::isfinite(value)))
        value = newest_;
    if (size_ == 0) {
        value = std::isfinite(value) ? value : 0;
        corners_.push_back({0, value});
        low_ = 0, high_ = kInfinity;
    } else {
        const double allowed = std::max(tolerance_, relative_ * std::abs(value));
        for (int attempt = 0; attempt < 2; ++attempt) {
            const Corner& corner = corners_.back();
            const double run = static_cast<double>(size_) - corner.index;
            const double low = std::max(low_, (value - allowed - corner.value) / run);
            const double high = std::min(high_, (value + allowed - corner.value) / run);
            if (low <= high || attempt == 1) {
                low_ = std::min(low, high), high_ = std::max(low, high);
                break;
            }
            close();
        }
    }
    newest_ = value;
    ++size_;
}

double XColumn::slope() const {
    const double run = static_cast<double>(size_ - 1) - corners_.back().index;
    return run > 0 ? std::clamp((newest_ - corners_.back().value) / run, low_, high_) : 0;
}

void XColumn::close() {
    const double index = static_cast<double>(size_ - 1);
    const double value = corners_.back().value + slope() * (index - corners_.back().index);
    corners_.push_back({index, value});
    low_ = 0, high_ = kInfinity;
    if (corners_.size() >= kCornerLimit)
        thin();
}

// Every second corner goes; memory stays bounded however irregular the values are.
void XColumn::thin() {
    for (std::size_t i = 0; 2 * i < corners_.size(); ++i)
        corners_[i] = corners_[2 * i];
    const Corner last = {static_cast<double>(size_ - 1), newest_};
    corners_.resize((corners_.size() + 1) / 2);
    if (corners_.back().index < last.index)
        corners_.push_back(last);
    tolerance_ = std::max(2 * tolerance_, 1e-9 * std::abs(newest_));
}

double XColumn::at(std::size_t index) const {
    const double i = static_cast<double>(index);
    auto next = std::upper_bound(corners_.begin(), corners_.end(), i,
                                 [](double wanted, const Corner& corner) { return wanted < corner.index; });
    const Corner& corner = *(next - 1);
    if (next == corners_.end())
        return corner.value + slope() * (i - corner.index);
    return corner.value + (next->value - corner.value) * ((i - corner.index) / (next->index - corner.index));
}

std::size_t XColumn::lowerBound(double value) const {
    if (size_ == 0 || !(value > corners_.front().value))
        return 0;
    auto next = std::lower_bound(corners_.begin(), corners_.end(), value,
                                 [](const Corner& corner, double wanted) { return corner.value < wanted; });
    const Corner& corner = *(next - 1);
    const double rise = next == corners_.end() ? slope() : (next->value - corner.value) / (next->index - corner.index);
    if (rise <= 0)
        return size_;
    double guess = corner.index + (value - corner.value) / rise;
    guess = std::clamp(std::ceil(guess) - 1, 0.0, static_cast<double>(size_));
    auto index = static_cast<std::size_t>(guess);
    while (index < size_ && at(index) < value) // rounding: one or two rounds
        ++index;
    return index;
}

void XColumns::clear() {
    columns_ = {XColumn(), XColumn(1e-9), XColumn(), XColumn(kSecondsTolerance, kSecondsRelative)};
}

void XColumns::append(const XPoint& point) {
    for (XAxis axis : kAllXAxes)
        columns_[static_cast<std::size_t>(axis)].append(coordinate(point, axis));
}

std::size_t XColumns::nearest(XAxis axis, double value) const {
    const std::size_t after = lowerBound(axis, value);
    if (after == 0)
        return 0;
    if (after == size())
        return after - 1;
    return value - at(axis, after - 1) <= at(axis, after) - value ? after - 1 : after;
}

XPoint XColumns::point(std::size_t index) const {
    return {std::llround(at(XAxis::Step, index)), at(XAxis::Epoch, index), std::llround(at(XAxis::Images, index)),
            at(XAxis::Seconds, index)};
}

std::vector<std::size_t> XColumns::edges(XAxis axis, double low, double high, std::size_t columns) const {
    std::vector<std::size_t> out(columns + 1);
    for (std::size_t i = 0; i <= columns; ++i)
        out[i] = lowerBound(axis, low + (high - low) * static_cast<double>(i) / static_cast<double>(columns));
    return out;
}

std::size_t XColumns::bytes() const {
    std::size_t total = 0;
    for (const XColumn& column : columns_)
        total += column.bytes();
    return total;
}

} // namespace belfry
