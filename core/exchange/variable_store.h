// The variables of a strategy with all that their update keeps, read and replaced from the host. Where they live is the
// strategy's matter: in one place that every replica copies (central_variables.h), or in every replica
// (replicated_variables.h). Session thread only; no tower is at work.
#pragma once

#include <span>
#include <vector>

namespace belfry {

class VariableStore {
public:
    virtual ~VariableStore() = default;

    // flatSize floats each, copied to the host. They throw Error(Device) as check() does.
    virtual std::vector<float> weights() const = 0;
    virtual std::vector<float> averagedWeights() const = 0; // the weights themselves when no moving average is kept
    virtual std::vector<std::vector<float>> optimizerState() const = 0;
    virtual std::vector<float> meanGradient() const = 0; // of the last step, clipped when it was

    // Replaces the variables and every replica's weights; moving average and optimizer state stay. Weights put into the
    // towers alone would be the variables too or not, depending on the strategy.
    virtual void setWeights(std::span<const float> weights) = 0;
    // Replaces all of what the first three return; updates that a gradient had ended go on. The optimizer's own step is
    // the caller's to restore. Throws Error(Data) for vectors that are not flatSize floats or not as many as the
    // optimizer keeps.
    virtual void restore(std::span<const float> weights, std::span<const float> average,
                         std::span<const std::vector<float>> optimizerState) = 0;
    // Copies the variables to every replica: for strategies whose replicas differ between steps.
    virtual void synchroniseReplicas() = 0;

    // Everything is in the host's memory: readable even if a device is lost.
    virtual bool onHost() const = 0;
    // Throws Error(Device) when what was queued on the devices has failed since: the variables mean nothing then.
    // Whoever waited for the towers in another way than by reading calls it.
    virtual void check() const = 0;
};

} // namespace belfry
