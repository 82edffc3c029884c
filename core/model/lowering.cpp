#include "core/model/lowering.h"

#include "core/model/layers/lane_front.h"
#include "core/model/layers/layer_ops.h"

namespace belfry {

const Layer* Lowering::fusible() const {
    return fuses() && index_ + 1 < blueprint_.layers.size() ? &blueprint_.layers[index_ + 1].spec : nullptr;
}

void Lowering::add(std::size_t index) {
    index_ = index;
    const BlueprintLayer& layer = blueprint_.layers[index];
    std::visit([&](const auto& spec) { addOp(*this, layer, spec); }, layer.spec);
    belowHasParameters_ = belowHasParameters_ || layer.parameters > 0;
}

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const NetworkVectors& vectors,
                     const Arithmetic& arithmetic, Fusion fusion) {
    LoweredNetwork lowered;
    const bool lanes = device.is_cpu() && fusion == Fusion::Neighbours;
    const LaneFrontPlan front = lanes ? planLaneFront(blueprint) : LaneFrontPlan{};
    lowered.front = front.layers > 0
                        ? makeLaneFront(blueprint, front, {vectors.weights, vectors.gradient, arithmetic.activations})
                        : makeInputOp(blueprint, device, arithmetic.activations);
    Lowering lowering(blueprint, vectors, arithmetic.activations, fusion, front.layers > 0);
    for (std::size_t i = front.layers; i < blueprint.layers.size(); ++i)
        lowering.add(i);
    lowered.ops = lowering.take();
    return lowered;
}

} // namespace belfry
