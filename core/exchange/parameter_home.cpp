#include "core/exchange/parameter_home.h"

#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <numeric>

namespace belfry {

ParameterHome::ParameterHome(at::Tensor weights, std::optional<c10::Stream> stream, const Blueprint& blueprint,
                             Optimizer& optimizer, const UpdateRules& rules)
    : stream_(stream), clock_(weights.device()), optimizer_(optimizer),
      variables_(std::move(weights), stream, blueprint, optimizer, rules) {
    const c10::OptionalStreamGuard guard(stream_);
    mean_ = at::empty({0}, variables_.weights().options());
}

void ParameterHome::step(TowerTeam& team, const ExchangeStep& step) {
    const c10::OptionalStreamGuard guard(stream_);
    clock_.start();
    const double total = static_cast<double>(std::accumulate(step.images.begin(), step.images.end(), std::int64_t{0}));
    std::vector<at::Tensor> gradients;
    std::vector<float> scales;
    for (int t = 0; t < team.size(); ++t) {
        const std::int64_t images = step.images[static_cast<std::size_t>(t)];
        if (images == 0)
            continue;
        gradients.push_back(bring(team.tower(t)));
        scales.push_back(static_cast<float>(static_cast<double>(images) / total));
    }
    if (!stream_) // they were sent for all at once, and behind the last weights, which are about to change
        for (int t = 0; t < team.size(); ++t)
            if (const auto stream = team.tower(t).stream(); stream && step.images[static_cast<std::size_t>(t)] > 0)
                stream->synchronize();
    average(gradients, scales);
    clock_.end(&StageTimes::exchange);
    auto* mean = mean_.data_ptr<float>();
    variables_.addPenalty(mean, 0, mean_.numel());
    variables_.refuseOddNumbers(mean);
    variables_.clip(mean);
    optimizer_.beginStep();
    variables_.update(mean, 0, mean_.numel(), step.rate);
    clock_.end(&StageTimes::update);
}

// The tower's gradient on the home's device. From a device to the CPU it only sets out, on the tower's stream.
at::Tensor ParameterHome::bring(Tower& tower) {
    const at::Tensor& gradient = tower.gradient();
    const at::Tensor& weights = variables_.weights();
    if (gradient.device() == weights.device())
        return gradient;
    staging_.resize(std::max(staging_.size(), static_cast<std::size_t>(tower.index()) + 1));
    at::Tensor& staged = staging_[static_cast<std::size_t>(tower.index())];
    if (!staged.defined())
        staged = stream_ ? at::empty(weights.sizes(), weights.options()) : pageLocked(weights.sizes(), at::kFloat);
    const c10::OptionalStreamGuard guard(stream_ ? stream_ : tower.stream());
    return staged.copy_(gradient, /*non_blocking=*/!stream_);
}

ExchangeTimes ParameterHome::times(int behind) const {
    StageTimes times;
    clock_.read(times, behind);
    return {.exchange = times.exchange, .update = times.update};
}

// The mean of one gradient is that gradient: no pass over memory for what is most runs on one device.
void ParameterHome::average(const std::vector<at::Tensor>& gradients, const std::vector<float>& scales) {
    if (gradients.size() == 1) {
        mean_ = gradients[0];
        return;
    }
    if (!sum_.defined())
        sum_ = at::empty_like(variables_.weights());
    mean_ = sum_;
    std::vector<const float*> terms;
    for (const at::Tensor& gradient : gradients)
        terms.push_back(gradient.const_data_ptr<float>());
    weightedSum(placeOf(mean_.device()), mean_.data_ptr<float>(), terms.data(), scales.data(),
                static_cast<int>(terms.size()), 0, mean_.numel());
}

void ParameterHome::synchronise() const {
    if (stream_)
        stream_->synchronize();
}

} // namespace belfry
