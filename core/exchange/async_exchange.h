// `async`: the variables live on the CPU, and every tower brings its gradient and takes new weights when it is ready,
// without a look at the others. What a tower computed belongs to weights that are some updates old by then: stale.
#pragma once

#include "core/exchange/parameter_server_exchange.h"

namespace belfry {

class AsyncExchange : public ParameterServerExchange {
public:
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    // One tower's step: it alone has seen images, and it alone gets the new weights. Others may be at work.
    ExchangeTimes finish(const ExchangeStep& step) override;
    RunAhead* runAhead() override { return nullptr; }
};

} // namespace belfry
