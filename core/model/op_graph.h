// The ops of a network and whose output each gets. Not thread-safe. Internal to the engine (ATen).
#pragma once

#include "core/model/layer_op.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace belfry {

class OpGraph {
public:
    // Values are numbered: 0 is what the front gives, k + 1 what step k gives.
    struct Step {
        std::unique_ptr<LayerOp> op; // gets the sum of its inputs
        std::vector<int> inputs;     // values of earlier steps, all of one shape
        // Steps of one number keep nothing for backward, which computes their values again from those that they get
        // from others. They are neighbours, and only the last gives others anything. -1: it keeps what it needs.
        int recomputed = -1;
        std::size_t layer = 0; // of the blueprint, the first that it computes; its last one is before the next step's
    };
    // wanted: of each value, whether its gradient is.
    OpGraph(std::vector<Step> steps, std::vector<bool> wanted);

    // Returns the last value. look(step, output): of each as it is computed.
    at::Tensor forward(const at::Tensor& front, const PassContext& context,
                       const std::function<void(std::size_t step, const at::Tensor& output)>& look = {});
    // After forward() with context.training. Returns the gradient of the front's output, undefined where that is not
    // wanted, or frozen. done(op): it has written the gradients of its parameters, or is frozen.
    at::Tensor backward(const at::Tensor& gradient, const PassContext& context,
                        const std::function<void(const LayerOp& op)>& done);
    // After forward() with context.differentiates, once. Returns the gradient of this value, in its shape.
    at::Tensor gradientOf(std::size_t value, const at::Tensor& gradient, const PassContext& context);

    const std::vector<Step>& steps() const { return steps_; }

private:
    at::Tensor inputOf(const Step& step, const std::vector<at::Tensor>& values) const;
    // The first of all values that are made by frozen layers alone. With 0 frozen layers: none.
    std::size_t frozenValues(std::size_t frozenLayers) const;
    bool isRecomputed(std::size_t step) const { return steps_[step].recomputed >= 0; }
    // What the step gets from others than those that are recomputed with it.
    void keepInputs(std::size_t step, const std::vector<at::Tensor>& values);
    // Backward through the steps from the last one to this one. Returns the gradients of the values that are made
    // before it.
    std::vector<at::Tensor> backwardTo(std::size_t first, const at::Tensor& gradient, const PassContext& context,
                                       const std::function<void(const LayerOp& op)>& done);
    // Forward again, for all steps that are recomputed with this one.
    void recompute(std::size_t last, const PassContext& context);

    std::vector<Step> steps_;
    std::vector<bool> wanted_;
    std::vector<std::size_t> lastUse_;              // of each value: the step after which it may go
    std::vector<std::vector<std::int64_t>> sizes_;  // of each value of the newest forward()
    std::map<int, std::map<int, at::Tensor>> kept_; // values by number, for those of one `recomputed`
};

} // namespace belfry
