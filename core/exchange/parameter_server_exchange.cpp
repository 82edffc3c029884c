#include "core/exchange/parameter_server_exchange.h"

#include "core/base/stopwatch.h"
#include "core/exchange/host_gradients.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>

namespace belfry {

void ParameterServerExchange::start(TowerTeam& team, at::Tensor variables, std::optional<c10::Stream> stream,
                                    Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    ahead_ = rules.haltUnlessFinite && stream.has_value();
    server_.emplace(team, std::move(variables), stream, optimizer, rules, piece_);
    transferClocks_.clear();
    for (Tower& tower : team)
        transferClocks_.push_back(tower.stream() ? std::make_unique<StageClock>(tower.device()) : nullptr);
}

ExchangeTimes ParameterServerExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    if (ahead_) {
        server_->step(step, ParameterServer::Towers::Idle);
        if (team_->size() > 1)
            sendBehind();
        return {};
    }
    server_->step(step, ParameterServer::Towers::Idle,
                  [this](std::int64_t begin, std::int64_t end) { send(begin, end); });
    server_->store().synchronize();
    const at::Tensor& weights = server_->weights();
    if (!weights.is_cpu()) // one on a device works on the whole vector, and is waited for first
        send(0, weights.numel());
    team_->run([&weights](Tower& tower) { // towers on the CPU copy in parallel
        if (!tower.stream())
            tower.takeWeights(weights);
    });
    const float update = server_->times().update;
    return {.exchange = watch.lap() - update, .update = update};
}

// The same as send(), in the order of the devices: no tower takes weights before they are updated. That the server
// does not update what is still being taken is the next step()'s care.
void ParameterServerExchange::sendBehind() {
    const c10::cuda::CUDAStream server(*server_->stream());
    updated_.record(server);
    for (Tower& tower : *team_)
        updated_.block(c10::cuda::CUDAStream(*tower.stream()));
    const c10::OptionalStreamGuard guard(server_->stream()); // on which copies to other devices run
    send(0, server_->weights().numel());
}

// A part of the variables to every tower on CUDA, on its own stream.
void ParameterServerExchange::send(std::int64_t begin, std::int64_t end) {
    const at::Tensor& weights = server_->weights();
    for (Tower& tower : *team_) {
        StageClock* clock = transferClocks_[static_cast<std::size_t>(tower.index())].get();
        if (!clock)
            continue;
        const c10::OptionalStreamGuard guard(tower.stream());
        if (begin == 0)
            clock->start();
        tower.takeWeights(weights, begin, end);
        if (end == weights.numel())
            clock->end(&StageTimes::exchange);
    }
}

void ParameterServerExchange::useGraphs() {
    server_->useGraphs();
    for (const auto& clock : transferClocks_)
        if (clock)
            clock->sample();
    if (ahead_ && team_->size() == 1) // whose stream is the server's
        team_->tower(0).deferReplays();
}

ExchangeTimes ParameterServerExchange::deviceTimes(int tower, int stepsAgo) const {
    ExchangeTimes times = ahead_ ? server_->times(stepsAgo) : ExchangeTimes{};
    StageTimes sent;
    if (const StageClock* clock = transferClocks_[static_cast<std::size_t>(tower)].get())
        clock->read(sent, stepsAgo);
    times.exchange += sent.exchange;
    return times;
}

void ParameterServerExchange::restartClocks() {
    server_->restartClock();
    for (const auto& clock : transferClocks_)
        if (clock)
            clock->restart();
}

void CpuExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    start(team, weightsOnHost(team), std::nullopt, optimizer, rules); // other towers copy from it by themselves
}

bool FirstExchange::queuesOnly(TowerTeam& team) const {
    for (Tower& tower : team)
        if (!tower.stream())
            return team.size() == 1;
    return true;
}

void FirstExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    Tower& first = team.tower(0);
    start(team, first.weights(), first.stream(), optimizer, rules);
}

// A copy even of a CPU tower's weights: they change while that tower computes.
void AsyncExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    Tower& first = team.tower(0);
    start(team, first.stream() ? copyForDevices(first) : first.weights().clone(), std::nullopt, optimizer, rules);
}

ExchangeTimes AsyncExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    server_->step(step, ParameterServer::Towers::AtWork);
    const auto brought = std::ranges::find_if(step.images, [](std::int64_t images) { return images > 0; });
    Tower& tower = team_->tower(static_cast<int>(brought - step.images.begin()));
    tower.takeWeights(server_->weights());
    tower.synchronize(); // the next update writes what is being copied
    const float update = server_->times().update;
    return {.exchange = watch.lap() - update, .update = update};
}

} // namespace belfry
