// A run's exchange, from the plan's word to one that is attached; `auto` is resolved here. Session thread; internal to
// the engine (ATen).
#pragma once

#include "core/exchange/checking_exchange.h"
#include "core/train/plan.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct StartedExchange {
    std::unique_ptr<Exchange> exchange;
    std::string name;                           // of the strategy
    bool ahead = false;                         // updates are queued before the host knows their gradients
    std::vector<ExchangeTrial> trials;          // that `auto` was resolved by
    std::vector<Text> problems;                 // of strategies that failed to start
    const CheckingExchange* checking = nullptr; // `exchange` itself, when the plan wants it checked

    // For people; none when nothing was tried or checked.
    std::vector<Text> trialRemarks() const;
    std::vector<Text> deviationRemarks() const;
    // The fault in the sums or the replicas after `step`; empty if there is none.
    Text fault(std::int64_t step) const;
};

// Attaches it to the towers, which get `weights` (a trial changes what they hold before). mayRunAhead: where the
// exchange can (RunAhead::queuesOnly). make: instead of the plan's.
StartedExchange startExchange(const Plan& plan, TowerTeam& team, Optimizer& optimizer,
                              const std::vector<float>& weights, bool mayRunAhead,
                              const std::function<std::unique_ptr<Exchange>(TowerTeam&)>& make = {});

} // namespace belfry
