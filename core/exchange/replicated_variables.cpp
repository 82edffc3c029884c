#include "core/exchange/replicated_variables.h"

#include <c10/core/StreamGuard.h>

namespace belfry {

ReplicatedVariables::ReplicatedVariables(TowerTeam& team, const Optimizer& optimizer, const UpdateRules& rules,
                                         const Watchdog& watchdog)
    : watchdog_(watchdog) {
    for (Tower& tower : team) {
        replicas_.emplace_back(tower.weights(), tower.stream(), tower.blueprint(), optimizer, rules);
        const c10::OptionalStreamGuard guard(tower.stream());
        means_.push_back(at::zeros_like(tower.weights()));
    }
}

void ReplicatedVariables::setWeights(std::span<const float> weights) {
    for (Variables& replica : replicas_)
        replica.setWeights(weights);
}

void ReplicatedVariables::restore(std::span<const float> weights, std::span<const float> average,
                                  std::span<const std::vector<float>> optimizerState) {
    for (Variables& replica : replicas_)
        replica.restore(weights, average, optimizerState);
}

} // namespace belfry
