// What the loop asks its driver at each step's boundary. The session implements it for a user with buttons; tests may
// implement it to end a run at a chosen step.
#pragma once

#include "core/train/session.h"

#include <cstdint>
#include <stop_token>

namespace belfry {

class Steering {
public:
    virtual ~Steering() = default;
    // Before every step, on the session thread; blocks while paused. False: stop now.
    virtual bool proceed(bool epochStarts) = 0;
    // The next proceed() will wait for a resume.
    virtual bool pausing() = 0;
    // A stop that shall keep nothing more: the run ends without saving its last weights.
    virtual bool aborted() = 0;
    virtual LiveSettings settings() = 0;
    // Cancels what blocks (a feed that waits, an evaluation) when a stop shall not wait for it.
    virtual std::stop_token stopToken() = 0;
    // The session thread does not come back from a step: the run is over without it, and told as finished. On another
    // thread. Should it come back, nobody hears of it, and proceed() is false.
    virtual void abandon(const Finished& finished) = 0;
};

} // namespace belfry
