#include "core/interop/model_json.h"

#include "core/base/error.h"
#include "core/model/layer_kind.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "belfry-model";
constexpr int kVersion = 1;

Json sizeJson(const TensorShape& shape) {
    return {{"height", shape.height}, {"width", shape.width}, {"channels", shape.channels}};
}
Json sizeJson(const ImageShape& shape) { return sizeJson(TensorShape{shape.height, shape.width, shape.channels}); }

// A number for each class is one for each channel that leaves the layer.
Json valueJson(const LayerField& field, const BlueprintLayer& layer) {
    if (const auto* activation = std::get_if<Activation*>(&field.value))
        return activationName(**activation);
    if (const auto* whole = std::get_if<int*>(&field.value))
        return !field.zero.empty() && **whole == 0 ? layer.out.channels : **whole;
    return *std::get<double*>(field.value);
}

Json layerJson(const Blueprint& blueprint, const BlueprintLayer& layer) {
    const LayerKind& kind = kindOf(layer.spec);
    Json json{{"kind", kind.packageName()}};
    Layer spec = layer.spec;
    for (const LayerField& field : kind.fields(spec))
        if (field.inPackage)
            json[field.name] = valueJson(field, layer);
    if (const auto& lines = layer.padding)
        json["padding"] = {
            {"top", lines->top}, {"left", lines->left}, {"bottom", lines->bottom}, {"right", lines->right}};
    json["name"] = layer.name;
    for (const int input : layer.inputs)
        json["inputs"].push_back(input == kPicture ? std::string(kInputName)
                                                   : blueprint.layers[static_cast<std::size_t>(input)].name);
    json["input"] = sizeJson(layer.in);
    json["output"] = sizeJson(layer.out);
    Json tensors = Json::array();
    for (const int slice : layer.slices())
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
    return {{"augmentation", augmentationName(blueprint.input)},
            {"normalisation", normalisationName(blueprint.input.normalisation)},
            {"crop", crop}};
}

ImageShape imageFrom(const Json& json) {
    constexpr std::int64_t kLongestSide = 65'536;
    const auto side = [&](const char* key) {
        const auto value = json.at(key).get<std::int64_t>();
        if (value < 1 || value > kLongestSide)
            throw dataError(Text::tr("its image has %1 %2, 1 to 65,536 is expected", std::string(key), value));
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
            {"data_version", snapshot.dataVersion},
            {"split_by", snapshot.splitBy},
            {"classes", snapshot.classes},
            {"temperature", snapshot.temperature},
            {"image", sizeJson(blueprint.image)},
            {"input", inputJson(blueprint)},
            {"architecture", toJson(blueprint.architecture)},
            {"layers", layers}};
}

Snapshot snapshotFromModelJson(const Json& json) {
    if (!json.is_object() || json.value("format", "") != kFormat)
        throw dataError(Text::tr("it does not say that it is a '%1'", std::string(kFormat)));
    if (json.at("version") != kVersion)
        throw dataError(Text::tr("it was written by a later version of Belfry"));
    Snapshot snapshot;
    snapshot.source = json.at("name").get<std::string>();
    snapshot.step = json.at("step").get<std::int64_t>();
    snapshot.data = json.at("data").get<std::string>();
    snapshot.dataVersion = json.value("data_version", "");
    snapshot.splitBy = json.value("split_by", snapshot.splitBy);
    snapshot.temperature = json.value("temperature", 1.0);
    if (!(snapshot.temperature > 0))
        throw dataError(
            Text::tr("its temperature is %1, a number above 0 is expected", Text::number(snapshot.temperature)));
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
