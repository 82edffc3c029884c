// Layers on ATen: every device, every shape. Activations are NCHW tensors in channels-last memory, so that flattening
// gives height, width, channels order without a copy. Weights have the type of products, inputs and outputs that of
// activations (arithmetic.h).
#pragma once

#include "core/model/network.h"

namespace belfry {

// A layer's parameters as views of the flat vectors, in the shape ATen wants. gradients undefined: evaluation only.
struct ParameterViews {
    at::Tensor weight, bias, weightGradient, biasGradient;
    std::vector<int> slices;
};
ParameterViews parameterViews(const Blueprint& blueprint, const BlueprintLayer& layer, const at::Tensor& weights,
                              const at::Tensor& gradient);

std::unique_ptr<FrontOp> makeInputOp(const Blueprint& blueprint, at::Device device, at::ScalarType activations);
// What stands around a convolution.
struct ConvolutionContext {
    int extraPadding = 0;           // zeros on every side, from a pad layer before it
    bool reluFollows = false;       // the next op applies this layer's ReLU
    bool wantsInputGradient = true; // false for the first layer with parameters
    at::ScalarType activations = at::kFloat;
};
// Convolution + bias + activation.
std::unique_ptr<LayerOp> makeConvolutionOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                           ParameterViews parameters);
std::unique_ptr<LayerOp> makePadOp(const BlueprintLayer& layer);
std::unique_ptr<LayerOp> makeDenseOp(const BlueprintLayer& layer, ParameterViews parameters, at::ScalarType activations,
                                     bool wantsInputGradient);
std::unique_ptr<LayerOp> makeDropoutOp(const BlueprintLayer& layer, std::uint32_t layerNumber);

} // namespace belfry
