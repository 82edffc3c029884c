#include "core/exchange/first_exchange.h"

namespace belfry {

bool FirstExchange::queues(TowerTeam& team) const {
    bool onDevices = true;
    for (int t = 0; t < team.size(); ++t)
        onDevices = onDevices && team.tower(t).stream();
    return onDevices || team.size() == 1;
}

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    Tower& first = team.tower(0);
    settle(first.weights(), first.stream(), optimizer, rules);
}

} // namespace belfry
