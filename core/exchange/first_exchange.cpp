#include "core/exchange/first_exchange.h"

namespace belfry {

bool FirstExchange::queuesOnly(TowerTeam& team) const {
    for (int t = 0; t < team.size(); ++t)
        if (!team.tower(t).stream())
            return team.size() == 1;
    return true;
}

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    Tower& first = team.tower(0);
    start(team, first.weights(), first.stream(), optimizer, rules);
}

} // namespace belfry
