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
        if (team_->size() > 1)
            sendBehind();
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

// The same as send(), in the order of the devices: no tower takes weights before they are updated. That the home does
// not update what is still being taken is the next step()'s care.
void HomeExchange::sendBehind() {
    const c10::cuda::CUDAStream home(*home_->stream());
    updated_.record(home);
    for (int t = 0; t < team_->size(); ++t)
        updated_.block(c10::cuda::CUDAStream(*team_->tower(t).stream()));
    const c10::OptionalStreamGuard guard(home_->stream()); // on which copies to other devices run
    send(0, home_->variables().weights().numel());
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
    ExchangeTimes times = ahead_ ? home_->times(behind) : ExchangeTimes{};
    StageTimes sent;
    if (const StageClock* way = ways_[static_cast<std::size_t>(tower)].get())
        way->read(sent, behind);
    times.exchange += sent.exchange;
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
    team_->run([&variables](Tower& tower) { tower.takeWeights(variables); });
}

} // namespace belfry
