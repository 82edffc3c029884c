#include "core/model/layers/activation.h"

namespace belfry {

void applyActivation(at::Tensor& values, Activation activation) {
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
    }
}

at::Tensor activationGradient(const at::Tensor& gradient, const at::Tensor& output, Activation activation) {
    switch (activation) {
    case Activation::Linear:
        return gradient;
    case Activation::Relu:
        return at::threshold_backward(gradient, output, 0);
    case Activation::Elu:
        return at::elu_backward(gradient, 1, 1, 1, /*is_result=*/true, output);
    case Activation::Tanh:
        return at::tanh_backward(gradient, output);
    case Activation::Sigmoid:
        return at::sigmoid_backward(gradient, output);
    }
    return gradient;
}

} // namespace belfry
