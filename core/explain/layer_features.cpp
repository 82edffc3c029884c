#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/device/devices.h"
#include "core/explain/picture_map.h"
#include "core/model/layer_kind.h"
#include "core/model/network.h"
#include "core/tower/prediction_part.h"
#include "core/tower/tower_team.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace belfry {
namespace {

// The network up to this layer. Its weights stay where they are in the flat vector.
Blueprint networkUpTo(Blueprint blueprint, std::size_t layer) {
    blueprint.layers.resize(layer + 1);
    blueprint.classes = static_cast<int>(blueprint.layers.back().out.elements());
    return blueprint;
}

void checkMapLayer(const Blueprint& blueprint, std::size_t layer) {
    const std::vector<MapLayer> layers = mapLayers(blueprint);
    if (std::ranges::find(layers, layer, &MapLayer::layer) != layers.end())
        return;
    std::vector<std::string> ids;
    for (const MapLayer& one : layers)
        ids.push_back(one.id);
    throw usageError(Text::tr("The network '%1' has no layer number %2 that computes something; its layers are %3.",
                              blueprint.architecture.name, layer + 1, joined(ids)));
}

} // namespace

std::vector<MapLayer> mapLayers(const Blueprint& blueprint) {
    std::vector<MapLayer> layers;
    for (std::size_t i = 0; i < blueprint.layers.size(); ++i)
        if (const BlueprintLayer& layer = blueprint.layers[i]; kindOf(layer.spec).computes())
            layers.push_back(
                {.layer = i, .id = layer.name, .name = layerText(layer.spec), .width = layer.out.channels});
    return layers;
}

std::size_t usualMapLayer(const Blueprint& blueprint) {
    const std::size_t last = blueprint.layers.size() - 1;
    for (int at = blueprint.layers[last].inputs.front(); at >= 0;) {
        const BlueprintLayer& layer = blueprint.layers[static_cast<std::size_t>(at)];
        if (kindOf(layer.spec).computes())
            return static_cast<std::size_t>(at);
        at = layer.inputs.front();
    }
    return last;
}

LayerFeatures layerFeatures(const Snapshot& snapshot, const ImageStore& pictures, const std::vector<std::int64_t>& ids,
                            std::size_t layer, const std::stop_token& stop,
                            const std::function<void(double)>& onProgress) {
    checkMapLayer(*snapshot.blueprint, layer);
    const auto blueprint = std::make_shared<const Blueprint>(networkUpTo(*snapshot.blueprint, layer));
    const auto count = static_cast<std::int64_t>(ids.size()), atOnce = predictionPart(*blueprint);
    LayerFeatures features{
        .layer = layer, .images = count, .width = blueprint->layers.back().out.channels, .values = {}};
    useThreads(usableCores());
    at::Tensor weights = at::empty({snapshot.blueprint->flatSize}, at::kFloat);
    std::ranges::copy(snapshot.weights, weights.data_ptr<float>());
    Network network(blueprint, at::kCPU, weights, {});
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(std::min(count, atOnce) * blueprint->image.bytes()));
    features.values.reserve(static_cast<std::size_t>(count * features.width));
    for (std::int64_t first = 0; first < count; first += atOnce) {
        if (stop.stop_requested()) {
            features.values.clear();
            return features;
        }
        const std::int64_t some = std::min(atOnce, count - first);
        pictures.read(std::span(ids).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(some)),
                      bytes.data());
        const at::Tensor outputs = network.forward(bytes.data(), some, {}); // of each channel all places
        const at::Tensor means = outputs.view({some, features.width, -1}).mean(2).contiguous();
        features.values.insert(features.values.end(), means.const_data_ptr<float>(),
                               means.const_data_ptr<float>() + means.numel());
        if (onProgress)
            onProgress(static_cast<double>(first + some) / static_cast<double>(count));
    }
    return features;
}

} // namespace belfry
