#include "core/exchange/first_exchange.h"

namespace belfry {

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    Tower& first = team.tower(0);
    home_.emplace(first.weights(), first.stream(), first.blueprint(), optimizer, rules);
}

} // namespace belfry
