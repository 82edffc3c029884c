// Texts about a measurement of scaling beside its sentence, and the plan that follows its advice. GUI thread only.
#pragma once

#include "core/study/scaling.h"

#include <QString>

namespace belfry {

// "Model: one tower takes 12.3 ms for 64 images; ..."; "" before anything is known.
QString scalingModelText(const ScalingFinding& finding);

// The plan with the advice followed; the same one where there is nothing to follow.
Plan advisedPlan(const Plan& plan, const Advice& advice);
// The changes: "2 towers, exchange allreduce".
QString adviceChanges(const Plan& plan, const Advice& advice);

} // namespace belfry
