// How many steps a plan has and which learning rate each gets. Steps are of the global batch: an epoch is the same
// number of images for any number of towers, so decay and warm-up counted in epochs are too. Pure functions; any
// thread.
#pragma once

#include "core/optim/schedule.h"
#include "core/train/plan.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace belfry {

// trainImages, here and below: size of the training split, at least 1. The last step of an epoch may be short.
std::int64_t stepsPerEpoch(const Plan& plan, std::int64_t trainImages);
std::int64_t totalSteps(const Plan& plan, std::int64_t trainImages);
// The epochs, which may be none of a run that starts from a backbone.
std::int64_t leastEpochs(const Plan& plan, std::int64_t epochs);

std::unique_ptr<Schedule> scheduleOf(const Plan& plan, std::int64_t trainImages);

// UpdateStep::pull after step `step` (1 for the first) of a run of so many: the plan's, or where that is 0, as in
// Jordan 2024, 1 - 0.95^5 (step / totalSteps)^3, and none at the last step, which ends with the slow weights.
double lookaheadPull(const Plan& plan, std::int64_t step, std::int64_t totalSteps);
// UpdateStep::averageShare after a step with which so many images were seen (Izmailov et al. 2018): the average is the
// weights until an epoch ends at swaFrom of the run or later, and from then on the mean of the weights at the ends of
// epochs.
double swaShare(const Plan& plan, std::int64_t images, std::int64_t trainImages, std::int64_t totalSteps);

// UpdateStep::groupRates of a step before which so many images were seen, of a run with a backbone.
std::array<double, kRateGroups> groupRates(const Plan& plan, std::int64_t imagesBefore, std::int64_t trainImages);
// UpdateStep::groupBefore of the same run.
std::array<std::int64_t, kRateGroups> stepsBeforeGroups(const Plan& plan, std::int64_t trainImages);

struct RatePoint {
    std::int64_t step = 0; // 1 for the first update, as in StepDone
    double rate = 0;
};
// The whole curve as at most `maxPoints` points (at least 2), the first and the last step among them. Throws
// Error(Usage) when validate() would for the schedule's name.
std::vector<RatePoint> rateCurve(const Plan& plan, std::int64_t trainImages, int maxPoints = 512);

} // namespace belfry
