// Layers on ATen: every device, every shape. Activations are NCHW tensors in channels-last memory, so that flattening
// gives height, width, channels order without a copy.
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

std::unique_ptr<FrontOp> makeInputOp(const Blueprint& blueprint, at::Device device);
// Convolution + bias + activation; `extraPadding` zeros come from a pad layer before it. wantsInputGradient: false for
// the first layer with parameters.
std::unique_ptr<LayerOp> makeConvolutionOp(const BlueprintLayer& layer, int extraPadding, ParameterViews parameters,
                                           bool wantsInputGradient);
std::unique_ptr<LayerOp> makeMaxPoolOp(const BlueprintLayer& layer);
std::unique_ptr<LayerOp> makePadOp(const BlueprintLayer& layer);
std::unique_ptr<LayerOp> makeDenseOp(const BlueprintLayer& layer, ParameterViews parameters, bool wantsInputGradient);
std::unique_ptr<LayerOp> makeDropoutOp(const BlueprintLayer& layer, std::uint32_t layerNumber);

} // namespace belfry
