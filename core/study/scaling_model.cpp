#include "core/study/scaling_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {

Spread spreadOf(std::span<const double> measured) {
    if (measured.empty())
        return {};
    const auto count = static_cast<double>(measured.size());
    const double mean = std::accumulate(measured.begin(), measured.end(), 0.0) / count;
    double squares = 0;
    for (const double value : measured)
        squares += (value - mean) * (value - mean);
    return {mean, measured.size() > 1 ? std::sqrt(squares / (count - 1)) : 0.0};
}

ComputeTimeModel::ComputeTimeModel(std::vector<Point> measured) : points_(std::move(measured)) {
    std::ranges::sort(points_, {}, &Point::images);
}

double ComputeTimeModel::milliseconds(double images) const {
    if (points_.empty())
        return 0;
    if (points_.size() == 1)
        return points_[0].milliseconds * images / static_cast<double>(points_[0].images);
    std::size_t right = 1;
    while (right + 1 < points_.size() && static_cast<double>(points_[right].images) < images)
        ++right;
    const Point &low = points_[right - 1], &high = points_[right];
    const double slope = (high.milliseconds - low.milliseconds) /
                         static_cast<double>(std::max<std::int64_t>(high.images - low.images, 1));
    const double found = low.milliseconds + slope * (images - static_cast<double>(low.images));
    // Left of the first measurement a noisy slope may cross zero: no work is done faster than in proportion.
    const Point& smallest = points_.front();
    return std::max(found, smallest.milliseconds * std::min(1.0, images / static_cast<double>(smallest.images)));
}

double ExchangeCost::milliseconds(int towers) const {
    if (towers < 2 || measuredWith < 2)
        return 0;
    const auto moved = [this](int n) { return central ? n - 1.0 : (n - 1.0) / n; };
    return measured * moved(towers) / moved(measuredWith);
}

double predictedSpeed(const ComputeTimeModel& work, const ExchangeCost& exchange, const TowerLoad& load) {
    const double share = static_cast<double>(load.images) / load.towers;
    const double step = load.sharing * work.milliseconds(share) + exchange.milliseconds(load.towers);
    return step > 0 ? 1000.0 * static_cast<double>(load.images) / step : 0;
}

} // namespace belfry
