#include "ui/charts/ridge_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace belfry {
namespace {

constexpr double kOutside = 0.002; // of the numbers on either side: few far ones must not press all others together
constexpr double kNearZero = 0.25; // of the range: then it reaches to zero
constexpr double kTowering = 3;    // times the usual peak: a bias that is all the same is no measure for the others

Distribution withoutZeros(Distribution numbers) {
    const auto first = std::ranges::upper_bound(numbers.ends, 0.0) - numbers.ends.begin();
    if (first < std::ssize(numbers.buckets)) {
        std::int64_t& bucket = numbers.buckets[static_cast<std::size_t>(first)];
        numbers.count -= std::min(bucket, numbers.zeros);
        bucket -= std::min(bucket, numbers.zeros);
    }
    return numbers;
}

Interval rangeOf(const std::vector<Distribution>& all) {
    Interval range;
    for (const Distribution& numbers : all) {
        if (numbers.count > 0) {
            range.include(quantileOf(numbers, kOutside));
            range.include(quantileOf(numbers, 1 - kOutside));
        }
    }
    if (range.empty())
        return range;
    const double reach = kNearZero * range.span();
    if (range.low > 0 && range.low <= reach)
        range.low = 0;
    if (range.high < 0 && -range.high <= reach)
        range.high = 0;
    if (range.span() <= std::max(std::abs(range.low), std::abs(range.high)) * 1e-9) { // one number
        const double room = std::max(std::abs(range.low) / 2, 1e-12);
        range = {range.low - room, range.high + room};
    }
    return range;
}

std::vector<double> sharesOf(const Distribution& numbers, std::int64_t all, const Interval& range, std::size_t bins) {
    std::vector<double> shares(bins);
    const double width = range.span() / static_cast<double>(bins);
    for (std::size_t i = 0; i < numbers.buckets.size(); ++i) {
        const double low = i > 0 ? std::max(numbers.ends[i - 1], numbers.min) : numbers.min;
        const double high = std::min(numbers.ends[i], numbers.max);
        const double share = static_cast<double>(numbers.buckets[i]) / static_cast<double>(all);
        if (share == 0 || high < range.low || low > range.high)
            continue;
        const auto binAt = [&](double value) {
            return static_cast<std::size_t>(
                std::clamp((value - range.low) / width, 0.0, static_cast<double>(bins) - 1));
        };
        const std::size_t last = binAt(high);
        for (std::size_t bin = binAt(low); bin <= last; ++bin) {
            const double from = std::max(low, range.low + static_cast<double>(bin) * width);
            const double to = std::min(high, range.low + static_cast<double>(bin + 1) * width);
            shares[bin] += high > low ? share * std::max(to - from, 0.0) / (high - low) : share;
        }
    }
    return shares;
}

// The highest, unless it towers over most.
double peakOf(const std::vector<RidgePicture::Ridge>& ridges) {
    std::vector<double> peaks;
    for (const RidgePicture::Ridge& ridge : ridges)
        if (const double peak = std::ranges::max(ridge.shares); peak > 0)
            peaks.push_back(peak);
    if (peaks.empty())
        return 1;
    std::ranges::sort(peaks);
    return std::min(peaks.back(), kTowering * peaks[peaks.size() / 2]);
}

} // namespace

std::size_t RidgePicture::binOf(double value) const {
    const double at = (value - range.low) / binWidth();
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(bins()) - 1));
}

RidgePicture ridgePictureOf(const std::vector<Distributions>& steps, const std::string& name, std::size_t bins) {
    RidgePicture picture;
    std::vector<Distribution> drawn;
    for (const Distributions& one : steps) {
        const auto vector = std::ranges::find(one.vectors, name, &Distributions::Vector::name);
        if (vector == one.vectors.end())
            continue;
        picture.ridges.push_back({one.step, std::vector<double>(bins), vector->numbers});
        drawn.push_back(withoutZeros(vector->numbers));
    }
    picture.range = rangeOf(drawn);
    if (picture.empty()) { // zeros alone, or nothing finite: each is a flat line
        picture.range = {-1, 1};
        picture.peak = 1;
        return picture;
    }
    for (std::size_t i = 0; i < drawn.size(); ++i)
        if (drawn[i].count > 0)
            picture.ridges[i].shares = sharesOf(drawn[i], picture.ridges[i].numbers.count, picture.range, bins);
    picture.peak = peakOf(picture.ridges);
    return picture;
}

} // namespace belfry
