// Elapsed time by the monotonic clock. One thread at a time.
#pragma once

#include <chrono>

namespace belfry {

class Stopwatch {
public:
    Stopwatch() : start_(Clock::now()) {}
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    // Milliseconds since construction or the previous lap(); restarts the stopwatch.
    float lap() {
        const Clock::time_point now = Clock::now();
        const float elapsed = std::chrono::duration<float, std::milli>(now - start_).count();
        start_ = now;
        return elapsed;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_;
};

} // namespace belfry
