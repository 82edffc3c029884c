#include "core/exchange/parameter_server.h"

#include "core/base/stopwatch.h"
#include "core/exchange/pieces.h"
#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>

namespace belfry {

ParameterServer::ParameterServer(TowerTeam& team, at::Tensor weights, std::optional<c10::Stream> stream,
                                 Optimizer& optimizer, const UpdateRules& rules, std::int64_t piece)
    : team_(team), stream_(stream), piece_(piece), clock_(weights.device()), optimizer_(optimizer),
      store_(team, std::move(weights), stream, optimizer, rules) {
    const c10::OptionalStreamGuard guard(stream_);
    mean() = at::empty({0}, this->weights().options());
}

void ParameterServer::step(const ExchangeStep& step, Towers towers, const Updated& updated) {
    const c10::OptionalStreamGuard guard(stream_);
    if (stream_) {
        waitForTowers();
        clock_.start();
    }
    const Stopwatch watch;
    const Gradients gradients = gather(step);
    takeMeanOf(gradients);
    hostTimes_ = {.exchange = static_cast<float>(1000 * watch.seconds())};
    if (stream_)
        stepOnDevice(gradients, step.update);
    else
        stepOnHost(gradients, step.update, towers, updated);
}

// All towers, also those that saw no images: they may still be taking the weights that this step updates.
void ParameterServer::waitForTowers() {
    for (Tower& tower : team_) {
        const auto t = static_cast<std::size_t>(tower.index());
        if (t == queued_.size())
            queued_.emplace_back();
        const std::optional<c10::Stream> stream = tower.stream();
        if (!stream || *stream == *stream_)
            continue;
        DeviceEvent& queued = queued_[t];
        queued.record(c10::cuda::CUDAStream(*stream));
        queued.block(c10::cuda::CUDAStream(*stream_));
    }
}

void ParameterServer::stepOnDevice(const Gradients& gradients, const UpdateStep& step) {
    average(gradients, 0, mean().numel());
    clock_.end(&StageTimes::exchange);
    optimizer_.beginStep();
    store_.variables().step(mean(), step, team_.size() == 1 ? team_.tower(0).takePending() : Tower::Pending{});
    clock_.end(&StageTimes::update);
}

void ParameterServer::stepOnHost(const Gradients& gradients, const UpdateStep& step, Towers towers,
                                 const Updated& updated) {
    Variables& variables = store_.variables();
    auto* mean = this->mean().data_ptr<float>();
    Stopwatch lap;
    const auto takeMean = [&](std::int64_t begin, std::int64_t end) {
        await(gradients, begin);
        average(gradients, begin, end);
        hostTimes_.exchange += lap.lap();
        variables.addPenalty(mean, begin, end);
        hostTimes_.update += lap.lap();
    };
    const auto update = [&](std::int64_t begin, std::int64_t end) {
        variables.update(mean, begin, end);
        hostTimes_.update += lap.lap();
        if (updated)
            updated(begin, end);
        hostTimes_.exchange += lap.lap();
    };
    optimizer_.beginStep();
    variables.setStepNumbers(step);
    if (!variables.needsWholeMean())
        return forPieces([&](std::int64_t begin, std::int64_t end) {
            takeMean(begin, end);
            update(begin, end);
        });
    forPieces(takeMean);
    variables.haltUnlessFinite(mean);
    variables.clip(mean);
    if (towers == Towers::Idle)
        orthogonaliseByTowers(team_, variables, mean);
    else
        variables.orthogonalise(mean);
    hostTimes_.update += lap.lap();
    forPieces(update);
}

void ParameterServer::forPieces(const Updated& work) {
    for (std::int64_t begin = 0; begin < mean().numel(); begin += piece_)
        work(begin, std::min(begin + piece_, mean().numel()));
}

ParameterServer::Gradients ParameterServer::gather(const ExchangeStep& step) {
    const std::vector<double> weights = imageWeights(step.images);
    Gradients gradients;
    for (Tower& tower : team_) {
        const auto t = static_cast<std::size_t>(tower.index());
        if (step.images[t] == 0)
            continue;
        gradients.vectors.push_back(fetch(tower));
        gradients.towers.push_back(tower.index());
        gradients.scales.push_back(static_cast<float>(weights[t]));
    }
    return gradients;
}

// The tower's gradient on the server's device. From a device to the CPU it only sets out, on the tower's stream and
// behind its last weights: all devices send at once. Between devices it goes in turn, once all towers are done.
at::Tensor ParameterServer::fetch(Tower& tower) {
    const at::Tensor& gradient = tower.gradient();
    const at::Tensor& weights = this->weights();
    if (gradient.device() == weights.device())
        return gradient;
    const auto index = static_cast<std::size_t>(tower.index());
    staging_.resize(std::max(staging_.size(), index + 1));
    at::Tensor& staged = staging_[index];
    if (!staged.defined())
        staged = stream_ ? at::empty(weights.sizes(), weights.options()) : pageLocked(weights.sizes(), at::kFloat);
    const c10::OptionalStreamGuard guard(tower.stream());
    if (stream_) {
        const c10::OptionalStreamGuard server(stream_); // both are current, each on its device, and the copy minds both
        return staged.copy_(gradient);
    }
    arrivals_.resize(std::max(arrivals_.size(), index + 1));
    const auto pieces = static_cast<std::size_t>((gradient.numel() + piece_ - 1) / piece_);
    while (arrivals_[index].size() < pieces)
        arrivals_[index].emplace_back();
    for (std::size_t p = 0; p < pieces; ++p) {
        const std::int64_t begin = static_cast<std::int64_t>(p) * piece_;
        const std::int64_t count = std::min(piece_, gradient.numel() - begin);
        staged.narrow(0, begin, count).copy_(gradient.narrow(0, begin, count), /*non_blocking=*/true);
        arrivals_[index][p].record(c10::cuda::CUDAStream(*tower.stream()));
    }
    return staged;
}

// Waits until that piece of every gradient has arrived.
void ParameterServer::await(const Gradients& gradients, std::int64_t begin) const {
    for (const int tower : gradients.towers)
        if (const auto t = static_cast<std::size_t>(tower); t < arrivals_.size() && !arrivals_[t].empty())
            arrivals_[t][static_cast<std::size_t>(begin / piece_)].wait();
}

void ParameterServer::useGraphs() {
    store_.variables().useGraph();
    clock_.sample();
}

ExchangeTimes ParameterServer::times(int stepsAgo) const {
    if (!stream_)
        return hostTimes_;
    StageTimes times;
    clock_.read(times, stepsAgo);
    return {.exchange = times.exchange, .update = times.update};
}

// The mean of one gradient is that gradient: no pass over memory in the commonest case, one device.
void ParameterServer::takeMeanOf(const Gradients& gradients) {
    if (gradients.vectors.size() > 1 && !sum_.defined())
        sum_ = at::empty_like(weights());
    mean() = gradients.vectors.size() == 1 ? gradients.vectors[0] : sum_;
}

void ParameterServer::average(const Gradients& gradients, std::int64_t begin, std::int64_t end) {
    if (gradients.vectors.size() == 1)
        return;
    std::vector<const float*> terms;
    for (const at::Tensor& gradient : gradients.vectors)
        terms.push_back(gradient.const_data_ptr<float>());
    weightedSum(contextOf(mean().device()), mean().data_ptr<float>(), terms.data(), gradients.scales.data(),
                static_cast<int>(terms.size()), begin, end);
}

} // namespace belfry
