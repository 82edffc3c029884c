#include "core/model/lowering.h"

#include "core/model/layers/aten_ops.h"
#include "core/model/layers/lane_front.h"

namespace belfry {
namespace {

// Zeros that the convolution after a pad layer can add by itself, or -1 when it cannot (uneven, SAME, other layer).
int foldedPadding(const BlueprintLayer& pad, const BlueprintLayer& next) {
    const auto* convolution = std::get_if<ConvolutionLayer>(&next.spec);
    const int vertical = pad.out.height - pad.in.height, horizontal = pad.out.width - pad.in.width;
    const bool even = vertical == horizontal && vertical % 2 == 0;
    return convolution && convolution->padding == Padding::Valid && even ? vertical / 2 : -1;
}

} // namespace

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const at::Tensor& weights,
                     const at::Tensor& gradient) {
    LoweredNetwork lowered;
    const LaneFrontPlan front = device.is_cpu() ? planLaneFront(blueprint) : LaneFrontPlan{};
    lowered.front =
        front.layers > 0 ? makeLaneFront(blueprint, front, weights, gradient) : makeInputOp(blueprint, device);
    int padding = 0;
    bool belowHasParameters = front.layers > 0; // nobody below wants a gradient before the first parameters
    for (std::size_t i = front.layers; i < blueprint.layers.size(); ++i) {
        const BlueprintLayer& layer = blueprint.layers[i];
        if (std::holds_alternative<PadLayer>(layer.spec)) {
            padding = i + 1 < blueprint.layers.size() ? foldedPadding(layer, blueprint.layers[i + 1]) : -1;
            if (padding < 0)
                lowered.ops.push_back(makePadOp(layer));
            continue;
        }
        if (std::holds_alternative<ConvolutionLayer>(layer.spec))
            lowered.ops.push_back(makeConvolutionOp(
                layer, std::max(padding, 0), parameterViews(blueprint, layer, weights, gradient), belowHasParameters));
        else if (std::holds_alternative<MaxPoolLayer>(layer.spec))
            lowered.ops.push_back(makeMaxPoolOp(layer));
        else if (std::holds_alternative<DenseLayer>(layer.spec))
            lowered.ops.push_back(
                makeDenseOp(layer, parameterViews(blueprint, layer, weights, gradient), belowHasParameters));
        else if (std::holds_alternative<DropoutLayer>(layer.spec))
            lowered.ops.push_back(makeDropoutOp(layer, static_cast<std::uint32_t>(i)));
        belowHasParameters = belowHasParameters || layer.parameters > 0;
        padding = 0;
    }
    return lowered;
}

} // namespace belfry
