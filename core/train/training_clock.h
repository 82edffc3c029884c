// Seconds of training, the time that images per second are counted in: one clock that runs from the first step to the
// end, whatever the session does between two steps, and stands only while a Stop exists. One thread at a time.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace belfry {

class TrainingClock {
public:
    using Seconds = std::chrono::duration<double>;
    using Source = std::function<Seconds()>; // since any moment that stays the same
    // It stands. An empty source is the machine's monotonic clock.
    explicit TrainingClock(Source source) : source_(std::move(source)) {}

    void start(double seconds) { // that were counted before
        set(seconds);
        stops_ = 0;
    }
    void set(double seconds) { // goes on from there, or stands there
        counted_ = seconds;
        since_ = now();
    }
    double seconds() const { return stops_ > 0 ? counted_ : counted_ + (now() - since_).count(); }

    // It stands as long as one exists.
    class Stop {
    public:
        explicit Stop(TrainingClock& clock) : clock_(clock) {
            clock_.counted_ = clock_.seconds();
            ++clock_.stops_;
        }
        ~Stop() {
            if (--clock_.stops_ == 0)
                clock_.since_ = clock_.now();
        }
        Stop(const Stop&) = delete;
        Stop& operator=(const Stop&) = delete;

    private:
        TrainingClock& clock_;
    };

private:
    Seconds now() const { return source_ ? source_() : Seconds(std::chrono::steady_clock::now().time_since_epoch()); }

    Source source_;
    double counted_ = 0;
    Seconds since_{0};
    int stops_ = 1; // one from the beginning
};

} // namespace belfry
