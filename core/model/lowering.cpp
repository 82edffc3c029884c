#include "core/model/lowering.h"

#include "core/model/layers/dense_chain_op.h"
#include "core/model/layers/fused_front_op.h"
#include "core/model/layers/lane_front.h"
#include "core/model/layers/layer_ops.h"

#include <algorithm>
#include <utility>

namespace belfry {

Lowering::Lowering(const Blueprint& blueprint, NetworkVectors vectors, at::ScalarType activations, Fusion fusion,
                   std::size_t covered)
    : blueprint_(blueprint), vectors_(std::move(vectors)), activations_(activations),
      fusion_(fusion), wanted_{covered > 0 || fusion == Fusion::None}, valueOf_(covered, 0) {}

const Layer* Lowering::fusible() const {
    const std::size_t next = index_ + 1;
    return fuses() && next < blueprint_.layers.size() && blueprint_.isLine(index_, next + 1)
               ? &blueprint_.layers[next].spec
               : nullptr;
}

bool Lowering::wantsInputGradient() const {
    return std::ranges::any_of(
        inputs_, [this](int value) { return wanted_[static_cast<std::size_t>(value)]; });
}

void Lowering::enter(std::size_t index) {
    index_ = index;
    inputs_.clear();
    for (const int input : blueprint_.layers[index].inputs)
        inputs_.push_back(input == kPicture ? 0 : valueOf_[static_cast<std::size_t>(input)]);
}

void Lowering::put(std::unique_ptr<LayerOp> op) {
    wanted_.push_back(wantsInputGradient() || blueprint_.layers[index_].parameters > 0);
    steps_.push_back({std::move(op), inputs_, blueprint_.layers[index_].recomputed, index_});
    inputs_ = {static_cast<int>(steps_.size())};
}

void Lowering::add(std::size_t index) {
    enter(index);
    const BlueprintLayer& layer = blueprint_.layers[index];
    std::visit([&](const auto& spec) { addOp(*this, layer, spec); }, layer.spec);
    valueOf_.push_back(inputs_.front());
}

void Lowering::addTail(std::size_t first, std::unique_ptr<LayerOp> op) {
    enter(first);
    put(std::move(op));
}

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const NetworkVectors& vectors,
                     const Arithmetic& arithmetic, NetworkKernels kernels, Fusion fusion) {
    std::unique_ptr<FrontOp> front;
    std::size_t covered = 0; // layers, by the front
    const bool fuses = fusion == Fusion::Neighbours;
    if (fuses && kernels == NetworkKernels::Fused) {
        const FusedFrontPlan plan = planFusedFront(blueprint);
        if ((covered = plan.layers) > 0)
            front = makeFusedFront(blueprint, plan, vectors.weights, vectors.gradient, arithmetic.activations);
    } else if (fuses && device.is_cpu()) {
        const LaneFrontPlan plan = planLaneFront(blueprint);
        if ((covered = plan.layers) > 0)
            front = makeLaneFront(blueprint, plan, {vectors.weights, vectors.gradient, arithmetic.activations});
    }
    if (!front)
        front = makeInputOp(blueprint, device, arithmetic.activations);
    Lowering lowering(blueprint, vectors, arithmetic.activations, fusion, covered);
    lowering.fusedDense = fuses && kernels == NetworkKernels::Fused;
    DenseChainPlan tail{.first = blueprint.layers.size()};
    if (lowering.fusedDense && covered > 0 && arithmetic.activations == at::kFloat)
        tail = planDenseChain(blueprint, covered);
    for (std::size_t i = covered; i < tail.first; ++i)
        lowering.add(i);
    if (tail.chain.layers > 0)
        lowering.addTail(tail.first, makeDenseChain(blueprint, tail, vectors.weights, vectors.gradient));
    return {std::move(front), lowering.take()};
}

} // namespace belfry
