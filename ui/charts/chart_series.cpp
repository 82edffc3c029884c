#include "ui/charts/chart_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

// Of every four dots the lowest and the highest, in order.
void thin(std::vector<ChartSeries::Dot>& dots) {
    const auto lower = [](const auto& a, const auto& b) { return a.value < b.value; };
    std::vector<ChartSeries::Dot> kept;
    for (auto from = dots.begin(); from != dots.end();) {
        const auto to = from + std::min<std::ptrdiff_t>(4, dots.end() - from);
        auto [low, high] = std::minmax_element(from, to, lower);
        if (high < low)
            std::swap(low, high);
        kept.push_back(*low);
        if (high != low)
            kept.push_back(*high);
        from = to;
    }
    dots = std::move(kept);
}

} // namespace

ChartSeries::ChartSeries(SeriesSpec spec, bool smooth, std::size_t keepPoints)
    : spec_(std::move(spec)), smooth_(smooth && isLine() && isDrawn()), keepPoints_(keepPoints), raw_(keepPoints),
      smoothed_(std::min(keepPoints, kKeepSmoothed)) {}

void ChartSeries::append(std::size_t index, float value) {
    if (raw_.size() > index)
        return;
    while (raw_.size() < index) {
        raw_.appendMissing();
        if (smooth_)
            smoothed_.append(kNothing);
    }
    raw_.append(value);
    if (smooth_)
        smoothed_.append(value);
}

void ChartSeries::appendDot(const XPoint& x, float value) {
    dots_.push_back({x, value});
    if (dots_.size() >= kDotLimit)
        thin(dots_);
}

void ChartSeries::clear() {
    raw_ = Pyramid(keepPoints_);
    smoothed_.clear();
    dots_.clear();
}

void ChartSeries::setSmoothing(double factor, bool logSpace) {
    if (smooth_)
        smoothed_.reset(factor, logSpace);
}

float ChartSeries::rawAt(std::size_t index) const { return index < raw_.size() ? raw_.at(index) : kNothing; }

float ChartSeries::smoothedAt(std::size_t index) const {
    if (!smooth_ || index >= smoothed_.points().size())
        return kNothing;
    const float value = smoothed_.points().at(index);
    return smoothed_.logSpace() ? std::pow(10.F, value) : value;
}

const ChartSeries::Dot* ChartSeries::dotAt(std::int64_t step) const {
    const auto after = std::upper_bound(dots_.begin(), dots_.end(), step,
                                        [](std::int64_t wanted, const Dot& dot) { return wanted < dot.x.step; });
    return after == dots_.begin() ? nullptr : &*(after - 1);
}

} // namespace belfry
