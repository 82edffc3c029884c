// One number of towers with one global batch, timed again and again: what scaling.cpp puts together. Internal to
// core/study; any one thread.
#pragma once

#include "core/study/scaling.h"
#include "core/train/placement.h"
#include "core/train/session.h"

#include <stop_token>

namespace belfry {

struct ScalingCase {
    int towers = 1;
    std::int64_t images = 0; // of a step
    std::vector<TowerPlacement> placement;
    std::string exchange;                     // of the plan; after the first measurement the one that `auto` took
    std::vector<double> speeds, milliseconds; // by repeat: images per second, of a step
    std::vector<StageTimes> sums;             // over all measured steps, by tower
    std::int64_t steps = 0;                   // measured, of all repeats

    double meanMilliseconds() const { return spreadOf(milliseconds).mean; }
    std::int64_t largestShare() const { return (images + towers - 1) / towers; }
    int sharing() const;                    // towers on the fullest device
    std::vector<StageTimes> stages() const; // means per step, by tower
};

// One that is not placed yet.
ScalingCase caseOf(const Plan& plan, int towers, std::int64_t images);

// The plan of a case. Its steps change no weights: the rate is next to nothing.
Plan planOf(const Plan& plan, const ScalingCase& one);

// Some warm-up steps, then `steps` measured ones (0: some tenths of a second). Adds one repeat to the case; none when
// a stop came before its end. Throws Error(Training) when the steps fail.
void measureCase(ScalingCase& one, const PreparedRun& base, std::int64_t steps, bool lowPriority,
                 const std::stop_token& stop);

} // namespace belfry
