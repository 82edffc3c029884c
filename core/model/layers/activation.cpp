#include "core/model/layers/activation.h"

namespace belfry {
namespace {

constexpr double kHardSlope = 0.2;

void applyInPlace(at::Tensor& values, Activation activation) {
    switch (activation) {
    case Activation::Linear:
        return;
    case Activation::Relu:
        values.relu_();
        return;
    case Activation::Elu:
        at::elu_(values);
        return;
    case Activation::Tanh:
        values.tanh_();
        return;
    case Activation::Sigmoid:
        values.sigmoid_();
        return;
    case Activation::HardSigmoid: // Keras: 0.2 x + 0.5, clipped to [0, 1]
        values.mul_(kHardSlope).add_(0.5).clamp_(0, 1);
        return;
    case Activation::Softplus:
        at::softplus_out(values, values);
        return;
    case Activation::Relu6:
        values.clamp_(0, 6);
        return;
    case Activation::Gelu: // activate()
    case Activation::Silu:
    case Activation::HardSwish:
        return;
    }
}

} // namespace

Activated activate(at::Tensor values, Activation activation, at::ScalarType type) {
    // Two inputs have one output: the derivative needs the input.
    if (activation == Activation::Gelu)
        return {at::gelu(values).to(type), values.to(type)};
    if (activation == Activation::Silu)
        return {at::silu(values).to(type), values.to(type)};
    if (activation == Activation::HardSwish)
        return {at::hardswish(values).to(type), values.to(type)};
    applyInPlace(values, activation);
    const at::Tensor output = values.to(type);
    return {output, output};
}

at::Tensor activationGradient(const at::Tensor& gradient, const at::Tensor& kept, Activation activation) {
    switch (activation) {
    case Activation::Linear:
        return gradient;
    case Activation::Relu:
        return at::threshold_backward(gradient, kept, 0);
    case Activation::Elu:
        return at::elu_backward(gradient, 1, 1, 1, /*is_result=*/true, kept);
    case Activation::Tanh:
        return at::tanh_backward(gradient, kept);
    case Activation::Sigmoid:
        return at::sigmoid_backward(gradient, kept);
    case Activation::HardSigmoid:
        return gradient * kHardSlope * (kept.gt(0) * kept.lt(1));
    case Activation::Softplus: // sigmoid(x) = 1 - exp(-softplus(x))
        return gradient * -at::expm1(-kept);
    case Activation::Gelu: // exact, by erf
        return at::gelu_backward(gradient, kept);
    case Activation::Relu6:
        return at::hardtanh_backward(gradient, kept, 0, 6);
    case Activation::Silu:
        return at::silu_backward(gradient, kept);
    case Activation::HardSwish:
        return at::hardswish_backward(gradient, kept);
    }
    return gradient;
}

} // namespace belfry
