#include "core/model/blueprint.h"

#include "core/base/error.h"
#include "core/model/layer_planner.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr double kMaxEstimate = 0x1p62;
constexpr int kLongestSide = 4096; // of a picture: no product overflows

void checkData(const Blueprint& blueprint) {
    const ImageShape& image = blueprint.image;
    const auto possible = [](int side) { return side >= 1 && side <= kLongestSide; };
    if (!possible(image.height) || !possible(image.width) || !possible(image.channels))
        throw usageError(
            Text::tr("Images of %1 (height, width, channels) cannot be trained on; each must be 1 to 4,096.",
                     TensorShape{image.height, image.width, image.channels}.text()));
    if (blueprint.classes < 1)
        throw usageError(Text::tr("The data set has %1 classes; at least 1 is needed.", blueprint.classes));
}

void requireEnd(const Blueprint& blueprint) {
    const BlueprintLayer& last = blueprint.layers.back();
    const TensorShape wanted{1, 1, blueprint.classes};
    if (last.out != wanted)
        throw usageError(Text::tr("Network '%1', layer %2 (%3) gives %4, but the data set has %5 classes: the last "
                                  "layer must give %6, as 'dense classes linear' does.",
                                  blueprint.architecture.name, blueprint.layers.size(), layerText(last.spec),
                                  last.out.text(), blueprint.classes, wanted.text()));
}

// Of layers that are computed again only what leaves them is kept, and in backward all of one block at a time.
std::int64_t activationsKept(const std::vector<BlueprintLayer>& layers) {
    std::int64_t kept = 0, again = 0, mostAgain = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const BlueprintLayer& layer = layers[i];
        const std::int64_t numbers = layer.out.elements() + layer.kept;
        const bool last = i + 1 == layers.size() || layers[i + 1].recomputed != layer.recomputed;
        if (layer.recomputed < 0) {
            kept += numbers;
            continue;
        }
        again += numbers;
        if (!last)
            continue;
        kept += layer.out.elements();
        mostAgain = std::max(mostAgain, again);
        again = 0;
    }
    return kept + mostAgain;
}

// Of a blueprint with architecture, data and input. When it throws, the layers before the one that does not fit are
// there, and wrongLine says which line that is.
void planLayers(Blueprint& blueprint, std::size_t& wrongLine) {
    checkData(blueprint);
    const Architecture& architecture = blueprint.architecture;
    if (architecture.lines.empty())
        throw usageError(
            Text::tr("Network '%1' has no layers; at least one dense layer is needed.", architecture.name));
    const NetworkGraph graph = graphOf(architecture);
    LayerPlanner planner(blueprint);
    for (const GraphLayer& layer : graph.layers) {
        wrongLine = layer.line;
        planner.plan(layer);
        blueprint.activationsPerImage = activationsKept(blueprint.layers);
    }
    wrongLine = graph.wrongLine;
    if (!graph.refusal.empty())
        throw usageError(graph.refusal);
    planner.addUntrained();
    wrongLine = architecture.lines.size();
    requireEnd(blueprint);
}

Blueprint emptyBlueprint(const Architecture& architecture, const ImageShape& image, int classes,
                         const InputStage& input) {
    Blueprint blueprint;
    blueprint.architecture = architecture;
    blueprint.image = image;
    blueprint.input = input;
    blueprint.classes = classes;
    return blueprint;
}

} // namespace

std::string TensorShape::text() const {
    return std::to_string(height) + "x" + std::to_string(width) + "x" + std::to_string(channels);
}

std::int64_t Blueprint::memoryEstimate(std::int64_t batchPerTower, int optimizerVectors, Precision precision) const {
    // Activations are kept once forward and once as a gradient; pooling keeps indices beside them.
    // In double, because a batch may be any number here; what no device holds stays what no device holds.
    // bf16: half the size, and a copy of the weights.
    const bool half = precision == Precision::Bf16;
    const double vectors = 2.0 + optimizerVectors + (half ? 1 : 0);
    const double perImage = static_cast<double>(image.bytes() + 3 * activationsPerImage) * (half ? 0.5 : 1);
    const double floats = static_cast<double>(flatSize) * vectors + static_cast<double>(batchPerTower) * perImage;
    return static_cast<std::int64_t>(std::min(floats * 4.0, kMaxEstimate));
}

std::vector<int> BlueprintLayer::slices() const {
    std::vector<int> all{weightSlice, biasSlice, gateWeightSlice, gateBiasSlice, meanSlice, varianceSlice};
    std::erase(all, -1);
    return all;
}

int Blueprint::synchronisedLayers() const {
    return static_cast<int>(std::ranges::count_if(layers, &BlueprintLayer::synchronised));
}

int Blueprint::usesOf(int output) const {
    std::ptrdiff_t uses = 0;
    for (const BlueprintLayer& layer : layers)
        uses += std::ranges::count(layer.inputs, output);
    return static_cast<int>(uses);
}

bool Blueprint::isLine(std::size_t first, std::size_t end) const {
    for (std::size_t layer = first + 1; layer < end; ++layer) {
        const auto before = static_cast<int>(layer) - 1;
        if (layers[layer].inputs != std::vector{before} || usesOf(before) != 1)
            return false;
    }
    return true;
}

// As batch norm adds them: sums, squares and a count forward, two sums backward.
std::vector<std::vector<double>> Blueprint::emptySums(std::size_t first) const {
    std::vector<std::vector<double>> forward, backward;
    for (std::size_t i = first; i < layers.size(); ++i)
        if (layers[i].synchronised) {
            const auto channels = static_cast<std::size_t>(layers[i].in.channels);
            forward.emplace_back(2 * channels + 1);
            backward.emplace_back(2 * channels);
        }
    forward.insert(forward.end(), backward.rbegin(), backward.rend());
    return forward;
}

std::int64_t dilatedKernel(int kernel, int dilation) { return std::int64_t{dilation} * (kernel - 1) + 1; }

SamePadding::SamePadding(int in, int kernel, int stride) {
    const int out = (in + stride - 1) / stride;
    const int total = std::max((out - 1) * stride + kernel - in, 0);
    before = total / 2;
    after = total - before;
}

Blueprint makeBlueprint(const Architecture& architecture, const ImageShape& image, int classes,
                        const InputStage& input) {
    Blueprint blueprint = emptyBlueprint(architecture, image, classes, input);
    std::size_t wrongLine = 0;
    planLayers(blueprint, wrongLine);
    return blueprint;
}

Fitting fitLayers(const Architecture& architecture, const ImageShape& image, int classes, const InputStage& input) {
    Fitting fitting{.blueprint = emptyBlueprint(architecture, image, classes, input), .refusal = {}};
    try {
        planLayers(fitting.blueprint, fitting.wrongLine);
    } catch (const Error& error) {
        fitting.refusal = error.message();
    }
    return fitting;
}

} // namespace belfry
