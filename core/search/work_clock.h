// How long a search has worked, and what is left of its budget. Internal to core/search.
#pragma once

#include "core/base/stopwatch.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace belfry {

// The seconds that a search has worked, without pauses. Any thread.
class WorkClock {
public:
    // `before`: in earlier sessions. `budgetMinutes`: of all sessions together; 0: none. `clock`: seconds since any
    // moment, asked on any thread; null: the machine's.
    WorkClock(double before, double budgetMinutes, std::function<double()> clock = {})
        : earlier_(before), budget_(60 * budgetMinutes),
          clock_(clock ? std::move(clock) : [watch = Stopwatch()] { return watch.seconds(); }), before_(before),
          since_(clock_()) {}

    // The time since construction does not count.
    void start() {
        const std::lock_guard guard(mutex_);
        before_ = earlier_;
        since_ = clock_();
    }
    void setPaused(bool paused) {
        const std::lock_guard guard(mutex_);
        if (paused == paused_)
            return;
        before_ = now();
        paused_ = paused;
        since_ = clock_();
    }

    double seconds() const {
        const std::lock_guard guard(mutex_);
        return now();
    }
    bool budgetIsOver() const { return budget_ > 0 && seconds() >= budget_; }
    // Nothing: there is no budget, or it does not decrease.
    std::optional<double> budgetLeft() const {
        const std::lock_guard guard(mutex_);
        if (budget_ == 0 || paused_)
            return std::nullopt;
        return std::max(0.0, budget_ - now());
    }

private:
    double now() const { return before_ + (paused_ ? 0 : clock_() - since_); }

    const double earlier_, budget_; // seconds
    const std::function<double()> clock_;
    mutable std::mutex mutex_; // guards what follows
    double before_, since_;    // seconds counted before since_
    bool paused_ = false;
};

} // namespace belfry
