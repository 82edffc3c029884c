// A plan whose steps take next to no time.
#pragma once

#include "core/train/plan.h"

namespace belfry::test {

inline Plan smallPlan() {
    Plan plan;
    plan.devices = {"cpu"};
    plan.model = "mlp";
    plan.mlp = {.hiddenLayers = 1, .width = 16};
    plan.batchPerTower = 32;
    return plan;
}

} // namespace belfry::test
