// How the towers of a run compute the gradients of a step: together, on one batch (synchronous_runner.h), or each on a
// batch of its own (async_runner.h). Session thread only; internal to the engine (ATen).
#pragma once

#include "core/base/text.h"
#include "core/train/step.h"

#include <cstdint>
#include <stop_token>

namespace belfry {

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
