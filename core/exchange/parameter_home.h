// Variables, mean gradient and optimizer state on one device: what `cpu` and `first` share. The strategies differ in
// where the home is.
#pragma once

#include "core/exchange/exchange.h"

namespace belfry {

class ParameterHome {
public:
    // weights: the variables at their start, on the home's device. stream: the one that the home's work is queued on
    // (none on the CPU).
    ParameterHome(at::Tensor weights, std::optional<c10::Stream> stream, Optimizer& optimizer,
                  const UpdateRules& rules);

    // Averages the gradients into the mean, adds the L2 penalty's, clips it and updates the variables, the running
    // averages among them and the moving average. Gradients from other devices come through staging vectors of the
    // home's.
    ExchangeTimes step(TowerTeam& team, const ExchangeStep& step);
    // Until everything queued on the home is done: then other streams may read the variables.
    void synchronise() const;
    at::Tensor& weights() { return weights_; }
    void setWeights(std::span<const float> weights); // host memory, free again on return
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState); // as Exchange::restore
    std::vector<float> hostWeights() const;
    std::vector<float> hostAverage() const; // the weights when no average is kept
    std::vector<float> hostMeanGradient() const;
    std::vector<std::vector<float>> hostState() const;

private:
    void average(const std::vector<at::Tensor>& gradients, const std::vector<float>& scales);
    void update(const Blueprint& blueprint, double rate);
    std::vector<float> toHost(const at::Tensor& flat) const;
    void fromHost(at::Tensor& flat, std::span<const float> values);

    std::optional<c10::Stream> stream_;
    Optimizer& optimizer_;
    UpdateRules rules_;
    at::Tensor weights_;
    at::Tensor mean_; // of the last step: the gradient of the only tower that had images, or sum_
    at::Tensor sum_;
    std::vector<at::Tensor> state_;
    at::Tensor average_;              // undefined when none is kept
    at::Tensor clipScratch_;          // doubles; undefined when nothing is clipped
    std::vector<at::Tensor> staging_; // per tower, for gradients that live elsewhere
};

} // namespace belfry
