#include "core/model/layers/pointwise_op.h"

#include "core/model/arithmetic.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

class PointwiseOp : public LayerOp {
public:
    PointwiseOp(const BlueprintLayer& layer, const ConvolutionContext& context, ParameterViews parameters)
        : name_(layer.name), stride_(std::get<ConvolutionLayer>(layer.spec).stride),
          activation_(context.reluFollows ? Activation::Linear : std::get<ConvolutionLayer>(layer.spec).activation),
          parameters_(std::move(parameters)), activations_(context.activations),
          wantsInputGradient_(context.wantsInputGradient) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor pixels = pixelRows(input.dim() == 4 ? input : input.view({input.size(0), -1, 1, 1}));
        const at::Tensor taken = strided(pixels).contiguous(), weight = matrix(parameters_.weight);
        const at::Tensor rows = rowsOf(taken).to(weight.scalar_type());
        const at::Tensor products =
            parameters_.bias.defined() ? at::addmm(parameters_.bias, rows, weight.t()) : at::mm(rows, weight.t());
        const Activated activated = activate(products, activation_, activations_);
        if (context.keeps()) {
            input_ = taken;
            kept_ = activated.kept;
            inputSizes_ = pixels.sizes().vec();
        }
        return fromPixelRows(activated.output.view({taken.size(0), taken.size(1), taken.size(2), -1}));
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor weight = matrix(parameters_.weight);
        const at::Tensor gradient =
            activationGradient(rowsOf(pixelRows(outputGradient)), kept_, activation_).to(weight.scalar_type());
        at::Tensor weightGradient = matrix(parameters_.weightGradient);
        multiplyInto(weightGradient, gradient.t(), rowsOf(input_).to(weight.scalar_type()));
        if (parameters_.bias.defined())
            at::sum_out(parameters_.biasGradient, gradient, at::IntArrayRef{0});
        const at::Tensor taken = std::exchange(input_, {});
        kept_ = at::Tensor();
        if (!wantsInputGradient_)
            return {};
        const at::Tensor products = at::mm(gradient, weight).to(activations_).view(taken.sizes());
        if (stride_ == 1)
            return fromPixelRows(products);
        const at::Tensor in = at::zeros(inputSizes_, products.options());
        strided(in).copy_(products);
        return fromPixelRows(in);
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": ATen, as a product";
    }

private:
    at::Tensor strided(const at::Tensor& pixels) const {
        return stride_ == 1 ? pixels : pixels.slice(1, 0, pixels.size(1), stride_).slice(2, 0, pixels.size(2), stride_);
    }
    static at::Tensor rowsOf(const at::Tensor& pixels) { return pixels.view({-1, pixels.size(3)}); }
    // [out][in]
    static at::Tensor matrix(const at::Tensor& weight) { return weight.view({weight.size(0), weight.size(1)}); }

    std::string name_;
    std::int64_t stride_;
    Activation activation_;
    ParameterViews parameters_;
    at::ScalarType activations_;
    bool wantsInputGradient_;
    std::vector<std::int64_t> inputSizes_;
    at::Tensor input_, kept_;
};

} // namespace

bool isPointwise(const ConvolutionLayer& spec) { return spec.kernel == 1 && spec.groups == 1; }

std::unique_ptr<LayerOp> makePointwiseOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                         ParameterViews parameters) {
    return std::make_unique<PointwiseOp>(layer, context, std::move(parameters));
}

} // namespace belfry
