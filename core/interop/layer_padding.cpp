#include "core/interop/layer_padding.h"

namespace belfry {
namespace {

LayerPadding same(const BlueprintLayer& layer, int kernel, int stride) {
    const SamePadding vertical(layer.in.height, kernel, stride), horizontal(layer.in.width, kernel, stride);
    return {vertical.before, horizontal.before, vertical.after, horizontal.after};
}

// Centred; the odd line goes after.
LayerPadding centred(const BlueprintLayer& layer) {
    const int vertical = layer.out.height - layer.in.height, horizontal = layer.out.width - layer.in.width;
    return {vertical / 2, horizontal / 2, vertical - vertical / 2, horizontal - horizontal / 2};
}

} // namespace

LayerPadding paddingOf(const BlueprintLayer& layer) {
    if (std::holds_alternative<PadLayer>(layer.spec))
        return centred(layer);
    if (const auto* convolution = std::get_if<ConvolutionLayer>(&layer.spec))
        return convolution->padding == Padding::Same ? same(layer, convolution->kernel, convolution->stride)
                                                     : LayerPadding{};
    if (const auto* pool = std::get_if<MaxPoolLayer>(&layer.spec))
        return pool->padding == Padding::Same ? same(layer, pool->kernel, pool->stride) : LayerPadding{};
    return {};
}

} // namespace belfry
