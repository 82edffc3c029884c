// One step of a run, from its batch until it is reported. Plain values; internal to the engine (ATen).
#pragma once

#include "core/base/text.h"
#include "core/optim/optimizer.h"
#include "core/tower/tower.h"
#include "core/train/training_state.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace belfry {

struct StepSums : TrainingSums {
    bool finite = true; // losses and gradients
    void add(const TowerStep& step) {
        *this += {step.lossSum, step.correct, step.images};
        finite = finite && step.finite;
    }
    void add(const StepSums& more) {
        *this += more;
        finite = finite && more.finite;
    }
};

struct Step {
    std::int64_t number = 0;                             // 1 for the first
    double rate = 0;                                     // learning rate
    double pull = UpdateStep::kNoPull, averageShare = 1; // as in UpdateStep
    std::array<double, kRateGroups> groupRates = UpdateStep::allAtOneRate();
    std::array<std::int64_t, kRateGroups> groupBefore{}; // as UpdateStep's
    int tower = -1; // whose step it is, where towers do not wait for one another; -1: all towers'
    std::vector<std::int64_t> towerImages; // of its batch, per tower
    std::int64_t images = 0;               // seen with it, since the start of the run
    StepSums sums;
    std::vector<StageTimes> times;      // per tower
    std::vector<std::int64_t> computed; // per tower: which of its compute() calls it was
    double seconds = 0;                 // of training: at its begin, then with it
    float milliseconds = 0;             // since the step before was done
    float queueFill = -1;
    std::int64_t staleness = -1; // of its gradient
    float sumsOnTheWay = 0;      // milliseconds, of this rank's sums over a network ...
    std::int64_t sentBytes = 0;  // ... and what they sent; 0: none, or not known
};

// How the towers of a run compute the gradients of a step: together, on one batch (synchronous_runner.h), or each on a
// batch of its own (async_runner.h). Session thread only; internal to the engine (ATen).
class StepRunner {
public:
    virtual ~StepRunner() = default;
    // Computes the next gradient and fills in the step's images, times and sums. newSteps: how many towers may be given
    // a batch at most. False: there is no gradient, as a stop reached the feed or no tower is at work. Rethrows a
    // tower's failure.
    virtual bool compute(Step& step, std::int64_t newSteps, const std::stop_token& stop) = 0;
    // An update was made with the step's gradient.
    virtual void updated(const Step& step) { (void)step; }
    // All towers were given the newest weights.
    virtual void aligned() {}
    // No tower is at work: nothing is lost by a checkpoint or an end.
    virtual bool idle() const { return true; }
    // On the steps so far, for the end of the run; empty: nothing to say.
    virtual Text remark() const { return {}; }
};

} // namespace belfry
