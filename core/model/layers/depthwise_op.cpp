#include "core/model/layers/depthwise_op.h"

#include "core/kernels/depthwise.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

class DepthwiseOp : public LayerOp {
public:
    DepthwiseOp(const BlueprintLayer& layer, bool wantsInputGradient, ParameterViews parameters)
        : name_(layer.name), activation_(std::get<DepthwiseLayer>(layer.spec).activation),
          parameters_(std::move(parameters)), wantsInputGradient_(wantsInputGradient) {
        const auto& spec = std::get<DepthwiseLayer>(layer.spec);
        work_ = {.channels = layer.in.channels,
                 .kernel = spec.kernel,
                 .stride = spec.stride,
                 .dilation = spec.dilation,
                 .inHeight = layer.in.height,
                 .inWidth = layer.in.width,
                 .outHeight = layer.out.height,
                 .outWidth = layer.out.width,
                 .above = layer.padding->top,
                 .left = layer.padding->left};
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor in = pixelRows(input);
        work_.images = in.size(0);
        const at::Tensor out = at::empty({work_.images, work_.outHeight, work_.outWidth, work_.channels}, in.options());
        const float* bias = parameters_.bias.defined() ? numbers<const float>(parameters_.bias) : nullptr;
        withNumbersOf(in, [&]<typename T>() {
            depthwise(work_, numbers<const T>(in), numbers<const float>(parameters_.weight), bias, numbers<T>(out));
        });
        const Activated activated = activate(out, activation_, out.scalar_type());
        if (context.keeps()) {
            input_ = in;
            kept_ = activated.kept;
        }
        return fromPixelRows(activated.output);
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor gradient = pixelRows(activationGradient(outputGradient, fromPixelRows(kept_), activation_));
        const at::Tensor in = wantsInputGradient_ ? at::empty_like(input_) : at::Tensor();
        withNumbersOf(input_, [&]<typename T>() {
            depthwiseFilterGradient(work_, numbers<const T>(input_), numbers<const T>(gradient),
                                    numbers<float>(parameters_.weightGradient));
            if (in.defined())
                depthwiseInputGradient(work_, numbers<const T>(gradient), numbers<const float>(parameters_.weight),
                                       numbers<T>(in));
        });
        if (parameters_.bias.defined())
            at::sum_out(parameters_.biasGradient, gradient.view({-1, work_.channels}), at::IntArrayRef{0});
        input_ = kept_ = at::Tensor();
        return in.defined() ? fromPixelRows(in) : at::Tensor();
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": own kernel";
    }

private:
    std::string name_;
    Activation activation_;
    ParameterViews parameters_;
    bool wantsInputGradient_;
    DepthwiseWork work_;
    at::Tensor input_, kept_;
};

} // namespace

std::unique_ptr<LayerOp> makeDepthwiseOp(const BlueprintLayer& layer, bool wantsInputGradient,
                                         ParameterViews parameters) {
    return std::make_unique<DepthwiseOp>(layer, wantsInputGradient, std::move(parameters));
}

} // namespace belfry
