// How many steps a plan has and which learning rate each gets. Steps are of the global batch: an epoch is the same
// number of images for any number of towers, so decay and warm-up counted in epochs are too. Pure functions; any
// thread.
#pragma once

#include "core/optim/schedule.h"
#include "core/train/plan.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace belfry {

// trainImages, here and below: size of the training split, at least 1. The last step of an epoch may be short.
std::int64_t stepsPerEpoch(const Plan& plan, std::int64_t trainImages);
std::int64_t totalSteps(const Plan& plan, std::int64_t trainImages);

std::unique_ptr<Schedule> scheduleOf(const Plan& plan, std::int64_t trainImages);

struct RatePoint {
    std::int64_t step = 0; // 1 for the first update, as in StepDone
    double rate = 0;
};
// The whole curve as at most `maxPoints` points (at least 2), the first and the last step among them. Throws
// Error(Usage) when validate() would for the schedule's name.
std::vector<RatePoint> rateCurve(const Plan& plan, std::int64_t trainImages, int maxPoints = 512);

} // namespace belfry
