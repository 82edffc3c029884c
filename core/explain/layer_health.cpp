#include "core/explain/layer_health.h"

namespace belfry {
namespace {

// Of what the layer gives; squeeze-and-excite has one inside.
Activation outputActivation(const Layer& layer) {
    return std::visit(
        []<typename Spec>(const Spec& spec) {
            if constexpr (
                requires { spec.activation; } && !std::is_same_v<Spec, SqueezeExciteLayer>)
                return spec.activation;
            else
                return Activation::Linear;
        },
        layer);
}

} // namespace

LayerCounts::Bounds LayerCounts::boundsOf(const Layer& layer) {
    switch (outputActivation(layer)) {
    case Activation::Sigmoid:
    case Activation::HardSigmoid:
        return {0.0F, 1.0F, 0.01F};
    case Activation::Tanh:
        return {-1.0F, 1.0F, 0.02F};
    case Activation::Relu6: // at 0 it is as ReLU is, which is no saturation
        return {{}, 6.0F, 0.06F};
    default:
        return {};
    }
}

LayerCounts::LayerCounts(const BlueprintLayer& layer)
    : bounds_(boundsOf(layer.spec)),
      relu_(outputActivation(layer.spec) == Activation::Relu || outputActivation(layer.spec) == Activation::Relu6) {}

void LayerCounts::add(const at::Tensor& values) {
    const at::Tensor least = values.amin({0, 2}), most = values.amax({0, 2});
    least_ = least_.defined() ? at::minimum(least_, least) : least;
    most_ = most_.defined() ? at::maximum(most_, most) : most;
    numbers_ += values.numel();
    if (bounds_.low)
        saturated_ += values.lt(*bounds_.low + bounds_.near).sum().item<std::int64_t>();
    if (bounds_.high)
        saturated_ += values.gt(*bounds_.high - bounds_.near).sum().item<std::int64_t>();
}

LayerHealth LayerCounts::health(std::size_t layer) const {
    LayerHealth found{.layer = layer};
    const bool several = numbers_ > least_.numel(); // of a channel: one number alone is always the same
    for (std::int64_t channel = 0; channel < least_.numel(); ++channel) {
        const float least = least_.const_data_ptr<float>()[channel], most = most_.const_data_ptr<float>()[channel];
        found.dead.push_back(least == most && (several || (relu_ && least == 0)));
    }
    found.saturated = static_cast<double>(saturated_) / static_cast<double>(numbers_);
    return found;
}

} // namespace belfry
