// The rows of a plan's table for what a run is called and works with: data, network, devices. Part of plan_fields.h;
// any thread.
#pragma once

#include "core/train/plan_fields.h"

namespace belfry {

std::vector<PlanField> runFields();
std::vector<PlanField> dataFields();
std::vector<PlanField> networkFields();
std::vector<PlanField> towerFields();
std::vector<PlanField> feedFields();

} // namespace belfry
