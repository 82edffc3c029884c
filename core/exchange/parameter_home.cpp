#include "core/exchange/parameter_home.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/kernels/update_kernels.h"

#include <c10/core/StreamGuard.h>

#include <array>
#include <numeric>

namespace belfry {
ParameterHome::ParameterHome(at::Tensor weights, std::optional<c10::Stream> stream, Optimizer& optimizer,
                             const UpdateRules& rules)
    : stream_(stream), optimizer_(optimizer), rules_(rules), weights_(std::move(weights)) {
    const c10::OptionalStreamGuard guard(stream_);
    mean_ = at::empty({0}, weights_.options());
    for (int i = 0; i < optimizer.stateVectors(); ++i)
        state_.push_back(at::zeros_like(weights_));
    if (rules_.averageDecay > 0)
        average_ = weights_.clone();
    if (rules_.clipNorm > 0)
        clipScratch_ = at::empty({clipScratch(weights_.numel())}, weights_.options().dtype(at::kDouble));
}

ExchangeTimes ParameterHome::step(TowerTeam& team, const ExchangeStep& step) {
    const c10::OptionalStreamGuard guard(stream_);
    Stopwatch watch;
    const double total = static_cast<double>(std::accumulate(step.images.begin(), step.images.end(), std::int64_t{0}));
    staging_.resize(static_cast<std::size_t>(team.size()));
    std::vector<at::Tensor> gradients;
    std::vector<float> scales;
    for (int t = 0; t < team.size(); ++t) {
        const std::int64_t images = step.images[static_cast<std::size_t>(t)];
        if (images == 0)
            continue;
        at::Tensor gradient = team.tower(t).gradient();
        if (gradient.device() != weights_.device()) {
            at::Tensor& staged = staging_[static_cast<std::size_t>(t)];
            if (!staged.defined())
                staged = at::empty_like(weights_);
            gradient = staged.copy_(gradient);
        }
        gradients.push_back(gradient);
        scales.push_back(static_cast<float>(static_cast<double>(images) / total));
    }
    average(gradients, scales);
    ExchangeTimes times{.exchange = watch.lap(), .update = 0};
    update(team.tower(0).blueprint(), step.rate);
    times.update = watch.lap();
    return times;
}

// The mean of one gradient is that gradient: no pass over memory for what is most runs on one device.
void ParameterHome::average(const std::vector<at::Tensor>& gradients, const std::vector<float>& scales) {
    if (gradients.size() == 1) {
        mean_ = gradients[0];
        return;
    }
    if (!sum_.defined())
        sum_ = at::empty_like(weights_);
    mean_ = sum_;
    std::vector<const float*> terms;
    for (const at::Tensor& gradient : gradients)
        terms.push_back(gradient.const_data_ptr<float>());
    weightedSum(placeOf(weights_.device()), mean_.data_ptr<float>(), terms.data(), scales.data(),
                static_cast<int>(terms.size()), 0, mean_.numel());
}

void ParameterHome::update(const Blueprint& blueprint, double rate) {
    const Place place = placeOf(weights_.device());
    const std::int64_t trained = blueprint.trainableSize;
    float* weights = weights_.data_ptr<float>();
    float* mean = mean_.data_ptr<float>();
    const auto blend = [&](const Slice& slice, float* out, float outShare, const float* in, float inShare) {
        const std::array<const float*, 2> terms{out, in};
        const std::array<float, 2> shares{outShare, inShare};
        weightedSum(place, out, terms.data(), shares.data(), 2, slice.offset, slice.offset + slice.count);
    };
    for (const Slice& slice : blueprint.slices)
        if (slice.decay > 0) // L2, once, after the mean
            blend(slice, mean, 1.0f, weights, static_cast<float>(slice.decay));
    if (rules_.clipNorm > 0)
        clipToNorm(place, mean, trained, rules_.clipNorm, clipScratch_.data_ptr<double>());
    std::vector<float*> state;
    for (at::Tensor& vector : state_)
        state.push_back(vector.data_ptr<float>());
    optimizer_.beginStep();
    optimizer_.update(place, weights, mean, state.data(), 0, trained, rate);
    for (const Slice& slice : blueprint.slices)
        if (slice.offset >= trained) // running averages of batch norm
            blend(slice, weights, static_cast<float>(slice.keep), mean, static_cast<float>(1.0 - slice.keep));
    if (rules_.averageDecay > 0) {
        moveAverage(place, average_.data_ptr<float>(), weights, trained,
                    static_cast<float>(1.0 - averageDecayAt(rules_.averageDecay, optimizer_.step())));
        const std::int64_t rest = average_.numel() - trained; // those running averages are averages already
        average_.narrow(0, trained, rest).copy_(weights_.narrow(0, trained, rest));
    }
}

void ParameterHome::synchronise() const {
    if (stream_)
        stream_->synchronize();
}

void ParameterHome::setWeights(std::span<const float> weights) {
    fromHost(weights_, weights);
}

void ParameterHome::restore(std::span<const float> weights, std::span<const float> average,
                            std::span<const std::vector<float>> optimizerState) {
    if (optimizerState.size() != state_.size())
        throw Error(ErrorCategory::Data, "The checkpoint keeps " + std::to_string(optimizerState.size()) +
                                             " vectors of the optimizer, " + std::to_string(state_.size()) +
                                             " are expected. Choose another checkpoint.");
    fromHost(weights_, weights);
    if (average_.defined())
        fromHost(average_, average);
    for (std::size_t i = 0; i < state_.size(); ++i)
        fromHost(state_[i], optimizerState[i]);
}

void ParameterHome::fromHost(at::Tensor& flat, std::span<const float> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    if (count != flat.numel())
        throw Error(ErrorCategory::Data, "The checkpoint keeps " + std::to_string(count) + " numbers, " +
                                             std::to_string(flat.numel()) +
                                             " are expected. Choose another checkpoint.");
    const c10::OptionalStreamGuard guard(stream_);
    flat.copy_(at::from_blob(const_cast<float*>(values.data()), {count}, at::kFloat));
}

std::vector<float> ParameterHome::toHost(const at::Tensor& flat) const {
    const c10::OptionalStreamGuard guard(stream_);
    const at::Tensor host = flat.cpu();
    const float* data = host.const_data_ptr<float>();
    return {data, data + host.numel()};
}

std::vector<float> ParameterHome::hostWeights() const {
    return toHost(weights_);
}
std::vector<float> ParameterHome::hostAverage() const {
    return toHost(average_.defined() ? average_ : weights_);
}
std::vector<float> ParameterHome::hostMeanGradient() const {
    return toHost(mean_);
}

std::vector<std::vector<float>> ParameterHome::hostState() const {
    std::vector<std::vector<float>> state;
    for (const at::Tensor& vector : state_)
        state.push_back(toHost(vector));
    return state;
}

} // namespace belfry
