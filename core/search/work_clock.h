// How long a search has been at work, and how long its trials may be yet. Internal to core/search.
#pragma once

#include "core/base/stopwatch.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace belfry {

// At work so far, in seconds, pauses left out. Any thread.
class WorkClock {
public:
    // `before`: in earlier sittings. `budgetMinutes`: of all sittings together; 0: none.
    WorkClock(double before, double budgetMinutes) : earlier_(before), budget_(60 * budgetMinutes), before_(before) {}

    // What went by since it was made does not count.
    void start() {
        const std::lock_guard guard(mutex_);
        before_ = earlier_;
        watch_ = {};
    }
    void setPaused(bool paused) {
        const std::lock_guard guard(mutex_);
        if (paused == paused_)
            return;
        before_ = now();
        paused_ = paused;
        watch_ = {};
    }

    double seconds() const {
        const std::lock_guard guard(mutex_);
        return now();
    }
    bool budgetIsOver() const { return budget_ > 0 && seconds() >= budget_; }
    // Nothing: there is no budget, or it does not get less.
    std::optional<double> budgetLeft() const {
        const std::lock_guard guard(mutex_);
        if (budget_ == 0 || paused_)
            return std::nullopt;
        return std::max(0.0, budget_ - now());
    }

private:
    double now() const { return before_ + (paused_ ? 0 : watch_.seconds()); }

    const double earlier_, budget_; // seconds
    mutable std::mutex mutex_;      // guards what follows
    double before_;                 // until the watch was set
    Stopwatch watch_;
    bool paused_ = false;
};

} // namespace belfry
