#include "core/model/lowering.h"

#include "core/model/layers/dense_chain_op.h"
#include "core/model/layers/fused_front_op.h"
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
                     const Arithmetic& arithmetic, NetworkKernels kernels, Fusion fusion) {
    LoweredNetwork lowered;
    std::size_t covered = 0; // layers, by the front
    const bool fuses = fusion == Fusion::Neighbours;
    if (fuses && kernels == NetworkKernels::Fused) {
        const FusedFrontPlan plan = planFusedFront(blueprint);
        if ((covered = plan.layers) > 0)
            lowered.front = makeFusedFront(blueprint, plan, vectors.weights, vectors.gradient, arithmetic.activations);
    } else if (fuses && device.is_cpu()) {
        const LaneFrontPlan plan = planLaneFront(blueprint);
        if ((covered = plan.layers) > 0)
            lowered.front = makeLaneFront(blueprint, plan, {vectors.weights, vectors.gradient, arithmetic.activations});
    }
    if (!lowered.front)
        lowered.front = makeInputOp(blueprint, device, arithmetic.activations);
    Lowering lowering(blueprint, vectors, arithmetic.activations, fusion, covered > 0);
    lowering.fusedDense = fuses && kernels == NetworkKernels::Fused;
    DenseChainPlan tail{.first = blueprint.layers.size()};
    if (lowering.fusedDense && covered > 0 && arithmetic.activations == at::kFloat)
        tail = planDenseChain(blueprint, covered);
    for (std::size_t i = covered; i < tail.first; ++i)
        lowering.add(i);
    if (tail.chain.layers > 0)
        lowering.put(makeDenseChain(blueprint, tail, vectors.weights, vectors.gradient));
    lowered.ops = lowering.take();
    return lowered;
}

} // namespace belfry
