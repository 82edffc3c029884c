#include "core/model/layers/dense_chain_op.h"

#include "core/model/layers/layer_pointers.h"
#include "core/model/layers/typed_data.h"

#include <algorithm>
#include <optional>

namespace belfry {
namespace {

std::optional<fused::DenseStep> denseStep(const BlueprintLayer& layer) {
    const auto* dense = std::get_if<DenseLayer>(&layer.spec);
    constexpr std::int64_t kMost = 1 << 20; // fits() has narrower limits
    if (dense == nullptr || !dense->bias ||
        (dense->activation != Activation::Relu && dense->activation != Activation::Linear) ||
        std::max(layer.in.elements(), layer.out.elements()) > kMost)
        return {};
    return fused::DenseStep{static_cast<int>(layer.in.elements()), static_cast<int>(layer.out.elements()),
                            dense->activation == Activation::Relu};
}

class DenseChainOp : public LayerOp {
public:
    DenseChainOp(const Blueprint& blueprint, const DenseChainPlan& plan, const at::Tensor& weights,
                 const at::Tensor& gradient);
    at::Tensor forward(const at::Tensor& input, const PassContext& context) override;
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override;
    std::vector<int> slices() const override { return slices_; }
    std::string describe() const override { return description_ + ": own fused kernels"; }

private:
    void* stream() const { return contextOf(weights_.device()).stream; }
    // Of each layer rows of its units, in one tensor.
    fused::DenseValues values(at::Tensor& storage, std::int64_t rows, int layers) const;

    fused::DenseChain chain_;
    fused::DenseParameters parameters_;
    fused::DenseGradients gradients_;
    at::Tensor weights_, gradient_; // flat: what the pointers above point into
    std::vector<int> slices_;
    std::string description_;
    // Of the last forward pass.
    at::Tensor input_, hidden_; // rows
    fused::DenseValues outputs_;
};

DenseChainOp::DenseChainOp(const Blueprint& blueprint, const DenseChainPlan& plan, const at::Tensor& weights,
                           const at::Tensor& gradient)
    : chain_(plan.chain), weights_(weights), gradient_(gradient) {
    for (int l = 0; l < chain_.layers; ++l) {
        const BlueprintLayer& layer = blueprint.layers[plan.first + static_cast<std::size_t>(l)];
        const LayerPointers of = pointersOf(blueprint, layer, weights, gradient);
        parameters_.weights[l] = of.weights;
        parameters_.biases[l] = of.biases;
        gradients_.weights[l] = of.weightGradient;
        gradients_.biases[l] = of.biasGradient;
        slices_.insert(slices_.begin(), {layer.weightSlice, layer.biasSlice});
        description_ += (l > 0 ? " + " : "") + layer.name;
    }
}

fused::DenseValues DenseChainOp::values(at::Tensor& storage, std::int64_t rows, int layers) const {
    std::int64_t units = 0;
    for (int l = 0; l < layers; ++l)
        units += chain_.layer[l].units;
    storage = at::empty({rows * units}, weights_.options());
    fused::DenseValues values;
    float* place = storage.data_ptr<float>();
    for (int l = 0; l < layers; ++l) {
        values.of[l] = place;
        place += rows * chain_.layer[l].units;
    }
    return values;
}

at::Tensor DenseChainOp::forward(const at::Tensor& input, const PassContext& context) {
    const std::int64_t rows = input.size(0);
    const at::Tensor given = pixelRows(input);
    const at::Tensor logits = at::empty({rows, chain_.last().units}, weights_.options());
    fused::DenseValues outputs;
    if (context.keeps()) {
        outputs = outputs_ = values(hidden_, rows, chain_.layers - 1);
        input_ = given;
    }
    outputs.of[chain_.layers - 1] = logits.data_ptr<float>();
    fused::forward(stream(), chain_, rows, given.const_data_ptr<float>(), parameters_, outputs);
    return logits;
}

at::Tensor DenseChainOp::backward(const at::Tensor& outputGradient, const PassContext&) {
    const std::int64_t rows = input_.size(0);
    const at::Tensor given = outputGradient.contiguous(), inputGradient = at::empty_like(input_);
    at::Tensor storage;
    const fused::DenseValues gradients = values(storage, rows, chain_.layers);
    fused::backward(stream(), chain_, rows, parameters_, outputs_, given.const_data_ptr<float>(), gradients,
                    inputGradient.data_ptr<float>());
    const int parts = fused::denseParts(rows);
    const at::Tensor partials = at::empty({parts, chain_.gradientNumbers()}, weights_.options());
    fused::weightPartials(stream(), chain_, rows, input_.const_data_ptr<float>(), outputs_, gradients, parts,
                          partials.data_ptr<float>());
    fused::addPartials(stream(), chain_, parts, partials.const_data_ptr<float>(), gradients_);
    input_ = hidden_ = at::Tensor();
    return fromPixelRows(inputGradient);
}

} // namespace

DenseChainPlan planDenseChain(const Blueprint& blueprint, std::size_t least) {
    const std::size_t end = blueprint.layers.size();
    for (std::size_t first = end - std::min<std::size_t>(end, fused::kMostDense); first < end; ++first) {
        DenseChainPlan plan{.first = first};
        for (std::size_t i = first; i < end; ++i)
            if (const auto step = denseStep(blueprint.layers[i]))
                plan.chain.layer[plan.chain.layers++] = *step;
        if (first >= least && plan.chain.layers == static_cast<int>(end - first) && fused::fits(plan.chain) &&
            blueprint.isLine(first, end))
            return plan;
    }
    return {.first = end};
}

std::unique_ptr<LayerOp> makeDenseChain(const Blueprint& blueprint, const DenseChainPlan& plan,
                                        const at::Tensor& weights, const at::Tensor& gradient) {
    return std::make_unique<DenseChainOp>(blueprint, plan, weights, gradient);
}

} // namespace belfry
