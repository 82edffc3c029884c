// Short measurements of the strategies: what `auto` decides by and `belfry-cli bench exchange` prints. Internal to the
// engine (ATen).
#pragma once

#include "core/exchange/exchange.h"

namespace belfry {

// Milliseconds that a step waits for the mean, the update and the new weights of all towers, in the middle of some
// repeats over `seconds` at most; on CUDA until the devices are done. Leaves other weights and gradients in the towers.
double trialOf(const std::string& exchange, TowerTeam& team, const OptimizerSettings& optimizer,
               const UpdateRules& rules, double seconds = 0.15);

// All synchronous strategies that these towers can use, the fastest first.
std::vector<ExchangeTrial> tryExchanges(TowerTeam& team, const OptimizerSettings& optimizer, const UpdateRules& rules);

} // namespace belfry
