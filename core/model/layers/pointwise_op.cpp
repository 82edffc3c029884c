#include "core/model/layers/pointwise_op.h"

#include "core/kernels/pointwise.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

// [out][1][1][in] -> [out][in]. Undefined in evaluation, as gradients are.
at::Tensor matrix(const at::Tensor& weight) {
    return weight.defined() ? weight.view({weight.size(0), weight.size(1)}) : weight;
}

ParameterViews asMatrices(ParameterViews parameters) {
    parameters.weight = matrix(parameters.weight);
    parameters.weightGradient = matrix(parameters.weightGradient);
    return parameters;
}

// A dense layer of many rows of floats, by own kernels.
class ManyRowsOp : public LayerOp {
public:
    ManyRowsOp(std::string name, Activation activation, ParameterViews parameters, bool wantsInputGradient)
        : name_(std::move(name)), activation_(activation), parameters_(std::move(parameters)),
          wantsInputGradient_(wantsInputGradient) {}

    at::Tensor forward(const at::Tensor& rows, const PassContext& context) override {
        const PointwiseWork work = workOf(rows);
        const at::Tensor out = at::empty({work.pixels, work.outChannels}, rows.options());
        pointwise(work, numbers<const float>(rows), numbers<const float>(parameters_.weight),
                  parameters_.bias.defined() ? numbers<const float>(parameters_.bias) : nullptr, numbers<float>(out));
        const Activated activated = activate(out, activation_, at::kFloat);
        if (context.keeps()) {
            input_ = rows;
            kept_ = activated.kept;
        }
        return activated.output;
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const PointwiseWork work = workOf(input_);
        const at::Tensor gradient = activationGradient(outputGradient, kept_, activation_).contiguous();
        const float* const given = numbers<const float>(gradient);
        pointwiseWeightGradient(work, numbers<const float>(input_), given, numbers<float>(parameters_.weightGradient));
        if (parameters_.bias.defined())
            at::sum_out(parameters_.biasGradient, gradient, at::IntArrayRef{0});
        const at::Tensor in = wantsInputGradient_ ? at::empty_like(input_) : at::Tensor();
        if (in.defined())
            pointwiseInputGradient(work, given, numbers<const float>(parameters_.weight), numbers<float>(in));
        input_ = kept_ = at::Tensor();
        return in;
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": own kernel (panels)";
    }

private:
    PointwiseWork workOf(const at::Tensor& rows) const {
        return {.pixels = rows.size(0),
                .inChannels = parameters_.weight.size(1),
                .outChannels = parameters_.weight.size(0)};
    }

    std::string name_;
    Activation activation_;
    ParameterViews parameters_;
    bool wantsInputGradient_;
    at::Tensor input_, kept_;
};

// A dense layer whose rows are pixels.
class PointwiseOp : public LayerOp {
public:
    PointwiseOp(std::int64_t stride, std::unique_ptr<LayerOp> dense) : stride_(stride), dense_(std::move(dense)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor pixels = pixelRows(input.dim() == 4 ? input : input.view({input.size(0), -1, 1, 1}));
        const at::Tensor taken = strided(pixels).contiguous();
        sizes_ = pixels.sizes().vec();
        const at::Tensor rows = dense_->forward(rowsOf(taken), context);
        return fromPixelRows(rows.view({taken.size(0), taken.size(1), taken.size(2), rows.size(1)}));
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const at::Tensor gradient = pixelRows(outputGradient);
        const at::Tensor rows = dense_->backward(rowsOf(gradient), context);
        if (!rows.defined())
            return {};
        const at::Tensor taken = rows.view({gradient.size(0), gradient.size(1), gradient.size(2), rows.size(1)});
        if (stride_ == 1)
            return fromPixelRows(taken);
        const at::Tensor in = at::zeros(sizes_, taken.options());
        strided(in).copy_(taken);
        return fromPixelRows(in);
    }

    std::vector<int> slices() const override { return dense_->slices(); }
    std::string describe() const override { return dense_->describe() + ", as a product"; }

private:
    at::Tensor strided(const at::Tensor& pixels) const {
        return stride_ == 1 ? pixels : pixels.slice(1, 0, pixels.size(1), stride_).slice(2, 0, pixels.size(2), stride_);
    }
    static at::Tensor rowsOf(const at::Tensor& pixels) { return pixels.view({-1, pixels.size(3)}); }

    std::int64_t stride_;
    std::unique_ptr<LayerOp> dense_;
    std::vector<std::int64_t> sizes_; // of the input
};

} // namespace

bool isPointwise(const ConvolutionLayer& spec) { return spec.kernel == 1 && spec.groups == 1; }

std::unique_ptr<LayerOp> makePointwiseOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                         ParameterViews parameters) {
    const auto& spec = std::get<ConvolutionLayer>(layer.spec);
    const Activation activation = context.reluFollows ? Activation::Linear : spec.activation;
    parameters = asMatrices(std::move(parameters));
    if (context.activations == at::kFloat)
        return std::make_unique<PointwiseOp>(
            spec.stride,
            std::make_unique<ManyRowsOp>(layer.name, activation, std::move(parameters), context.wantsInputGradient));
    const DenseLayer dense{.units = layer.out.channels, .activation = activation, .bias = spec.bias};
    return std::make_unique<PointwiseOp>(spec.stride, makeDenseOp(layer.name, dense, std::move(parameters),
                                                                  {.activations = context.activations,
                                                                   .wantsInputGradient = context.wantsInputGradient}));
}

} // namespace belfry
