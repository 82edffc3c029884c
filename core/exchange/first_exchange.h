// `first`: the first tower's device holds the variables; that tower's own weights are the variables.
#pragma once

#include "core/exchange/parameter_server_exchange.h"

namespace belfry {

class FirstExchange : public ParameterServerExchange {
public:
    bool queuesOnly(TowerTeam& team) const override; // on the devices alone
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

} // namespace belfry
