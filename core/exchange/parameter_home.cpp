#include "core/exchange/parameter_home.h"

#include "core/base/stopwatch.h"
#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <numeric>

namespace belfry {

ParameterHome::ParameterHome(at::Tensor weights, std::optional<c10::Stream> stream, const Blueprint& blueprint,
                             Optimizer& optimizer, const UpdateRules& rules, std::int64_t piece)
    : stream_(stream), piece_(piece), clock_(weights.device()), optimizer_(optimizer),
      variables_(std::move(weights), stream, blueprint, optimizer, rules) {
    const c10::OptionalStreamGuard guard(stream_);
    mean_ = at::empty({0}, variables_.weights().options());
}

void ParameterHome::step(TowerTeam& team, const ExchangeStep& step, const Updated& updated) {
    const c10::OptionalStreamGuard guard(stream_);
    if (stream_) {
        waitBehind(team);
        clock_.start();
    }
    const Stopwatch watch;
    const Gradients gradients = gather(team, step);
    takeMeanOf(gradients);
    hostTimes_ = {.exchange = static_cast<float>(1000 * watch.seconds())};
    if (stream_)
        stepOnDevice(gradients, step.rate);
    else
        stepOnHost(gradients, step.rate, updated);
}

// All towers, also those that saw no images: they may still be taking the weights that this step updates.
void ParameterHome::waitBehind(TowerTeam& team) {
    for (int t = 0; t < team.size(); ++t) {
        if (static_cast<std::size_t>(t) == queued_.size())
            queued_.emplace_back();
        const std::optional<c10::Stream> stream = team.tower(t).stream();
        if (!stream || *stream == *stream_)
            continue;
        DeviceEvent& queued = queued_[static_cast<std::size_t>(t)];
        queued.record(c10::cuda::CUDAStream(*stream));
        queued.block(c10::cuda::CUDAStream(*stream_));
    }
}

void ParameterHome::stepOnDevice(const Gradients& gradients, double rate) {
    average(gradients, 0, mean_.numel());
    clock_.end(&StageTimes::exchange);
    optimizer_.beginStep();
    variables_.step(mean_, rate);
    clock_.end(&StageTimes::update);
}

void ParameterHome::stepOnHost(const Gradients& gradients, double rate, const Updated& updated) {
    auto* mean = mean_.data_ptr<float>();
    Stopwatch lap;
    const auto takeMean = [&](std::int64_t begin, std::int64_t end) {
        await(gradients, begin);
        average(gradients, begin, end);
        hostTimes_.exchange += lap.lap();
        variables_.addPenalty(mean, begin, end);
        hostTimes_.update += lap.lap();
    };
    const auto update = [&](std::int64_t begin, std::int64_t end) {
        variables_.update(mean, begin, end);
        hostTimes_.update += lap.lap();
        if (updated)
            updated(begin, end);
        hostTimes_.exchange += lap.lap();
    };
    optimizer_.beginStep();
    variables_.takeNumbers(rate);
    if (!variables_.looksAtTheWhole())
        return forPieces([&](std::int64_t begin, std::int64_t end) {
            takeMean(begin, end);
            update(begin, end);
        });
    forPieces(takeMean);
    variables_.refuseOddNumbers(mean);
    variables_.clip(mean);
    hostTimes_.update += lap.lap();
    forPieces(update);
}

void ParameterHome::forPieces(const Updated& work) const {
    for (std::int64_t begin = 0; begin < mean_.numel(); begin += piece_)
        work(begin, std::min(begin + piece_, mean_.numel()));
}

ParameterHome::Gradients ParameterHome::gather(TowerTeam& team, const ExchangeStep& step) {
    const double total = static_cast<double>(std::accumulate(step.images.begin(), step.images.end(), std::int64_t{0}));
    Gradients gradients;
    for (int t = 0; t < team.size(); ++t) {
        const std::int64_t images = step.images[static_cast<std::size_t>(t)];
        if (images == 0)
            continue;
        gradients.vectors.push_back(bring(team.tower(t)));
        gradients.towers.push_back(t);
        gradients.scales.push_back(static_cast<float>(static_cast<double>(images) / total));
    }
    return gradients;
}

// The tower's gradient on the home's device. From a device to the CPU it only sets out, on the tower's stream and
// behind its last weights: all devices send at once. Between devices it goes in turn, once all towers are done.
at::Tensor ParameterHome::bring(Tower& tower) {
    const at::Tensor& gradient = tower.gradient();
    const at::Tensor& weights = variables_.weights();
    if (gradient.device() == weights.device())
        return gradient;
    const auto index = static_cast<std::size_t>(tower.index());
    staging_.resize(std::max(staging_.size(), index + 1));
    at::Tensor& staged = staging_[index];
    if (!staged.defined())
        staged = stream_ ? at::empty(weights.sizes(), weights.options()) : pageLocked(weights.sizes(), at::kFloat);
    const c10::OptionalStreamGuard guard(tower.stream());
    if (stream_) {
        const c10::OptionalStreamGuard home(stream_); // both are current, each on its device, and the copy minds both
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

// Until that piece of every gradient is there.
void ParameterHome::await(const Gradients& gradients, std::int64_t begin) const {
    for (const int tower : gradients.towers)
        if (const auto t = static_cast<std::size_t>(tower); t < arrivals_.size() && !arrivals_[t].empty())
            arrivals_[t][static_cast<std::size_t>(begin / piece_)].wait();
}

ExchangeTimes ParameterHome::times(int behind) const {
    if (!stream_)
        return hostTimes_;
    StageTimes times;
    clock_.read(times, behind);
    return {.exchange = times.exchange, .update = times.update};
}

// The mean of one gradient is that gradient: no pass over memory for what is most runs on one device.
void ParameterHome::takeMeanOf(const Gradients& gradients) {
    if (gradients.vectors.size() > 1 && !sum_.defined())
        sum_ = at::empty_like(variables_.weights());
    mean_ = gradients.vectors.size() == 1 ? gradients.vectors[0] : sum_;
}

void ParameterHome::average(const Gradients& gradients, std::int64_t begin, std::int64_t end) {
    if (gradients.vectors.size() == 1)
        return;
    std::vector<const float*> terms;
    for (const at::Tensor& gradient : gradients.vectors)
        terms.push_back(gradient.const_data_ptr<float>());
    weightedSum(placeOf(mean_.device()), mean_.data_ptr<float>(), terms.data(), gradients.scales.data(),
                static_cast<int>(terms.size()), begin, end);
}

void ParameterHome::synchronise() const {
    if (stream_)
        stream_->synchronize();
}

} // namespace belfry
