#include "core/exchange/cpu_exchange.h"

namespace belfry {

void CpuExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    at::Tensor variables;
    for (int t = 0; t < team.size() && !variables.defined(); ++t)
        if (team.tower(t).device().is_cpu()) // its own weights are the variables: one copy less in every step
            variables = team.tower(t).weights();
    if (!variables.defined())
        variables = copyForDevices(team.tower(0)); // they copy from it by themselves
    start(team, variables, std::nullopt, optimizer, rules);
}

} // namespace belfry
