#include "core/model/layer_planner.h"

#include "core/base/error.h"
#include "core/model/layer_kind.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr std::int64_t kAlignment = 64;                        // floats: 256 bytes
constexpr std::int64_t kMaxActivations = 1'000'000'000;        // of one image
constexpr std::int64_t kMaxParameters = std::int64_t{1} << 33; // 32 GiB of weights: beyond any device here

int symmetricLines(int kernel) { return (kernel - 1) / 2; }

} // namespace

TensorShape LayerPlanner::shapeFrom(int input) const {
    if (input != kPicture)
        return blueprint_.layers[static_cast<std::size_t>(input)].out;
    const ImageShape seen = networkInput(blueprint_.input, blueprint_.image);
    return {seen.height, seen.width, seen.channels};
}

void LayerPlanner::plan(const GraphLayer& layer) {
    const LayerKind& kind = kindOf(layer.layer);
    number_ = blueprint_.layers.size();
    layer_ = {};
    layer_.spec = layer.layer;
    layer_.name = kind.prefix() + std::to_string(number_ + 1);
    layer_.inputs = layer.inputs;
    layer_.block = layer.block;
    layer_.line = layer.line;
    layer_.recomputed = layer.recomputed;
    layer_.in = layer_.out = shapeFrom(layer.inputs.front());
    kind.plan(*this, layer_.spec);
    if (layer_.synchronised && layer_.recomputed >= 0)
        refuse(Text::tr(
            "a 'checkpoint' block computes its layers twice, and the towers meet once. Remove one of the two."));
    const std::int64_t activations = layer_.out.elements();
    if (activations > kMaxActivations)
        refuse(Text::tr("its output has %1 numbers an image; at most 1,000,000,000 are possible.", activations));
    blueprint_.parameters += layer_.parameters;
    blueprint_.multiplyAdds += layer_.multiplyAdds;
    blueprint_.layers.push_back(layer_);
}

void LayerPlanner::addUntrained() {
    blueprint_.trainableSize = blueprint_.flatSize;
    for (const auto& [number, keep, fixed] : untrained_) {
        number_ = number;
        layer_ = blueprint_.layers[number];
        const std::vector<int> shape{layer_.out.channels};
        if (!fixed.empty()) {
            layer_.weightSlice = addSlice({.name = ".weight", .shape = fixed, .keep = keep});
        } else {
            layer_.meanSlice = addSlice({.name = ".mean", .shape = shape, .keep = keep});
            layer_.varianceSlice = addSlice({.name = ".variance", .shape = shape, .start = 1, .keep = keep});
        }
        blueprint_.layers[number] = layer_;
    }
}

void LayerPlanner::refuse(const Text& what) const {
    const Text layer = layer_.block.empty()
                           ? Text::tr("layer %1 (%2)", number_ + 1, layerText(layer_.spec))
                           : Text::tr("layer %1 of block %2 (%3)", layer_.name, layer_.block, layerText(layer_.spec));
    throw usageError(
        Text::tr("Network '%1', %2 gets %3: %4", blueprint_.architecture.name, layer, layer_.in.text(), what));
}

void LayerPlanner::requirePositive(std::int64_t value, const Text& what) const {
    if (value < 1 || value > 1'000'000)
        refuse(Text::tr("%1 is %2; expected 1 to 1,000,000.", what, value));
}

// As float, because the kernel divides by 1 - fraction in float.
void LayerPlanner::requireDropped(double fraction) const {
    if (!(fraction >= 0 && static_cast<float>(fraction) < 1.0f))
        refuse(Text::tr("the fraction to drop must be at least 0 and less than 1."));
}

void LayerPlanner::requireEpsilon(double epsilon) const {
    if (!(epsilon >= 1e-12 && epsilon <= 1))
        refuse(Text::tr("expected an epsilon of 0.000000000001 to 1."));
}

std::int64_t LayerPlanner::requireScores(std::int64_t tokens, int heads) const {
    const std::int64_t scores = tokens > 100'000 ? kMaxActivations + 1 : heads * tokens * tokens;
    if (scores > kMaxActivations)
        refuse(Text::tr("%1 heads of attention among %2 tokens need more than 1,000,000,000 scores an image. Reduce "
                        "the tokens, with a stride or a pool before it.",
                        heads, tokens));
    return scores;
}

void LayerPlanner::slideWindow(int kernel, int stride, Padding padding) {
    layer_.out.height = outputSize(layer_.in.height, kernel, stride, padding);
    layer_.out.width = outputSize(layer_.in.width, kernel, stride, padding);
    layer_.padding = LayerPadding();
    if (padding == Padding::Symmetric) {
        const int lines = symmetricLines(kernel);
        layer_.padding = LayerPadding{lines, lines, lines, lines};
    }
    if (padding == Padding::Same) {
        const SamePadding vertical(layer_.in.height, kernel, stride), horizontal(layer_.in.width, kernel, stride);
        layer_.padding = LayerPadding{vertical.before, horizontal.before, vertical.after, horizontal.after};
    }
}

int LayerPlanner::outputSize(int in, int kernel, int stride, Padding padding) const {
    if (padding == Padding::Same)
        return (in + stride - 1) / stride;
    const int padded = in + (padding == Padding::Symmetric ? 2 * symmetricLines(kernel) : 0);
    if (padded < kernel)
        refuse(Text::tr("a %1x%1 window needs at least %1x%1.", kernel));
    return (padded - kernel) / stride + 1;
}

void LayerPlanner::addWeights(std::vector<int> shape, const WeightOptions& options, std::int64_t fanIn,
                              std::int64_t fanOut, bool biases) {
    checkOptions(options);
    const double deviation = options.fanIn ? 1.0 / std::sqrt(static_cast<double>(fanIn)) : options.deviation;
    const int units = shape.front();
    layer_.weightSlice = addSlice({.name = ".weight",
                                   .shape = std::move(shape),
                                   .deviation = deviation,
                                   .decay = options.decay,
                                   .fanIn = fanIn,
                                   .fanOut = fanOut});
    layer_.parameters = blueprint_.slices[static_cast<std::size_t>(layer_.weightSlice)].count;
    if (!biases)
        return;
    layer_.biasSlice = addSlice({.name = ".bias", .shape = {units}, .start = options.bias});
    layer_.parameters += units;
}

void LayerPlanner::startAsIdentity(bool identity) {
    blueprint_.slices[static_cast<std::size_t>(layer_.weightSlice)].identity = identity;
}

void LayerPlanner::addScaleAndOffset() {
    const int channels = layer_.in.channels;
    layer_.weightSlice = addSlice({.name = ".scale", .shape = {channels}, .start = 1});
    layer_.biasSlice = addSlice({.name = ".offset", .shape = {channels}});
    layer_.parameters = std::int64_t{channels} * 2;
    layer_.multiplyAdds = layer_.out.elements();
}

void LayerPlanner::checkOptions(const WeightOptions& options) const {
    if (!(options.deviation >= 0 && options.deviation <= 1000))
        refuse(Text::tr("the deviation must be 0 (Glorot) to 1000."));
    if (options.fanIn && options.deviation != 0)
        refuse(Text::tr("fan-in gives the deviation; expected one of the two."));
    if (!(std::abs(options.bias) <= 1000))
        refuse(Text::tr("the biases must start at -1000 to 1000."));
    if (!(options.decay >= 0 && options.decay <= 1000))
        refuse(Text::tr("the decay must be 0 to 1000."));
}

int LayerPlanner::addSlice(Slice slice) {
    slice.name = layer_.name + slice.name;
    slice.layer = number_;
    slice.offset = blueprint_.flatSize;
    slice.count = 1;
    for (int side : slice.shape) {
        slice.count *= side;
        if (slice.count > kMaxParameters)
            refuse(Text::tr("it would have more than 8,589,934,592 weights."));
    }
    blueprint_.flatSize += (slice.count + kAlignment - 1) / kAlignment * kAlignment;
    if (blueprint_.flatSize > kMaxParameters)
        refuse(Text::tr("with it the network has more than 8,589,934,592 weights."));
    blueprint_.slices.push_back(std::move(slice));
    return static_cast<int>(blueprint_.slices.size()) - 1;
}

} // namespace belfry
