// `cpu`, the seeds' diagram: variables, mean and update on the CPU. A tower on the CPU lends its own weights for them.
#pragma once

#include "core/exchange/home_exchange.h"

namespace belfry {

class CpuExchange : public HomeExchange {
public:
    using HomeExchange::HomeExchange;
    bool queues(TowerTeam& team) const override { return team.size() == 1 && team.tower(0).device().is_cpu(); }
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

} // namespace belfry
