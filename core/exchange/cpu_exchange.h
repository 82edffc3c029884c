// `cpu`, the seeds' diagram: variables, mean and update on the CPU. A tower on the CPU lends its own weights for them.
#pragma once

#include "core/exchange/parameter_server_exchange.h"

namespace belfry {

class CpuExchange : public ParameterServerExchange {
public:
    using ParameterServerExchange::ParameterServerExchange;
    bool queuesOnly(TowerTeam& team) const override { return team.size() == 1 && team.tower(0).device().is_cpu(); }
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

} // namespace belfry
