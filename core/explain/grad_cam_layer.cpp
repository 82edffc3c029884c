#include "core/explain/grad_cam_layer.h"

#include <algorithm>

namespace belfry {
namespace {

bool isConvolution(const Layer& layer) {
    return std::holds_alternative<ConvolutionLayer>(layer) || std::holds_alternative<DepthwiseLayer>(layer) ||
           std::holds_alternative<WhitenLayer>(layer);
}

bool changesNothing(const Layer& layer) { // in evaluation
    return std::holds_alternative<DropoutLayer>(layer) || std::holds_alternative<DropPathLayer>(layer);
}

// Of each layer, whether it or one that it depends on is such.
template <typename Is>
std::vector<bool> atOrBehind(const Blueprint& blueprint, const Is& is) {
    std::vector<bool> found;
    for (const BlueprintLayer& layer : blueprint.layers)
        found.push_back(is(layer.spec) || std::ranges::any_of(layer.inputs, [&](int input) {
                            return input != kPicture && found[static_cast<std::size_t>(input)];
                        }));
    return found;
}

// What the queries, keys and values of the last attention are made of.
std::optional<GradCamLayer> lastTokens(const Blueprint& blueprint) {
    const auto& layers = blueprint.layers;
    const auto token = std::ranges::find_if(
        layers, [](const BlueprintLayer& layer) { return std::holds_alternative<ClassTokenLayer>(layer.spec); });
    std::size_t attention = layers.size();
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (std::holds_alternative<AttentionLayer>(layers[i].spec))
            attention = i;
    if (token == layers.end() || attention == layers.size() || layers[attention].inputs[0] == kPicture)
        return {};
    const int tokens = layers[static_cast<std::size_t>(layers[attention].inputs[0])].inputs[0];
    if (tokens == kPicture || token->in.height * token->in.width < 2)
        return {};
    const auto layer = static_cast<std::size_t>(tokens);
    if (layers[layer].out.height * layers[layer].out.width != token->in.height * token->in.width + 1)
        return {}; // of several class tokens nobody knows the places
    return GradCamLayer{layer, token->in.height, token->in.width, true};
}

} // namespace

std::optional<GradCamLayer> gradCamLayer(const Blueprint& blueprint) {
    const std::vector<bool> convolved = atOrBehind(blueprint, isConvolution);
    if (const auto tokens = lastTokens(blueprint); tokens && convolved[tokens->layer])
        return tokens;
    const std::vector<bool> isTokens =
        atOrBehind(blueprint, [](const Layer& layer) { return std::holds_alternative<ClassTokenLayer>(layer); });
    for (std::size_t i = blueprint.layers.size(); i-- > 0;) {
        const BlueprintLayer& layer = blueprint.layers[i];
        if (convolved[i] && !isTokens[i] && !changesNothing(layer.spec) && layer.out.height * layer.out.width > 1)
            return GradCamLayer{i, layer.out.height, layer.out.width, false};
    }
    return {};
}

} // namespace belfry
