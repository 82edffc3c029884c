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

void HomeExchange::restore(std::span<const float> weights, std::span<const float> average,
                           std::span<const std::vector<float>> optimizerState) {
    home_->restore(weights, average, optimizerState);
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
    at::Tensor variables;
    for (int t = 0; t < team.size() && !variables.defined(); ++t)
        if (team.tower(t).device().is_cpu()) // its own weights are the variables: one copy less in every step
            variables = team.tower(t).weights();
    if (!variables.defined())
        variables = team.tower(0).weights().cpu();
    home_.emplace(variables, std::nullopt, optimizer, rules);
}

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    Tower& first = team.tower(0);
    home_.emplace(first.weights(), first.stream(), optimizer, rules);
}

} // namespace belfry
