#include "core/exchange/home_exchange.h"

#include "core/base/stopwatch.h"

namespace belfry {

void HomeExchange::settle(at::Tensor variables, std::optional<c10::Stream> stream, Optimizer& optimizer,
                          const UpdateRules& rules) {
    ahead_ = rules.unseen && stream.has_value();
    home_.emplace(std::move(variables), stream, team_->tower(0).blueprint(), optimizer, rules);
}

ExchangeTimes HomeExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    home_->step(*team_, step);
    if (ahead_)
        return {};
    spread(); // waits for the home
    const float update = home_->times().update;
    return {.exchange = watch.lap() - update, .update = update};
}

ExchangeTimes HomeExchange::afterwards(int behind) {
    return ahead_ ? home_->times(behind) : ExchangeTimes{};
}

void HomeExchange::setWeights(std::span<const float> weights) {
    home_->variables().setWeights(weights);
    spread();
}

void HomeExchange::restore(std::span<const float> weights, std::span<const float> average,
                           std::span<const std::vector<float>> optimizerState) {
    home_->variables().restore(weights, average, optimizerState);
    spread();
}

void HomeExchange::spread() {
    home_->synchronise();
    const at::Tensor& variables = home_->variables().weights();
    // On each tower's own thread and stream: towers on the CPU copy in parallel.
    team_->run([&variables](Tower& tower) { tower.takeWeights(variables); });
}

} // namespace belfry
