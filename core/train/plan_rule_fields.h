// The rows of a plan's table that say how a gradient changes the weights: the optimizer's numbers, the schedule and the
// rules around both. Internal to plan_fields.cpp.
#pragma once

#include "core/train/plan_fields.h"

#include <vector>

namespace belfry {

using PlanRows = std::vector<PlanField>;

constexpr double kMaxPlanEpochs = 1e6, kMaxPlanSteps = 1e12;

PlanRows optimizerFields();
PlanRows scheduleFields();
PlanRows ruleFields();

} // namespace belfry
