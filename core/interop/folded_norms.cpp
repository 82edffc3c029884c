#include "core/interop/folded_norms.h"

#include "core/interop/flat_slice.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace belfry {
namespace {

// Of a layer whose products are weighed per output: null for others, and where an activation is between.
template <typename Spec>
constexpr bool kHasProducts =
    std::is_same_v<Spec, ConvolutionLayer> || std::is_same_v<Spec, DepthwiseLayer> || std::is_same_v<Spec, DenseLayer>;

bool takesNorm(const Layer& layer) {
    return std::visit(
        []<typename Spec>(const Spec& spec) {
            if constexpr (kHasProducts<Spec>)
                return spec.activation == Activation::Linear;
            else
                return false;
        },
        layer);
}

// The weights of `layer` by the factors of its norm, and the bias, which is the norm's offset where it had none.
void fold(Blueprint& blueprint, std::vector<float>& flat, BlueprintLayer& layer, const BlueprintLayer& norm) {
    const auto& spec = std::get<BatchNormLayer>(norm.spec);
    const auto numbers = [&](int slice) { return numbersOf(flat, blueprint, slice); };
    const std::span<float> weights = numbers(layer.weightSlice), offset = numbers(norm.biasSlice),
                           mean = numbers(norm.meanSlice), variance = numbers(norm.varianceSlice);
    const std::size_t outputs = offset.size(), each = weights.size() / outputs;
    const bool biased = layer.biasSlice >= 0;
    const std::span<float> bias = biased ? numbers(layer.biasSlice) : offset;
    for (std::size_t output = 0; output < outputs; ++output) {
        const double scale = norm.weightSlice >= 0 ? numbers(norm.weightSlice)[output] : 1.0f;
        const double factor = scale / std::sqrt(static_cast<double>(variance[output]) + spec.epsilon);
        for (float& weight : weights.subspan(output * each, each))
            weight = static_cast<float>(weight * factor);
        const double before = biased ? bias[output] : 0.0f;
        bias[output] = static_cast<float>(offset[output] + (before - mean[output]) * factor);
    }
    if (!biased)
        layer.biasSlice = norm.biasSlice;
    std::visit(
        [&spec]<typename Spec>(Spec& own) {
            if constexpr (kHasProducts<Spec>)
                own.activation = spec.activation, own.bias = true;
        },
        layer.spec);
}

// Takes layer `gone` out; who got its output gets that of `instead`.
void remove(Blueprint& blueprint, std::size_t gone, std::size_t instead) {
    blueprint.layers.erase(blueprint.layers.begin() + static_cast<std::ptrdiff_t>(gone));
    const auto index = static_cast<int>(gone);
    for (BlueprintLayer& layer : blueprint.layers)
        for (int& input : layer.inputs)
            input = input == index ? static_cast<int>(instead) : input > index ? input - 1 : input;
    for (Slice& slice : blueprint.slices)
        slice.layer = slice.layer == gone ? instead : slice.layer > gone ? slice.layer - 1 : slice.layer;
}

} // namespace

Snapshot foldedNorms(const Snapshot& snapshot) {
    Snapshot folded = snapshot;
    Blueprint blueprint = *snapshot.blueprint;
    for (std::size_t i = 0; i < blueprint.layers.size(); ++i) {
        const BlueprintLayer& norm = blueprint.layers[i];
        if (!std::holds_alternative<BatchNormLayer>(norm.spec) || norm.inputs.front() == kPicture)
            continue;
        const auto before = static_cast<std::size_t>(norm.inputs.front());
        if (!takesNorm(blueprint.layers[before].spec) || blueprint.usesOf(norm.inputs.front()) != 1)
            continue;
        fold(blueprint, folded.weights, blueprint.layers[before], norm);
        remove(blueprint, i--, before);
    }
    folded.blueprint = std::make_shared<const Blueprint>(std::move(blueprint));
    return folded;
}

} // namespace belfry
