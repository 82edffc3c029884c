#include "ui/charts/smoothing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {

Smoother::Smoother(double factor, bool logSpace)
    : factor_(std::isfinite(factor) ? std::clamp(factor, 0.0, kMaxFactor) : 0), logSpace_(logSpace) {}

float Smoother::next(float value) {
    if (logSpace_)
        value = value > 0 ? std::log10(value) : std::numeric_limits<float>::quiet_NaN();
    if (!std::isfinite(value))
        return std::numeric_limits<float>::quiet_NaN();
    sum_ = factor_ * sum_ + (1 - factor_) * static_cast<double>(value);
    if (weight_ < 1 - 1e-9) { // beyond that the division changes nothing
        weight_ = factor_ * weight_ + (1 - factor_);
        scale_ = 1 / weight_;
    }
    return static_cast<float>(sum_ * scale_);
}

void SmoothedLine::Line::append(float value) {
    const float mean = smoother.next(value);
    if (std::isnan(mean))
        points.appendMissing();
    else
        points.append(mean);
}

void SmoothedLine::clear() {
    const double factor = factor_;
    const bool logSpace = making_ ? making_->logSpace : shown_.logSpace;
    shown_ = Line(keepPoints_, factor, logSpace);
    making_.reset();
}

void SmoothedLine::reset(double factor, bool logSpace) {
    factor_ = factor;
    making_.emplace(keepPoints_, factor, logSpace);
}

bool SmoothedLine::advance(const Pyramid& raw, std::size_t budget) {
    if (!making_)
        return true;
    const std::size_t from = making_->points.size();
    const std::size_t to = std::min(raw.size(), from + budget);
    for (std::size_t i = from; i < to; ++i)
        making_->append(raw.at(i));
    if (to < raw.size())
        return false;
    shown_ = std::move(*making_);
    making_.reset();
    return true;
}

} // namespace belfry
