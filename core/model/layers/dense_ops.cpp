#include "core/kernels/fused/dense_gradient.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/mask_op.h"
#include "core/model/layers/panel_dense_op.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

class DenseOp : public LayerOp {
public:
    DenseOp(const std::string& name, const DenseLayer& spec, ParameterViews parameters, const DenseContext& context)
        : spec_(spec), name_(name), parameters_(std::move(parameters)), activations_(context.activations),
          products_(parameters_.weight.scalar_type()), wantsInputGradient_(context.wantsInputGradient),
          fused_(context.fused && spec_.bias && activations_ == products_ &&
                 (spec_.activation == Activation::Relu || spec_.activation == Activation::Linear)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        inputShape_ = input.sizes().vec();
        const at::Tensor flat = input.dim() == 4 ? input.permute({0, 2, 3, 1}).reshape({input.size(0), -1}) : input;
        const at::Tensor weight = parameters_.weight.t();
        const at::Tensor products =
            spec_.bias ? at::addmm(parameters_.bias, flat.to(products_), weight) : at::mm(flat.to(products_), weight);
        const Activated activated = activate(products, spec_.activation, activations_);
        if (context.keeps()) {
            input_ = flat;
            kept_ = activated.kept;
        }
        return activated.output;
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const at::Tensor given = outputGradient.reshape(kept_.sizes());
        const at::Tensor gradient = fused_ ? fusedGradient(given.contiguous())
                                           : activationGradient(given, kept_, spec_.activation).to(products_);
        if (context.training) // straight into the flat gradient
            multiplyInto(parameters_.weightGradient, gradient.t(), input_.to(products_));
        if (context.training && !fused_ && spec_.bias)
            at::sum_out(parameters_.biasGradient, gradient, at::IntArrayRef{0});
        input_ = kept_ = at::Tensor();
        if (!wantsInputGradient_)
            return {};
        const at::Tensor input = at::mm(gradient, parameters_.weight).to(activations_);
        if (inputShape_.size() != 4)
            return input;
        return input.view({inputShape_[0], inputShape_[2], inputShape_[3], inputShape_[1]}).permute({0, 3, 1, 2});
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(spec_.activation)) +
               (fused_ ? ": ATen, own backward of bias and activation" : ": ATen");
    }

private:
    // Before the activation; the gradient of the bias is written on the way.
    at::Tensor fusedGradient(const at::Tensor& given) const {
        const bool relu = spec_.activation == Activation::Relu;
        const at::Tensor stopped = relu ? at::empty_like(given) : given;
        withNumbersOf(given, [&]<typename T>() {
            fused::denseGradient(contextOf(given.device()).stream, given.size(0), static_cast<int>(given.size(1)),
                                 numbers<const T>(given), numbers<const T>(kept_), relu ? numbers<T>(stopped) : nullptr,
                                 numbers<float>(parameters_.biasGradient));
        });
        return stopped;
    }

    DenseLayer spec_;
    std::string name_;
    ParameterViews parameters_;
    at::ScalarType activations_, products_;
    bool wantsInputGradient_, fused_;
    std::vector<std::int64_t> inputShape_;
    at::Tensor input_, kept_;
};

class DropoutOp : public MaskOp {
public:
    using MaskOp::MaskOp;

private:
    at::Tensor masked(const at::Tensor& values, const PassContext& context) const override {
        // Not in place: the layer before computes its derivative from its own output.
        at::Tensor copy = values.dim() == 4 ? values.clone(at::MemoryFormat::ChannelsLast)
                                            : values.clone(at::MemoryFormat::Contiguous);
        if (copy.numel() > 0)
            withNumbersOf(copy, [&]<typename T>() {
                dropout(contextOf(copy.device()), numbers<T>(copy), context.imageIds, copy.size(0),
                        copy.numel() / copy.size(0), fraction_, keyOf(context));
            });
        return copy;
    }
};

FoldedDropout dropoutAfter(const Lowering& lowering, const DenseLayer& spec) {
    const Layer* next = lowering.fusible();
    const auto* dropout = next && takesDropout(spec) ? std::get_if<DropoutLayer>(next) : nullptr;
    return dropout
               ? FoldedDropout{static_cast<float>(dropout->fraction), static_cast<std::uint32_t>(lowering.index() + 1)}
               : FoldedDropout{};
}

} // namespace

std::unique_ptr<LayerOp> makeDenseOp(const std::string& name, const DenseLayer& spec, ParameterViews parameters,
                                     const DenseContext& context) {
    return std::make_unique<DenseOp>(name, spec, std::move(parameters), context);
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const DenseLayer& spec) {
    const at::Tensor& weights = lowering.vectors().weights;
    if (lowering.fuses() && weights.is_cpu()) {
        const FoldedDropout dropout = dropoutAfter(lowering, spec);
        lowering.dropped = dropout.fraction > 0;
        return lowering.put(
            makePanelDenseOp(layer, dropout, lowering.wantsInputGradient(), lowering.parametersFrom(layer, weights)));
    }
    lowering.put(makeDenseOp(layer.name, spec, lowering.parametersFrom(layer, lowering.vectors().operands),
                             {.activations = lowering.activations(),
                              .wantsInputGradient = lowering.wantsInputGradient(),
                              .fused = lowering.fusedDense}));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const DropoutLayer& spec) {
    if (!std::exchange(lowering.dropped, false))
        lowering.put(
            std::make_unique<DropoutOp>(layer.name, spec.fraction, static_cast<std::uint32_t>(lowering.index())));
}

} // namespace belfry
