#include "core/model/layers/front_blocks.h"

namespace belfry {

std::optional<FrontBlock> frontBlockAt(const Blueprint& blueprint, std::size_t first) {
    const auto& layers = blueprint.layers;
    std::size_t at = first;
    FrontBlock block;
    if (at < layers.size() && std::holds_alternative<PadLayer>(layers[at].spec)) {
        const int vertical = layers[at].out.height - layers[at].in.height,
                  horizontal = layers[at].out.width - layers[at].in.width;
        if (vertical != horizontal || vertical % 2 != 0)
            return std::nullopt;
        block.padding = vertical / 2;
        ++at;
    }
    const auto* spec = at < layers.size() ? std::get_if<ConvolutionLayer>(&layers[at].spec) : nullptr;
    const bool small = spec && (spec->kernel == 3 || spec->kernel == 5) && spec->stride == 1;
    if (!small || (spec->activation != Activation::Relu && spec->activation != Activation::Linear) ||
        (spec->padding != Padding::Valid && block.padding > 0) || !spec->bias || spec->groups > 1 || spec->dilation > 1)
        return std::nullopt;
    if (spec->padding != Padding::Valid)
        block.padding = spec->kernel / 2; // odd kernel, stride 1: as many zeros before as after
    if (block.padding >= spec->kernel)
        return std::nullopt;
    block.convolution = at++;
    const auto* pool = at < layers.size() ? std::get_if<MaxPoolLayer>(&layers[at].spec) : nullptr;
    const TensorShape& pooled = layers[block.convolution].out;
    const bool whole = pooled.height % 2 == 0 && pooled.width % 2 == 0; // then SAME adds nothing
    block.pool = pool && pool->kernel == 2 && pool->stride == 2 && (whole || pool->padding == Padding::Valid);
    block.end = block.pool ? at + 1 : at;
    if (blueprint.usesOf(kPicture) > 1 || !blueprint.isLine(0, block.end))
        return std::nullopt;
    return block;
}

} // namespace belfry
