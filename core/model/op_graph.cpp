#include "core/model/op_graph.h"

#include <algorithm>
#include <utility>

namespace belfry {

OpGraph::OpGraph(std::vector<Step> steps, std::vector<bool> wanted)
    : steps_(std::move(steps)), wanted_(std::move(wanted)), lastUse_(steps_.size() + 1, steps_.size()),
      sizes_(steps_.size() + 1) {
    for (std::size_t step = 0; step < steps_.size(); ++step)
        for (const int value : steps_[step].inputs)
            lastUse_[static_cast<std::size_t>(value)] = step;
}

at::Tensor OpGraph::inputOf(const Step& step, const std::vector<at::Tensor>& values) const {
    at::Tensor sum = values[static_cast<std::size_t>(step.inputs.front())];
    for (std::size_t i = 1; i < step.inputs.size(); ++i) // units and pictures of 1 x 1 pixels may be added
        sum = at::add(sum, values[static_cast<std::size_t>(step.inputs[i])].view(sum.sizes()));
    return sum;
}

std::size_t OpGraph::frozenValues(std::size_t frozenLayers) const {
    std::size_t values = 0;
    while (frozenLayers > 0 && values < steps_.size() && steps_[values].layer <= frozenLayers)
        ++values; // value v ends where step v begins
    const auto together = [this](std::size_t step) {
        return isRecomputed(step) && steps_[step].recomputed == steps_[step - 1].recomputed;
    };
    while (values > 1 && together(values - 1)) // what is recomputed is so as a whole
        --values;
    return values;
}

at::Tensor OpGraph::forward(const at::Tensor& front, const PassContext& context,
                            const std::function<void(std::size_t, const at::Tensor&)>& look) {
    std::vector<at::Tensor> values(steps_.size() + 1);
    values[0] = front;
    sizes_[0] = front.sizes().vec();
    kept_.clear();
    PassContext discarding = context;
    discarding.discards = true;
    PassContext evaluating = context;
    evaluating.training = false;
    const std::size_t frozen = context.training ? frozenValues(context.frozenLayers) : 0;
    for (std::size_t step = 0; step < steps_.size(); ++step) {
        const bool stays = step + 1 < frozen;
        const bool again = context.training && !stays && isRecomputed(step);
        if (again)
            keepInputs(step, values);
        at::Tensor& output = values[step + 1];
        output = steps_[step].op->forward(inputOf(steps_[step], values), stays   ? evaluating
                                                                         : again ? discarding
                                                                                 : context);
        sizes_[step + 1] = output.sizes().vec();
        for (const int value : steps_[step].inputs)
            if (lastUse_[static_cast<std::size_t>(value)] == step)
                values[static_cast<std::size_t>(value)] = at::Tensor();
        if (look)
            look(step, output);
    }
    return values.back();
}

void OpGraph::keepInputs(std::size_t step, const std::vector<at::Tensor>& values) {
    const int number = steps_[step].recomputed;
    for (const int value : steps_[step].inputs)
        if (value == 0 || steps_[static_cast<std::size_t>(value) - 1].recomputed != number)
            kept_[number].emplace(value, values[static_cast<std::size_t>(value)]);
}

void OpGraph::recompute(std::size_t last, const PassContext& context) {
    const int number = steps_[last].recomputed;
    std::vector<at::Tensor> values(steps_.size() + 1);
    for (const auto& [value, tensor] : kept_[number])
        values[static_cast<std::size_t>(value)] = tensor;
    kept_.erase(number);
    std::size_t first = last;
    while (first > 0 && steps_[first - 1].recomputed == number)
        --first;
    for (std::size_t step = first; step <= last; ++step) {
        values[step + 1] = steps_[step].op->forward(inputOf(steps_[step], values), context);
        for (const int value : steps_[step].inputs)
            if (lastUse_[static_cast<std::size_t>(value)] == step)
                values[static_cast<std::size_t>(value)] = at::Tensor();
    }
}

at::Tensor OpGraph::backward(const at::Tensor& gradient, const PassContext& context,
                             const std::function<void(const LayerOp&)>& done) {
    return backwardTo(0, gradient, context, done).front();
}

at::Tensor OpGraph::gradientOf(std::size_t value, const at::Tensor& gradient, const PassContext& context) {
    return backwardTo(
        value, gradient, context, [](const LayerOp&) {})[value]; // step v is the first that may get it
}

std::vector<at::Tensor> OpGraph::backwardTo(std::size_t first, const at::Tensor& gradient, const PassContext& context,
                                            const std::function<void(const LayerOp&)>& done) {
    std::vector<at::Tensor> gradients(steps_.size() + 1);
    gradients.back() = gradient;
    const std::size_t frozen = frozenValues(context.frozenLayers);
    for (std::size_t step = steps_.size(); step-- > first;) {
        if (step + 1 < frozen) {
            done(*steps_[step].op);
            continue;
        }
        const at::Tensor output = std::exchange(gradients[step + 1], {});
        if (!output.defined())
            continue;
        if (isRecomputed(step) && kept_.contains(steps_[step].recomputed))
            recompute(step, context);
        const at::Tensor input = steps_[step].op->backward(output, context);
        done(*steps_[step].op);
        for (const int value : steps_[step].inputs) {
            const auto index = static_cast<std::size_t>(value);
            if (!input.defined() || !wanted_[index] || index < frozen)
                continue;
            const at::Tensor share = input.view(sizes_[index]);
            gradients[index] = gradients[index].defined() ? at::add(gradients[index], share) : share;
        }
    }
    return gradients;
}

} // namespace belfry
