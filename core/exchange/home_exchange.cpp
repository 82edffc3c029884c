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
