#include "core/exchange/home_exchange.h"

#include "core/base/stopwatch.h"

namespace belfry {

ExchangeTimes HomeExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    home_->step(*team_, step);
    spread(); // waits for the home
    const float update = home_->updateTime();
    return {.exchange = watch.lap() - update, .update = update};
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
