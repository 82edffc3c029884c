// What the loop asks its driver between two steps. The session implements it for a user with buttons; tests may
// implement it to end a run at a chosen step.
#pragma once

#include "core/train/events.h"
#include "core/train/training_state.h"

#include <stop_token>

namespace belfry {

class StepControl {
public:
    virtual ~StepControl() = default;
    // Before every step, on the session thread; blocks while paused. False: stop now.
    virtual bool proceed(bool epochStarts) = 0;
    // The next proceed() will wait for a resume.
    virtual bool pausing() = 0;
    // Stopped without keeping anything more: the run ends and its last weights are not saved.
    virtual bool aborted() = 0;
    virtual LiveSettings settings() = 0;
    // Cancels what blocks (a feed that waits, an evaluation) when a stop must not wait for it.
    virtual std::stop_token stopToken() = 0;
    // The session thread hangs in a step: the run is over without it and reported as finished. Called on another
    // thread. If the thread continues later, its events are dropped, and proceed() is false.
    virtual void abandon(const Finished& finished) = 0;
};

} // namespace belfry
