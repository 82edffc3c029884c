// Variables and mean gradient on one device: what `cpu` and `first` share. The strategies differ in where the home is.
#pragma once

#include "core/exchange/exchange.h"
#include "core/exchange/variables.h"

namespace belfry {

class ParameterHome {
public:
    // weights: the variables at their start, on the home's device. stream: the one that the home's work is queued on
    // (none on the CPU).
    ParameterHome(at::Tensor weights, std::optional<c10::Stream> stream, const Blueprint& blueprint,
                  Optimizer& optimizer, const UpdateRules& rules);

    // Averages the gradients into the mean, adds the L2 penalty's, clips it and updates the variables, the running
    // averages among them and the moving average. Gradients from other devices come through staging vectors of the
    // home's.
    void step(TowerTeam& team, const ExchangeStep& step);
    // Milliseconds of the step() that `behind` others have followed, once the home has been waited for, that long.
    ExchangeTimes times(int behind = 0) const;
    // Until everything queued on the home is done: then other streams may read the variables.
    void synchronise() const;
    Variables& variables() { return variables_; }
    const Variables& variables() const { return variables_; }
    std::vector<float> hostMeanGradient() const { return variables_.toHost(mean_); }

private:
    at::Tensor bring(Tower& tower);
    void average(const std::vector<at::Tensor>& gradients, const std::vector<float>& scales);

    std::optional<c10::Stream> stream_;
    StageClock clock_; // the host only enqueues what a home on CUDA does
    Optimizer& optimizer_;
    Variables variables_;
    at::Tensor mean_; // of the last step: the gradient of the only tower that had images, or sum_
    at::Tensor sum_;
    std::vector<at::Tensor> staging_; // per tower, for gradients that live elsewhere
};

} // namespace belfry
