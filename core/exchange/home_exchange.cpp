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
    home_.emplace(std::move(variables), stream, team_->tower(0).blueprint(), optimizer, rules, piece_);
    for (int t = 0; t < team_->size(); ++t)
        ways_.push_back(team_->tower(t).stream() ? std::make_unique<StageClock>(team_->tower(t).device()) : nullptr);
}

ExchangeTimes HomeExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    if (ahead_) {
        home_->step(*team_, step);
        return {};
    }
    home_->step(*team_, step, [this](std::int64_t begin, std::int64_t end) { send(begin, end); });
    home_->synchronise();
    const at::Tensor& weights = home_->variables().weights();
    if (!variablesAreOnHost()) // one on a device works on the whole vector, and is waited for first
        send(0, weights.numel());
    team_->run([&weights](Tower& tower) { // towers on the CPU copy in parallel
        if (!tower.stream())
            tower.takeWeights(weights);
    });
    const float update = home_->times().update;
    return {.exchange = watch.lap() - update, .update = update};
}

// A part of the variables to every tower on CUDA, on its own stream.
void HomeExchange::send(std::int64_t begin, std::int64_t end) {
    const at::Tensor& weights = home_->variables().weights();
    for (int t = 0; t < team_->size(); ++t) {
        StageClock* way = ways_[static_cast<std::size_t>(t)].get();
        if (!way)
            continue;
        Tower& tower = team_->tower(t);
        const c10::OptionalStreamGuard guard(tower.stream());
        if (begin == 0)
            way->start();
        tower.takeWeights(weights, begin, end);
        if (end == weights.numel())
            way->end(&StageTimes::exchange);
    }
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
    team_->run([&variables](Tower& tower) { tower.takeWeights(variables); });
}

} // namespace belfry
