#include "core/model/layers/folded_norm_op.h"

#include <utility>

namespace belfry {
namespace {

class FoldedNormOp : public LayerOp {
public:
    FoldedNormOp(ParameterViews trained, NormViews norm, double epsilon, ParameterViews folded, std::string name,
                 std::unique_ptr<LayerOp> convolution)
        : trained_(std::move(trained)), norm_(std::move(norm)), epsilon_(epsilon), folded_(std::move(folded)),
          name_(std::move(name)), convolution_(std::move(convolution)) {}

    // Weights are few beside pictures, and whoever owns them may have changed them since the last pass.
    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor inverse = at::rsqrt(norm_.variance + epsilon_);
        const at::Tensor factor = norm_.scale.defined() ? inverse * norm_.scale : inverse;
        at::mul_out(folded_.weight, trained_.weight, factor.view({-1, 1, 1, 1}));
        const at::Tensor before = trained_.bias.defined() ? trained_.bias - norm_.mean : -norm_.mean;
        at::addcmul_out(folded_.bias, norm_.offset, before, factor);
        return convolution_->forward(input, context);
    }
    at::Tensor backward(const at::Tensor&, const PassContext&) override { return {}; } // there are no gradients
    std::string describe() const override { return convolution_->describe() + ", with " + name_ + " in its weights"; }

private:
    ParameterViews trained_;
    NormViews norm_;
    double epsilon_;
    ParameterViews folded_; // what convolution_ reads
    std::string name_;
    std::unique_ptr<LayerOp> convolution_;
};

} // namespace

const BlueprintLayer* foldableNorm(const Lowering& lowering, const BlueprintLayer& convolution) {
    const Layer* next = lowering.fusible();
    const bool linear = std::visit(
        [](const auto& spec) {
            if constexpr (requires { spec.activation; })
                return spec.activation == Activation::Linear;
            else
                return false;
        },
        convolution.spec);
    const bool evaluates = !lowering.vectors().gradient.defined() && lowering.activations() == at::kFloat;
    return evaluates && linear && next && std::holds_alternative<BatchNormLayer>(*next)
               ? &lowering.blueprint().layers[lowering.index() + 1]
               : nullptr;
}

std::unique_ptr<LayerOp> makeFoldedNormOp(const Lowering& lowering, const BlueprintLayer& convolution,
                                          const BlueprintLayer& norm, const MakeConvolution& makes) {
    const auto& spec = std::get<BatchNormLayer>(norm.spec);
    const at::Tensor& weights = lowering.vectors().weights;
    ParameterViews trained = lowering.parametersFrom(convolution, weights), folded;
    folded.weight = at::empty_like(trained.weight);
    folded.bias = at::empty({trained.weight.size(0)}, weights.options());
    BlueprintLayer biased = convolution;
    std::visit(
        [&spec](auto& layer) {
            if constexpr (requires { layer.activation, layer.bias; })
                layer.activation = spec.activation, layer.bias = true;
        },
        biased.spec);
    auto op = makes(biased, folded);
    return std::make_unique<FoldedNormOp>(std::move(trained), normViews(lowering.blueprint(), norm, weights),
                                          spec.epsilon, std::move(folded), norm.name, std::move(op));
}

} // namespace belfry
