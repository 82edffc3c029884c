#include "core/runs/weights_file.h"

#include "core/base/error.h"
#include "core/formats/safetensors.h"
#include "core/runs/json_reason.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

namespace belfry {
namespace {

using nlohmann::json;
using Metadata = std::map<std::string, std::string>;

constexpr const char* format = "belfry-weights";
constexpr const char* version = "1";
constexpr const char* pixelScale = "1/255";
constexpr const char* averageKey = "average_decay";
constexpr const char* lastPrefix = "last."; // of the last step's own weights beside an average
constexpr int mostClasses = 1'000'000;
constexpr int longestSide = 65'536;

[[noreturn]] void refuse(const std::string& found) {
    throw Error(ErrorCategory::Data, found);
}

std::string shapeText(const auto& shape) {
    std::string text;
    for (const auto side : shape)
        text += (text.empty() ? "" : "x") + std::to_string(side);
    return text.empty() ? "a single number" : text;
}

Metadata metadataOf(const Snapshot& snapshot, const Metadata& extra) {
    const ImageShape& image = snapshot.blueprint->image;
    Metadata metadata{
        {"format", format},
        {"version", version},
        {"architecture", toJson(snapshot.blueprint->architecture).dump()},
        {"image", json{{"height", image.height}, {"width", image.width}, {"channels", image.channels}}.dump()},
        {"classes", json(snapshot.classes).dump(-1, ' ', false, json::error_handler_t::replace)},
        {"data", snapshot.data},
        {"step", std::to_string(snapshot.step)},
        {"source", snapshot.source},
        {"input", json{{"augmentation", augmentationName(snapshot.blueprint->input.augmentation)},
                       {"normalisation", normalisationName(snapshot.blueprint->input.normalisation)}}
                      .dump()}};
    if (snapshot.averageDecay > 0)
        metadata.emplace(averageKey, json(snapshot.averageDecay).dump());
    metadata.insert(extra.begin(), extra.end());
    return metadata;
}

const std::string& entry(const Metadata& metadata, const std::string& key) {
    const auto found = metadata.find(key);
    if (found == metadata.end())
        refuse("it has no '" + key + "' in its metadata");
    return found->second;
}

json jsonEntry(const Metadata& metadata, const std::string& key) {
    try {
        return json::parse(entry(metadata, key));
    } catch (const json::exception& error) {
        refuse("its '" + key + "' cannot be read: " + jsonReason(error));
    }
}

void expectEntry(const Metadata& metadata, const std::string& key, const std::string& expected) {
    const std::string& found = entry(metadata, key);
    if (found != expected)
        refuse("its '" + key + "' is '" + found.substr(0, 40) + "', '" + expected + "' is expected");
}

std::int64_t stepFrom(const Metadata& metadata) {
    const std::string& text = entry(metadata, "step");
    std::int64_t step = -1;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), step);
    if (code != std::errc() || end != text.data() + text.size() || step < 0)
        refuse("its 'step' is '" + text.substr(0, 40) + "', a number is expected");
    return step;
}

// Files from before there was a choice say 'pixel_scale' instead: value / 255 and nothing else.
InputStage inputFrom(const Metadata& metadata) {
    if (!metadata.contains("input") && metadata.contains("pixel_scale")) {
        expectEntry(metadata, "pixel_scale", pixelScale);
        return {};
    }
    const json input = jsonEntry(metadata, "input");
    return inputStageFromNames(input.at("augmentation").get<std::string>(),
                               input.at("normalisation").get<std::string>());
}

ImageShape imageFrom(const Metadata& metadata) {
    const json image = jsonEntry(metadata, "image");
    const auto side = [&](const char* key, int most) {
        const auto value = image.at(key).get<std::int64_t>();
        if (value < 1 || value > most)
            refuse("its image has " + std::string(key) + " " + std::to_string(value) + ", 1 to " +
                   std::to_string(most) + " is expected");
        return static_cast<int>(value);
    };
    return {side("channels", 1024), side("height", longestSide), side("width", longestSide)};
}

std::vector<std::string> classesFrom(const Metadata& metadata) {
    auto classes = jsonEntry(metadata, "classes").get<std::vector<std::string>>();
    if (classes.empty() || classes.size() > mostClasses)
        refuse("it names " + std::to_string(classes.size()) + " classes, 1 to 1,000,000 are expected");
    return classes;
}

double averageDecayFrom(const Metadata& metadata) {
    if (!metadata.contains(averageKey))
        return 0;
    const auto decay = jsonEntry(metadata, averageKey).get<double>();
    if (!(decay > 0 && decay < 1))
        refuse("its '" + std::string(averageKey) + "' is " + json(decay).dump() + ", between 0 and 1 is expected");
    return decay;
}

bool hasLast(const SafetensorsFile& file) {
    return std::ranges::any_of(file.tensors, [](const NamedTensor& t) { return t.name.starts_with(lastPrefix); });
}

void refuseSurplus(const SafetensorsFile& file, const Blueprint& blueprint) {
    const auto known = [&](const std::string& name) {
        return std::ranges::find(blueprint.slices, name, &Slice::name) != blueprint.slices.end() ||
               (name.starts_with(lastPrefix) && file.metadata.contains(averageKey) &&
                std::ranges::find(blueprint.slices, name.substr(std::strlen(lastPrefix)), &Slice::name) !=
                    blueprint.slices.end());
    };
    for (const NamedTensor& tensor : file.tensors)
        if (!known(tensor.name))
            refuse("it has a tensor '" + tensor.name.substr(0, 80) + "' of shape " + shapeText(tensor.shape) +
                   " that network '" + blueprint.architecture.name + "' does not have");
}

const NamedTensor& tensorOf(const SafetensorsFile& file, const Slice& slice, const std::string& prefix) {
    const std::string name = prefix + slice.name;
    const NamedTensor* tensor = file.find(name);
    if (!tensor)
        refuse("tensor '" + name + "' is missing, one of shape " + shapeText(slice.shape) + " is expected");
    if (!std::ranges::equal(tensor->shape, slice.shape))
        refuse("tensor '" + name + "' has shape " + shapeText(tensor->shape) + ", " + shapeText(slice.shape) +
               " is expected");
    return *tensor;
}

// Every tensor is checked before memory is taken for what the metadata claims.
std::vector<float> weightsFrom(const SafetensorsFile& file, const Blueprint& blueprint,
                               const std::string& prefix = "") {
    refuseSurplus(file, blueprint);
    for (const Slice& slice : blueprint.slices)
        tensorOf(file, slice, prefix);
    std::vector<float> weights(static_cast<std::size_t>(blueprint.flatSize));
    for (const Slice& slice : blueprint.slices) {
        const auto values = floatsOf(tensorOf(file, slice, prefix));
        if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
            refuse("tensor '" + prefix + slice.name + "' holds values that are not finite numbers");
        std::ranges::copy(values, weights.begin() + slice.offset);
    }
    return weights;
}

std::shared_ptr<const Snapshot> snapshotFrom(const SafetensorsFile& file) {
    expectEntry(file.metadata, "format", format);
    expectEntry(file.metadata, "version", version);
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->classes = classesFrom(file.metadata);
    snapshot->data = entry(file.metadata, "data");
    snapshot->step = stepFrom(file.metadata);
    snapshot->source = entry(file.metadata, "source");
    const Architecture architecture = architectureFromJson(jsonEntry(file.metadata, "architecture"));
    auto blueprint = std::make_shared<Blueprint>(makeBlueprint(
        architecture, imageFrom(file.metadata), static_cast<int>(snapshot->classes.size()), inputFrom(file.metadata)));
    snapshot->weights = weightsFrom(file, *blueprint);
    snapshot->averageDecay = averageDecayFrom(file.metadata);
    if (hasLast(file))
        snapshot->lastWeights = weightsFrom(file, *blueprint, lastPrefix);
    snapshot->blueprint = std::move(blueprint);
    return snapshot;
}

} // namespace

void saveSnapshot(const std::filesystem::path& path, const Snapshot& snapshot, const Metadata& extra) {
    SafetensorsFile file{metadataOf(snapshot, extra), {}};
    const auto add = [&](const std::string& prefix, std::span<const float> weights) {
        for (const Slice& slice : snapshot.blueprint->slices)
            file.tensors.push_back(floatTensor(
                prefix + slice.name, {slice.shape.begin(), slice.shape.end()},
                weights.subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count))));
    };
    add("", snapshot.weights);
    if (!snapshot.lastWeights.empty())
        add(lastPrefix, snapshot.lastWeights);
    writeSafetensors(path, file);
}

std::shared_ptr<const Snapshot> loadSnapshot(const std::filesystem::path& path) {
    const SafetensorsFile file = readSafetensors(path);
    try {
        return snapshotFrom(file);
    } catch (const std::exception& error) {
        throw Error(ErrorCategory::Data, "'" + path.string() + "' holds no weights that Belfry can use: " +
                                             jsonReason(error) + ". Choose a weights file that Belfry saved.");
    }
}

} // namespace belfry
