#include "core/train/live_settings.h"

#include "core/train/plan.h"

namespace belfry {

LiveSettings liveSettings(const Plan& plan) { return {plan.learningRate, plan.epochs, plan.checkpointEvery}; }

void apply(const LiveSettings& settings, Plan& plan) {
    plan.learningRate = settings.learningRate;
    plan.epochs = settings.epochs;
    plan.checkpointEvery = settings.checkpointEvery;
}

} // namespace belfry
