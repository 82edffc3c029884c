// Images per second and seconds per step over the last stretch of a run's active time. Plain data; one thread.
#pragma once

#include <cstdint>
#include <deque>

namespace belfry {

class SpeedMeter {
public:
    explicit SpeedMeter(double window) : window_(window) {} // seconds
    void clear() { samples_.clear(); }
    void add(double seconds, std::int64_t images, std::int64_t step);

    double imagesPerSecond() const; // 0 before two samples
    double secondsPerStep() const;  // likewise

private:
    struct Sample {
        double seconds;
        std::int64_t images, step;
    };
    double window_;
    std::deque<Sample> samples_; // the first may be a little older than the window
};

} // namespace belfry
