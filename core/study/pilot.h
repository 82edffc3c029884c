// The first steps of a run, timed and then aborted: nothing is evaluated, saved or kept. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/train/session.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace belfry {

// A plan of steps that are only timed: at a constant rate so small that no loss becomes NaN because of it.
Plan timingPlan(Plan plan);

struct Pilot {
    std::int64_t steps = 0;      // that were made
    std::int64_t totalSteps = 0; // that the whole run would have
    std::int64_t timed = 0;      // of them, after the warm-up
    double milliseconds = 0;     // of those
    bool failed = false;
    Text reason;          // why
    std::string exchange; // that was used, where the plan says `auto`
    // Mean over the timed steps; 0 if there are none.
    double imagesPerSecond(const Plan& plan) const;
};

struct PilotOptions {
    std::int64_t steps = 6;  // at most
    std::int64_t warmUp = 1; // of them are not timed
    bool lowPriority = false;
    // Called on the session thread after every step, also one whose loss is not finite; false ends the pilot.
    std::function<bool(const StepDone&)> watch;
    double seconds = 0; // of the clock on the wall: the first step that ends later is the last; 0: any number
};

// Blocks; a stop request ends it within one step.
Pilot runPilot(PreparedRun prepared, const PilotOptions& options = {}, std::stop_token stop = {});

} // namespace belfry
