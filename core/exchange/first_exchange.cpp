#include "core/exchange/first_exchange.h"

namespace belfry {

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    Tower& first = team.tower(0);
    settle(first.weights(), first.stream(), optimizer, rules);
}

} // namespace belfry
