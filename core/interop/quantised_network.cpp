#include "core/interop/quantised_network.h"

#include "core/base/error.h"
#include "core/interop/flat_slice.h"
#include "core/model/lowering.h"
#include "core/tower/prediction_part.h"

#include <algorithm>
#include <cmath>
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

// Pixels of a picture of which one mean is.
double repeats(const BlueprintLayer& layer) {
    return static_cast<double>(layer.in.elements()) / static_cast<double>(inputMeans(layer));
}

// Of a batch, over pictures and pixels: as many numbers as inputMeans(), in double precision.
at::Tensor sumOf(const at::Tensor& input, const BlueprintLayer& layer) {
    if (!std::holds_alternative<DenseLayer>(layer.spec))
        return input.reshape({input.size(0), layer.in.channels, -1}).sum(at::IntArrayRef{0, 2}, false, at::kDouble);
    const at::Tensor sum = input.sum(at::IntArrayRef{0}, false, at::kDouble);
    return sum.dim() == 3 ? sum.permute({1, 2, 0}).reshape(-1) : sum; // its weights are by row, column and channel
}

// Groups of outputs that get inputs of their own.
std::size_t groupsOf(const BlueprintLayer& layer) {
    if (const auto* convolution = std::get_if<ConvolutionLayer>(&layer.spec))
        return static_cast<std::size_t>(convolution->groups);
    return std::holds_alternative<DepthwiseLayer>(layer.spec) ? static_cast<std::size_t>(layer.in.channels) : 1;
}

// Rounds one output's weights and returns what that adds to its mean. means: of its inputs, which the weights of each
// pixel repeat.
double roundWeights(std::span<float> weights, float scale, std::span<const float> means) {
    double added = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double before = weights[i];
        weights[i] = rounded(weights[i], scale, kLargestWeight);
        added += (weights[i] - before) * means[i % means.size()];
    }
    return added;
}

// Returns the scales by output channel.
std::vector<float> roundLayer(Snapshot& snapshot, const BlueprintLayer& layer, const InputScale& input) {
    const Blueprint& blueprint = *snapshot.blueprint;
    const std::span<float> weights = numbersOf(snapshot.weights, blueprint, layer.weightSlice),
                           biases = numbersOf(snapshot.weights, blueprint, layer.biasSlice);
    const auto outputs = static_cast<std::size_t>(layer.out.channels);
    const std::size_t each = weights.size() / outputs, groups = groupsOf(layer), means = input.means.size() / groups;
    std::vector<float> scales;
    for (std::size_t output = 0; output < outputs; ++output) {
        const auto own = weights.subspan(output * each, each);
        float largest = 0;
        for (const float weight : own)
            largest = std::max(largest, std::abs(weight));
        float scale = largest / kLargestWeight;
        if (!biases.empty())
            scale = std::max(scale, static_cast<float>(std::abs(biases[output]) / (input.scale * kLargestBias)));
        if (scale < std::numeric_limits<float>::min())
            scale = 1;
        const double added =
            roundWeights(own, scale, std::span(input.means).subspan(output * groups / outputs * means, means));
        if (!biases.empty())
            biases[output] =
                rounded(static_cast<float>(biases[output] - added), input.scale * scale, 2 * kLargestBias - 1);
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

std::int64_t inputMeans(const BlueprintLayer& layer) {
    return std::holds_alternative<DenseLayer>(layer.spec) ? layer.in.elements() : layer.in.channels;
}

std::vector<InputFigures> inputFigures(const Snapshot& folded, const ImageStore& pictures,
                                       std::span<const std::int64_t> ids,
                                       const std::function<bool(std::int64_t done)>& onPictures) {
    const c10::InferenceMode inference;
    const std::vector<std::size_t> layers = quantisedLayers(*folded.blueprint);
    std::vector<InputFigures> figures(layers.size());
    std::vector<at::Tensor> sums(layers.size());
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
            const auto index = static_cast<std::size_t>(found - layers.begin());
            const at::Tensor sum = sumOf(input, folded.blueprint->layers[layer]);
            sums[index] = sums[index].defined() ? sums[index] + sum : sum;
            const auto [least, largest] = at::aminmax(input);
            InputFigures& range = figures[index];
            const float low = least.item<float>(), high = largest.item<float>();
            if (!std::isfinite(low) || !std::isfinite(high))
                throw dataError(
                    Text::tr("Layer '%1' gets numbers that are not finite, which 8 bits cannot hold. Export "
                             "weights of an earlier step.",
                             folded.blueprint->layers[layer].name));
            range.least = std::min(range.least, low);
            range.largest = std::max(range.largest, high);
            return input;
        });
        if (!onPictures(static_cast<std::int64_t>(first + now.size())))
            return {};
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const auto each = static_cast<double>(ids.size());
        const at::Tensor mean = at::div(sums[i], each * repeats(folded.blueprint->layers[layers[i]])).to(at::kFloat);
        figures[i].means.assign(mean.const_data_ptr<float>(), mean.const_data_ptr<float>() + mean.numel());
    }
    return figures;
}

InputScale scaleOf(std::string layer, InputFigures figures) {
    const float least = std::min(figures.least, 0.0f), largest = std::max(figures.largest, 0.0f); // 0 stays exactly 0
    InputScale input{.layer = std::move(layer), .means = std::move(figures.means)};
    const float scale = (largest - least) / kLargestInput;
    if (scale >= std::numeric_limits<float>::min()) {
        input.scale = scale;
        input.zero = static_cast<std::uint8_t>(std::clamp(std::nearbyint(-least / scale), 0.0f, kLargestInput));
    }
    return input;
}

QuantisedNetwork quantised(Snapshot folded, std::vector<InputScale> inputs) {
    QuantisedNetwork network{std::move(folded), std::move(inputs), {}, {}};
    const Blueprint& blueprint = *network.snapshot.blueprint;
    network.layers = quantisedLayers(blueprint);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
        network.weightScales.push_back(
            roundLayer(network.snapshot, blueprint.layers[network.layers[i]], network.inputs[i]));
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
