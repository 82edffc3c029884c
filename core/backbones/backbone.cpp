#include "core/backbones/backbone.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/formats/json_file.h"
#include "core/formats/sha256.h"
#include "core/model/flat_tensors.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kFormat = "belfry-backbone";
constexpr const char* kVersion = "1";
constexpr const char* kExtension = ".safetensors";
constexpr int kMaxClasses = 1'000'000, kMaxSide = 4096;

// Over all tensors, in the order of the network's slices.
std::string digestOf(const SafetensorsView& file) {
    Sha256 digest;
    for (const TensorView& tensor : file.tensors)
        digest.add(tensor.bytes);
    return digest.digest();
}

json originJson(const BackboneOrigin& origin) {
    return {{"file", asUtf8(origin.file)},
            {"sha256", origin.sha256},
            {"scheme", origin.scheme},
            {"source", asUtf8(origin.source)},
            {"licence", asUtf8(origin.licence)}};
}

BackboneOrigin originFrom(const json& text) {
    return {text.at("file"), text.at("sha256"), text.at("scheme"), text.at("source"), text.at("licence")};
}

int sideFrom(const json& image, const char* key, int most) {
    const auto side = image.at(key).get<std::int64_t>();
    if (side < 1 || side > most)
        throw dataError(Text::tr("its '%1' is %2, 1 to %3 is expected", std::string(key), side, most));
    return static_cast<int>(side);
}

SafetensorsView viewOf(const Backbone& backbone) {
    const Blueprint& blueprint = backbone.blueprint;
    const json network{{"architecture", toJson(blueprint.architecture)},
                       {"height", blueprint.image.height},
                       {"width", blueprint.image.width},
                       {"channels", blueprint.image.channels},
                       {"classes", blueprint.classes},
                       {"normalisation", normalisationName(blueprint.input.normalisation)}};
    SafetensorsView file{{{"format", kFormat},
                          {"version", kVersion},
                          {"network", network.dump()},
                          {"origin", originJson(backbone.origin).dump()}},
                         {}};
    addFlat(file, blueprint, "", backbone.weights);
    file.metadata["tensors_sha256"] = digestOf(file);
    return file;
}

Backbone backboneFrom(const SafetensorsFile& file, const std::string& name) {
    const auto entry = [&file](const char* key) -> const std::string& { return file.metadata.at(key); };
    if (entry("format") != kFormat || entry("version") != kVersion)
        throw dataError(Text::tr("it is of format '%1' %2", entry("format"), entry("version")));
    const json network = json::parse(entry("network"));
    Backbone backbone{.name = name, .blueprint = {}, .weights = {}, .origin = originFrom(json::parse(entry("origin")))};
    backbone.blueprint = makeBlueprint(
        architectureFromJson(network.at("architecture")),
        {sideFrom(network, "channels", 4), sideFrom(network, "height", kMaxSide), sideFrom(network, "width", kMaxSide)},
        sideFrom(network, "classes", kMaxClasses),
        inputStageFromNames("none", network.at("normalisation").get<std::string>()));
    backbone.weights = flatFrom(file, backbone.blueprint, "");
    SafetensorsView read;
    addFlat(read, backbone.blueprint, "", backbone.weights);
    if (digestOf(read) != entry("tensors_sha256"))
        throw dataError(Text::tr("its numbers have another SHA-256 than when they were written"));
    return backbone;
}

} // namespace

fs::path backboneFolder() { return userDataFolder() / "backbones"; }

fs::path backboneFile(const std::string& name) {
    if (!isName(name))
        throw usageError(Text::tr("Found the name '%1' for a backbone; expected a letter, then at most 39 letters, "
                                  "digits, '-' and '_'.",
                                  name.substr(0, 80)));
    return backboneFolder() / (name + kExtension);
}

std::vector<std::string> backboneNames() {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const fs::path& path : entriesOf(backboneFolder(), ignored))
        if (path.extension() == kExtension && isName(path.stem().string()))
            names.push_back(path.stem().string());
    return names;
}

void saveBackbone(const Backbone& backbone) {
    const fs::path path = backboneFile(backbone.name);
    makeWritableFolder(path.parent_path());
    writeSafetensors(path, viewOf(backbone));
}

Backbone loadBackbone(const std::string& name) {
    const std::vector<std::string> names = backboneNames();
    if (names.empty())
        throw usageError(Text::tr("There is no backbone '%1', nor any other. Get one with 'belfry-cli backbone fetch "
                                  "efficientnet-lite0', or add a file with 'belfry-cli backbone add'.",
                                  name));
    if (std::ranges::find(names, name) == names.end())
        throw usageError(unknownName(Text::tr("backbone"), name, names));
    const fs::path path = backboneFile(name);
    const SafetensorsFile file = readSafetensors(path);
    try {
        return backboneFrom(file, name);
    } catch (const std::exception& error) {
        throw dataError(Text::tr("'%1' holds no backbone that Belfry can use: %2. Remove it, and add it again.",
                                 path.string(), jsonReason(error)));
    }
}

void removeBackbone(const std::string& name) {
    const std::vector<std::string> names = backboneNames();
    if (std::ranges::find(names, name) == names.end())
        throw usageError(unknownName(Text::tr("backbone"), name, names));
    std::error_code error;
    if (!fs::remove(backboneFile(name), error) && error)
        throw ioError(Text::tr("'%1' cannot be removed: %2.", backboneFile(name).string(), error.message()));
}

} // namespace belfry
