// The trial of a network of own kernels beside the usual one, in the first steps of a tower: both compute the step, and
// their gradients are compared. Where they agree, the own kernels take over; one that differs or fails is never used.
// One thread at a time; internal to the engine (ATen).
#pragma once

#include "core/model/network.h"
#include "core/tower/cuda_steps.h"

#include <functional>
#include <memory>

namespace belfry {

class NetworkTrial {
public:
    // `candidate`: over the weights and the gradient of the usual network, whose flat vectors `blueprint` divides.
    NetworkTrial(std::unique_ptr<Network> candidate, std::shared_ptr<const Blueprint> blueprint, Precision precision);

    // Whether the next step is one of the trial.
    bool isOn() const { return candidate_ != nullptr; }

    // Forward and backward of a step, which write the gradient; it is then the usual one's. After kStepsTried steps
    // that agree, `usual` is the candidate, and what was the usual network is gone. Waits for the device. Throws what
    // the usual network throws. Of tf32, a step is compared more closely while products are fp32 (useCudaProducts).
    using Run = std::function<void(Network&)>;
    void step(std::unique_ptr<Network>& usual, const at::Tensor& gradient, const Run& run);

    // Why the candidate is not used; empty when nothing went wrong.
    const Text& problem() const { return problem_; }

private:
    bool agree(const at::Tensor& found, const at::Tensor& expected, double norm) const;
    void giveUp(const Text& problem);

    std::unique_ptr<Network> candidate_; // null: the trial is over
    std::shared_ptr<const Blueprint> blueprint_;
    Precision precision_;
    int steps_ = 0;
    Text problem_;
};

} // namespace belfry
