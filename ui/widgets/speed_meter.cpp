#include "ui/widgets/speed_meter.h"

namespace belfry {
namespace {
constexpr double kSamplesPerWindow = 64; // steps in between add nothing to a difference of sums
} // namespace

void SpeedMeter::add(double seconds, std::int64_t images, std::int64_t step) {
    const std::size_t count = samples_.size();
    if (count >= 2 && seconds - samples_[count - 2].seconds < window_ / kSamplesPerWindow)
        samples_.back() = {seconds, images, step};
    else
        samples_.push_back({seconds, images, step});
    while (samples_.size() > 2 && seconds - samples_[1].seconds >= window_)
        samples_.pop_front();
}

double SpeedMeter::imagesPerSecond() const {
    if (samples_.size() < 2)
        return 0;
    const double seconds = samples_.back().seconds - samples_.front().seconds;
    return seconds > 0 ? static_cast<double>(samples_.back().images - samples_.front().images) / seconds : 0;
}

double SpeedMeter::secondsPerStep() const {
    if (samples_.size() < 2)
        return 0;
    const auto steps = samples_.back().step - samples_.front().step;
    return steps > 0 ? (samples_.back().seconds - samples_.front().seconds) / static_cast<double>(steps) : 0;
}

} // namespace belfry
