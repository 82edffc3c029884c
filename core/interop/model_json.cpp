#include "core/interop/model_json.h"

#include "core/base/error.h"
#include "core/interop/layer_padding.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "belfry-model";
constexpr int kVersion = 1;

Json sizeJson(const TensorShape& shape) {
    return {{"height", shape.height}, {"width", shape.width}, {"channels", shape.channels}};
}
Json sizeJson(const ImageShape& shape) {
    return sizeJson(TensorShape{shape.height, shape.width, shape.channels});
}

Json paddingJson(const BlueprintLayer& layer) {
    const LayerPadding lines = paddingOf(layer);
    return {{"top", lines.top}, {"left", lines.left}, {"bottom", lines.bottom}, {"right", lines.right}};
}

Json kindJson(const BlueprintLayer& layer, const PadLayer&) {
    return {{"kind", "pad"}, {"padding", paddingJson(layer)}};
}
Json kindJson(const BlueprintLayer& layer, const ConvolutionLayer& spec) {
    return {{"kind", "convolution"}, {"filters", spec.filters},       {"kernel", spec.kernel},
            {"stride", spec.stride}, {"padding", paddingJson(layer)}, {"activation", activationName(spec.activation)}};
}
Json kindJson(const BlueprintLayer& layer, const MaxPoolLayer& spec) {
    return {{"kind", "max_pool"}, {"kernel", spec.kernel}, {"stride", spec.stride}, {"padding", paddingJson(layer)}};
}
Json kindJson(const BlueprintLayer& layer, const DenseLayer& spec) {
    return {{"kind", "dense"}, {"units", layer.out.channels}, {"activation", activationName(spec.activation)}};
}
Json kindJson(const BlueprintLayer&, const DropoutLayer& spec) {
    return {{"kind", "dropout"}, {"fraction", spec.fraction}};
}
Json kindJson(const BlueprintLayer&, const LrnLayer& spec) {
    return {{"kind", "lrn"}, {"radius", spec.radius}, {"bias", spec.bias}, {"alpha", spec.alpha}, {"beta", spec.beta}};
}
Json kindJson(const BlueprintLayer&, const BatchNormLayer& spec) {
    return {{"kind", "batch_norm"},
            {"momentum", spec.momentum},
            {"epsilon", spec.epsilon},
            {"activation", activationName(spec.activation)}};
}

Json layerJson(const Blueprint& blueprint, const BlueprintLayer& layer) {
    Json json = std::visit([&layer](const auto& spec) { return kindJson(layer, spec); }, layer.spec);
    json["name"] = layer.name;
    json["input"] = sizeJson(layer.in);
    json["output"] = sizeJson(layer.out);
    Json tensors = Json::array();
    for (const int slice : {layer.weightSlice, layer.biasSlice, layer.meanSlice, layer.varianceSlice})
        if (slice >= 0)
            tensors.push_back(blueprint.slices[static_cast<std::size_t>(slice)].name);
    json["tensors"] = tensors;
    return json;
}

Json inputJson(const Blueprint& blueprint) {
    const ImageShape &image = blueprint.image, seen = networkInput(blueprint.input, image);
    Json crop;
    if (seen != image)
        crop = {{"top", (image.height - seen.height) / 2},
                {"left", (image.width - seen.width) / 2},
                {"height", seen.height},
                {"width", seen.width}};
    return {{"augmentation", augmentationName(blueprint.input.augmentation)},
            {"normalisation", normalisationName(blueprint.input.normalisation)},
            {"crop", crop}};
}

[[noreturn]] void refuse(const Text& found) {
    throw Error(ErrorCategory::Data, found);
}

ImageShape imageFrom(const Json& json) {
    constexpr std::int64_t kLongestSide = 65'536;
    const auto side = [&](const char* key) {
        const auto value = json.at(key).get<std::int64_t>();
        if (value < 1 || value > kLongestSide)
            refuse(Text::tr("its image has %1 %2, 1 to 65,536 is expected", std::string(key), value));
        return static_cast<int>(value);
    };
    return {.channels = side("channels"), .height = side("height"), .width = side("width")};
}

} // namespace

Json modelJson(const Snapshot& snapshot) {
    const Blueprint& blueprint = *snapshot.blueprint;
    Json layers = Json::array();
    for (const BlueprintLayer& layer : blueprint.layers)
        layers.push_back(layerJson(blueprint, layer));
    return {{"format", kFormat},
            {"version", kVersion},
            {"belfry", BELFRY_VERSION},
            {"name", snapshot.source},
            {"step", snapshot.step},
            {"data", snapshot.data},
            {"classes", snapshot.classes},
            {"image", sizeJson(blueprint.image)},
            {"input", inputJson(blueprint)},
            {"architecture", toJson(blueprint.architecture)},
            {"layers", layers}};
}

Snapshot snapshotFromModelJson(const Json& json) {
    if (!json.is_object() || json.value("format", "") != kFormat)
        refuse(Text::tr("it does not say that it is a '%1'", std::string(kFormat)));
    if (json.at("version") != kVersion)
        refuse(Text::tr("it is of a later version than this Belfry knows"));
    Snapshot snapshot;
    snapshot.source = json.at("name").get<std::string>();
    snapshot.step = json.at("step").get<std::int64_t>();
    snapshot.data = json.at("data").get<std::string>();
    snapshot.classes = json.at("classes").get<std::vector<std::string>>();
    const Json& input = json.at("input");
    snapshot.blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromJson(json.at("architecture")), imageFrom(json.at("image")),
                      static_cast<int>(snapshot.classes.size()),
                      inputStageFromNames(input.at("augmentation").get<std::string>(),
                                          input.at("normalisation").get<std::string>())));
    return snapshot;
}

} // namespace belfry
