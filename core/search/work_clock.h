// How long a search has been at work. Internal to core/search.
#pragma once

#include "core/base/stopwatch.h"

namespace belfry {

// At work so far, pauses left out. One thread at a time.
class WorkClock {
public:
    explicit WorkClock(double before) : before_(before) {}
    void setPaused(bool paused) {
        if (paused == paused_)
            return;
        if (paused)
            before_ = seconds();
        paused_ = paused;
        watch_ = {};
    }
    double seconds() const { return before_ + (paused_ ? 0 : watch_.seconds()); }

private:
    double before_;
    Stopwatch watch_;
    bool paused_ = false;
};

} // namespace belfry
