#include "ui/charts/y_range.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace belfry {
namespace {

constexpr std::size_t kEnoughToJudge = 8;
constexpr double kFenceSpans = 3;    // beyond the middle nine tenths: an excursion
constexpr double kLongShare = 0.015; // of the values: not an outlier but data
constexpr double kFlattening = 50;   // heights of the middle part at most

} // namespace

void Interval::include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
}

void Interval::include(const Interval& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

double quantile(std::vector<double>& values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

Interval fullInterval(const std::vector<double>& values) {
    Interval all;
    for (double value : values)
        all.include(value);
    return all;
}

Interval robustInterval(const std::vector<double>& values) {
    const Interval all = fullInterval(values);
    if (values.size() < kEnoughToJudge || all.empty())
        return all;
    std::vector<double> sorted = values;
    const double low = quantile(sorted, 0.05);
    const double high = quantile(sorted, 0.95);
    const double span = std::max(high - low, 0.02 * std::max(std::abs(low), std::abs(high)));
    const Interval fence{low - kFenceSpans * span, high + kFenceSpans * span};
    const Interval limit{low - kFlattening * span, high + kFlattening * span};
    const auto longRun = static_cast<std::size_t>(std::max(4.0, kLongShare * static_cast<double>(values.size())));

    Interval kept;
    for (std::size_t i = 0; i < values.size();) {
        if (fence.contains(values[i])) {
            kept.include(values[i++]);
            continue;
        }
        Interval excursion;
        const std::size_t begin = i;
        while (i < values.size() && !fence.contains(values[i]))
            excursion.include(values[i++]);
        const bool isData = begin == 0 || i - begin > longRun;
        if (isData && limit.contains(excursion.low) && limit.contains(excursion.high))
            kept.include(excursion);
    }
    return kept;
}

double percentFloor(const std::vector<double>& values) {
    static constexpr std::array kFloors{0.0, 50.0, 80.0, 90.0, 95.0, 98.0, 99.0, 99.5, 99.8, 99.9};
    if (values.empty())
        return 0;
    std::vector<double> sorted = values;
    const double low = std::min(quantile(sorted, 0.15), values.back());
    double best = 0;
    for (double floor : kFloors)
        if (low - floor > 0.1 * (100 - floor))
            best = floor;
    return best;
}

Interval padded(const Interval& interval, bool log) {
    if (interval.empty())
        return log ? Interval{-1, 0} : Interval{0, 1};
    const double minSpan =
        log ? 0.1 : std::max(1e-3 * std::max(std::abs(interval.low), std::abs(interval.high)), 1e-12);
    const double room = std::max(0.06 * interval.span(), 0.5 * (minSpan - std::min(minSpan, interval.span())));
    return {interval.low - room, interval.high + room};
}

} // namespace belfry
