// What a measurement of scaling says beside its sentence, and what becomes of a plan that follows it. GUI thread only.
#pragma once

#include "core/study/scaling.h"

#include <QString>

namespace belfry {

// "The model: one tower takes 12.3 ms for 64 images; ..."; "" before anything is known.
QString scalingModelText(const ScalingFinding& finding);

// The plan with the advice followed; the same one where there is nothing to follow.
Plan advisedPlan(const Plan& plan, const Advice& advice);
// What it changes: "2 towers, exchange allreduce".
QString adviceChanges(const Plan& plan, const Advice& advice);

} // namespace belfry
