#include "core/exchange/home_exchange.h"

#include "core/base/stopwatch.h"

namespace belfry {

ExchangeTimes HomeExchange::finish(const ExchangeStep& step) {
    ExchangeTimes times = home_->step(*team_, step);
    Stopwatch watch;
    spread();
    times.exchange += watch.lap();
    return times;
}

void HomeExchange::setWeights(std::span<const float> weights) {
    home_->setWeights(weights);
    spread();
}

void HomeExchange::spread() {
    home_->synchronise();
    const at::Tensor& variables = home_->weights();
    // On each tower's own thread and stream: towers on the CPU copy in parallel.
    team_->run([&variables](Tower& tower) { tower.takeWeights(variables); });
}

void CpuExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    home_.emplace(team.tower(0).weights().to(at::kCPU, /*non_blocking=*/false, /*copy=*/true), std::nullopt, optimizer,
                  rules);
}

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    Tower& first = team.tower(0);
    home_.emplace(first.weights(), first.stream(), optimizer, rules);
}

} // namespace belfry
