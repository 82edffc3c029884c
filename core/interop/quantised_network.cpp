#include "core/interop/quantised_network.h"

#include "core/base/error.h"
#include "core/interop/flat_slice.h"
#include "core/model/lowering.h"
#include "core/tower/prediction_part.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace belfry {
namespace {

constexpr std::int64_t kMostAtOnce = 64; // pictures: nothing is fused, so every layer's output is in memory
constexpr float kLargestWeight = 127, kLargestInput = 255;
constexpr double kLargestBias = 1 << 30; // half of what int32 has, which leaves room for the products

// Changes or only looks at what goes into a layer.
using ForInput = std::function<at::Tensor(std::size_t layer, const at::Tensor& input)>;

class LayerByLayer {
public:
    explicit LayerByLayer(const Snapshot& snapshot) : snapshot_(snapshot), network_(lowered()), lastUse_(steps()) {
        for (std::size_t step = 0; step < steps(); ++step)
            for (const int value : network_.ops.steps()[step].inputs)
                lastUse_[static_cast<std::size_t>(value)] = step;
    }

    at::Tensor logits(const std::uint8_t* images, std::int64_t count, const ForInput& forInput) {
        const PassContext evaluation;
        std::vector<at::Tensor> values(steps() + 1);
        values[0] = network_.front->forward(images, count, evaluation);
        for (std::size_t step = 0; step < steps(); ++step) {
            const OpGraph::Step& now = network_.ops.steps()[step];
            at::Tensor input = values[static_cast<std::size_t>(now.inputs.front())];
            for (std::size_t i = 1; i < now.inputs.size(); ++i)
                input = at::add(input, values[static_cast<std::size_t>(now.inputs[i])].view(input.sizes()));
            const bool first = step == 0 || network_.ops.steps()[step - 1].layer != now.layer;
            values[step + 1] = now.op->forward(first ? forInput(now.layer, input) : input, evaluation);
            for (const int value : now.inputs)
                if (lastUse_[static_cast<std::size_t>(value)] == step)
                    values[static_cast<std::size_t>(value)] = at::Tensor();
        }
        return values.back().reshape({count, -1}).to(at::kFloat).contiguous();
    }

private:
    std::size_t steps() const { return network_.ops.steps().size(); }
    LoweredNetwork lowered() const {
        const at::Tensor flat = at::from_blob(const_cast<float*>(snapshot_.weights.data()),
                                              {static_cast<std::int64_t>(snapshot_.weights.size())}, at::kFloat);
        return lower(*snapshot_.blueprint, at::kCPU, {flat, flat, {}}, {}, NetworkKernels::Usual, Fusion::None);
    }

    const Snapshot& snapshot_;
    LoweredNetwork network_;
    std::vector<std::size_t> lastUse_; // of each value but the last: the step after which it may go
};

std::int64_t atOnce(const Blueprint& blueprint) { return std::min(predictionPart(blueprint), kMostAtOnce); }

float rounded(float number, float scale, double limit) {
    return static_cast<float>(
               std::clamp(std::nearbyint(static_cast<double>(number) / static_cast<double>(scale)), -limit, limit)) *
           scale;
}

// Returns the scales by output channel.
std::vector<float> roundLayer(Snapshot& snapshot, const BlueprintLayer& layer, float inputScale) {
    const std::span<float> weights = numbersOf(snapshot.weights, *snapshot.blueprint, layer.weightSlice),
                           biases = numbersOf(snapshot.weights, *snapshot.blueprint, layer.biasSlice);
    const auto outputs = static_cast<std::size_t>(layer.out.channels);
    const std::size_t each = weights.size() / outputs;
    std::vector<float> scales;
    for (std::size_t output = 0; output < outputs; ++output) {
        const auto own = weights.subspan(output * each, each);
        float largest = 0;
        for (const float weight : own)
            largest = std::max(largest, std::abs(weight));
        float scale = largest / kLargestWeight;
        if (!biases.empty())
            scale = std::max(scale, static_cast<float>(std::abs(biases[output]) / (inputScale * kLargestBias)));
        if (scale < std::numeric_limits<float>::min())
            scale = 1;
        for (float& weight : own)
            weight = rounded(weight, scale, kLargestWeight);
        if (!biases.empty())
            biases[output] = rounded(biases[output], inputScale * scale, 2 * kLargestBias - 1);
        scales.push_back(scale);
    }
    return scales;
}

} // namespace

std::vector<std::size_t> quantisedLayers(const Blueprint& folded) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < folded.layers.size(); ++i) {
        const Layer& spec = folded.layers[i].spec;
        if (std::holds_alternative<ConvolutionLayer>(spec) || std::holds_alternative<DepthwiseLayer>(spec) ||
            std::holds_alternative<DenseLayer>(spec))
            found.push_back(i);
    }
    return found;
}

std::vector<InputRange> inputRanges(const Snapshot& folded, const ImageStore& pictures,
                                    std::span<const std::int64_t> ids) {
    const c10::InferenceMode inference;
    const std::vector<std::size_t> layers = quantisedLayers(*folded.blueprint);
    std::vector<InputRange> ranges(layers.size());
    LayerByLayer network(folded);
    const auto part = static_cast<std::size_t>(atOnce(*folded.blueprint));
    std::vector<std::uint8_t> images;
    for (std::size_t first = 0; first < ids.size(); first += part) {
        const auto now = ids.subspan(first, std::min(part, ids.size() - first));
        images.resize(now.size() * static_cast<std::size_t>(folded.blueprint->image.bytes()));
        pictures.read(now, images.data());
        network.logits(images.data(), std::ssize(now), [&](std::size_t layer, const at::Tensor& input) {
            const auto found = std::ranges::lower_bound(layers, layer);
            if (found == layers.end() || *found != layer)
                return input;
            const auto [least, largest] = at::aminmax(input);
            InputRange& range = ranges[static_cast<std::size_t>(found - layers.begin())];
            const float low = least.item<float>(), high = largest.item<float>();
            if (!std::isfinite(low) || !std::isfinite(high))
                throw dataError(
                    Text::tr("Layer '%1' gets numbers that are not finite, which 8 bits cannot hold. Export "
                             "weights of an earlier step.",
                             folded.blueprint->layers[layer].name));
            range = {std::min(range.least, low), std::max(range.largest, high)};
            return input;
        });
    }
    return ranges;
}

InputScale scaleOf(std::string layer, const InputRange& range) {
    const float least = std::min(range.least, 0.0f), largest = std::max(range.largest, 0.0f); // 0 stays exactly 0
    const float scale = (largest - least) / kLargestInput;
    if (scale < std::numeric_limits<float>::min())
        return {std::move(layer), 1, 0};
    return {std::move(layer), scale,
            static_cast<std::uint8_t>(std::clamp(std::nearbyint(-least / scale), 0.0f, kLargestInput))};
}

QuantisedNetwork quantised(Snapshot folded, std::vector<InputScale> inputs) {
    QuantisedNetwork network{std::move(folded), std::move(inputs), {}, {}};
    const Blueprint& blueprint = *network.snapshot.blueprint;
    network.layers = quantisedLayers(blueprint);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
        network.weightScales.push_back(
            roundLayer(network.snapshot, blueprint.layers[network.layers[i]], network.inputs[i].scale));
    return network;
}

std::vector<float> quantisedLogits(const QuantisedNetwork& network, std::span<const std::uint8_t> images) {
    const c10::InferenceMode inference;
    const Blueprint& blueprint = *network.snapshot.blueprint;
    const std::int64_t bytes = blueprint.image.bytes(), count = std::ssize(images) / bytes;
    LayerByLayer passes(network.snapshot);
    std::vector<float> logits;
    for (std::int64_t first = 0; first < count; first += atOnce(blueprint)) {
        const at::Tensor some = passes.logits(
            images.data() + first * bytes, std::min(atOnce(blueprint), count - first),
            [&](std::size_t layer, const at::Tensor& input) {
                const auto found = std::ranges::lower_bound(network.layers, layer);
                if (found == network.layers.end() || *found != layer)
                    return input;
                const InputScale& by = network.inputs[static_cast<std::size_t>(found - network.layers.begin())];
                at::Tensor bytesOf = at::round(at::div(input, by.scale)).add_(by.zero).clamp_(0, kLargestInput);
                return bytesOf.sub_(by.zero).mul_(by.scale);
            });
        logits.insert(logits.end(), some.const_data_ptr<float>(), some.const_data_ptr<float>() + some.numel());
    }
    return logits;
}

} // namespace belfry
