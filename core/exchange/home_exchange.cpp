#include "core/exchange/home_exchange.h"

#include "core/base/stopwatch.h"
#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>

namespace belfry {

at::Tensor copyForDevices(Tower& tower) {
    const c10::OptionalStreamGuard guard(tower.stream()); // what is queued there may not have reached them yet
    at::Tensor copy = pageLocked(tower.weights().sizes(), at::kFloat);
    return copy.copy_(tower.weights());
}

void HomeExchange::settle(at::Tensor variables, std::optional<c10::Stream> stream, Optimizer& optimizer,
                          const UpdateRules& rules) {
    ahead_ = rules.unseen && stream.has_value();
    home_.emplace(std::move(variables), stream, team_->tower(0).blueprint(), optimizer, rules);
    for (int t = 0; t < team_->size(); ++t)
        ways_.push_back(team_->tower(t).stream() ? std::make_unique<StageClock>(team_->tower(t).device()) : nullptr);
}

ExchangeTimes HomeExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    home_->step(*team_, step);
    if (ahead_)
        return {};
    home_->synchronise();
    team_->run([this](Tower& tower) {
        const c10::OptionalStreamGuard guard(tower.stream());
        StageClock* way = ways_[static_cast<std::size_t>(tower.index())].get();
        if (way)
            way->start();
        tower.takeWeights(home_->variables().weights());
        if (way)
            way->end(&StageTimes::exchange);
    });
    const float update = home_->times().update;
    return {.exchange = watch.lap() - update, .update = update};
}

ExchangeTimes HomeExchange::afterwards(int tower, int behind) {
    if (ahead_)
        return home_->times(behind);
    const StageClock* way = ways_[static_cast<std::size_t>(tower)].get();
    StageTimes times;
    if (way)
        way->read(times, behind);
    return {.exchange = times.exchange};
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
