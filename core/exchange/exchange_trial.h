// Short measurements of the strategies: what `auto` decides by and `belfry-cli bench exchange` prints. Internal to the
// engine (ATen).
#pragma once

#include "core/exchange/exchange.h"

#include <functional>
#include <memory>

namespace belfry {

struct TrialTimes {
    double whole = 0;    // milliseconds that a step waits for the mean, the update and the new weights of all towers
    double exchange = 0; // of those without the update, on the slowest tower
};
// The middle of some repeats over `seconds` at most; on CUDA until the devices are done. Leaves other weights and
// gradients in the towers.
TrialTimes trialOf(const std::string& exchange, TowerTeam& team, const OptimizerSettings& settings,
                   const UpdateRules& rules, double seconds);

struct ExchangeTrials {
    std::vector<ExchangeTrial> done; // the fastest first
    std::vector<Text> problems;      // a sentence for each strategy that did not come up on these devices
    // The fastest itself, if starting it takes long, as libraries between devices do: to be attached anew before it is
    // asked for anything. Null: it is made again.
    std::unique_ptr<Exchange> started;
};

// All synchronous strategies that these towers can use. `make` as makeExchange; `cpu` comes up everywhere.
using MakeExchange = std::function<std::unique_ptr<Exchange>(const std::string& name, TowerTeam&)>;
ExchangeTrials tryExchanges(TowerTeam& team, const OptimizerSettings& settings, const UpdateRules& rules,
                            const MakeExchange& make = makeExchange);

} // namespace belfry
