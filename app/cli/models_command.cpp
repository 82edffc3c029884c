#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/base/suggest.h"
#include "core/data/catalogue.h"
#include "core/data/picture_size.h"
#include "core/model/architecture_file.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "core/train/plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

struct ModelsOptions {
    std::string model;
    std::optional<std::string> data, preset;
    std::string pictureSize;
    std::optional<int> classes;
    bool json = false, text = false;
};

// The pictures that a network is asked about; those of the catalogue need not be on this machine.
struct Pictures {
    std::string title;
    ImageShape shape;
    int classes = 0;
};

Pictures picturesOf(const std::string& data) {
    for (const CatalogueEntry& entry : catalogue())
        if (entry.name == data)
            return {entry.title, entry.shape, entry.classes};
    if (!std::filesystem::is_directory(data))
        throw usageError(unknownName(Text::tr("data set"), data, dataSetNames()));
    const auto set = openDataSet(data);
    return {set->title, set->shape, static_cast<int>(set->classes.size())};
}

// With the size and the number of classes that are given, where they are.
Pictures picturesOf(const ModelsOptions& options, const std::string& data) {
    Pictures pictures = picturesOf(options.data.value_or(data));
    if (const auto size = parsePictureSize(options.pictureSize)) {
        pictures.title = "this size";
        pictures.shape = size->shape(pictures.shape.channels);
    }
    pictures.classes = options.classes.value_or(pictures.classes);
    return pictures;
}

Json jsonOf(const TensorShape& shape) { return {shape.height, shape.width, shape.channels}; }

// `name` and `layers` alone are a network's file again.
Json jsonOf(const Blueprint& blueprint) {
    Json json = toJson(blueprint.architecture);
    json["parameters"] = blueprint.parameters;
    json["multiply_adds"] = blueprint.multiplyAdds;
    json["floating_point_operations"] = 2 * blueprint.multiplyAdds;
    json["activation_bytes"] = blueprint.activationBytes();
    for (const BlueprintLayer& layer : blueprint.layers)
        json["table"].push_back({{"name", layer.name},
                                 {"layer", layerText(layer.spec)},
                                 {"in", jsonOf(layer.in)},
                                 {"out", jsonOf(layer.out)},
                                 {"parameters", layer.parameters},
                                 {"multiply_adds", layer.multiplyAdds},
                                 {"parameter_bytes", layer.parameterBytes()},
                                 {"activation_bytes", layer.activationBytes()}});
    return json;
}

std::string headOf(const Blueprint& blueprint) {
    return blueprint.architecture.name + "  " + counted(blueprint.parameters, "parameters", "parameter") + ", " +
           grouped(blueprint.multiplyAdds) + " multiply-adds an image";
}

// Counts are for the data set's pictures and classes.
int listModels(const ModelsOptions& options) {
    const Pictures data = picturesOf(options, "mnist");
    Json list = Json::array();
    for (const ZooEntry& entry : zoo()) {
        const Blueprint blueprint = makeBlueprint(entry.build({}), data.shape, data.classes);
        if (options.json) {
            Json json = jsonOf(blueprint);
            json["title"] = entry.title.english();
            json["summary"] = entry.summary.english();
            list.push_back(std::move(json));
            continue;
        }
        std::printf("%s: %s\n", headOf(blueprint).c_str(), entry.summary.english().c_str());
        for (const BlueprintLayer& layer : blueprint.layers)
            std::printf("    %12s  %s\n", layer.out.text().c_str(), layerText(layer.spec).c_str());
    }
    if (options.json)
        printJson(list, JsonLayout::Indented);
    return 0;
}

// Layers of a checkpointed block keep nothing by themselves: the last column of theirs says so.
void printTable(const Blueprint& blueprint) {
    const auto longest = [&blueprint](std::string BlueprintLayer::*text) {
        std::size_t length = 0;
        for (const BlueprintLayer& layer : blueprint.layers)
            length = std::max(length, (layer.*text).size());
        return static_cast<int>(length);
    };
    const int names = std::max(longest(&BlueprintLayer::name), 6), blocks = longest(&BlueprintLayer::block);
    const auto row = [&](const std::string& name, const std::string& block, const std::string& out,
                         const std::string& parameters, const std::string& work, const std::string& weights,
                         const std::string& activations, const std::string& layer) {
        std::printf("%-*s ", names, name.c_str());
        if (blocks > 0)
            std::printf("%-*s ", std::max(blocks, 5), block.c_str());
        std::printf("%12s %13s %15s %15s %15s  %s\n", out.c_str(), parameters.c_str(), work.c_str(), weights.c_str(),
                    activations.c_str(), layer.c_str());
    };
    row("name", "block", "out", "parameters", "multiply-adds", "weights, bytes", "kept, bytes", "layer");
    for (const BlueprintLayer& layer : blueprint.layers)
        row(layer.name, layer.block, layer.out.text(), grouped(layer.parameters), grouped(layer.multiplyAdds),
            grouped(layer.parameterBytes()), layer.recomputed < 0 ? grouped(layer.activationBytes()) : "recomputed",
            layerText(layer.spec));
    row("in all", "", "", grouped(blueprint.parameters), grouped(blueprint.multiplyAdds),
        grouped(blueprint.parameters * 4), grouped(blueprint.activationBytes()), "");
}

Architecture architectureNamed(const std::string& model) {
    return isArchitectureFile(model) ? readArchitectureFile(model) : networkByName(model);
}

// A preset brings its network, its data set and what its input stage makes of the pictures.
int showModel(const ModelsOptions& options) {
    const Plan plan = options.preset ? presetByName(*options.preset).plan : Plan{};
    const Pictures data = picturesOf(options, plan.data);
    const Architecture architecture = options.preset ? architectureOf(plan) : architectureNamed(options.model);
    if (options.text) {
        std::fputs(architectureText(architecture).c_str(), stdout);
        return 0;
    }
    const Blueprint blueprint = makeBlueprint(architecture, data.shape, data.classes,
                                              inputStageFromNames(plan.augmentation, plan.normalisation));
    if (options.json) {
        printJson(jsonOf(blueprint), JsonLayout::Indented);
        return 0;
    }
    std::printf("%s of %s (%dx%dx%d, %s)\n", headOf(blueprint).c_str(), data.title.c_str(), data.shape.height,
                data.shape.width, data.shape.channels, counted(data.classes, "classes", "class").c_str());
    printTable(blueprint);
    std::printf(
        "A multiply-add is two floating point operations; kept: what an image leaves for backward, in all with what is "
        "recomputed of one block at a time.\n");
    return 0;
}

} // namespace

void addModels(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("models", "List the networks, or the layers of one: shapes, work, memory");
    const auto options = std::make_shared<ModelsOptions>();
    auto* model = command->add_option("model", options->model, "Network, or a .txt or .json file of your own");
    command->add_option("--preset", options->preset, "The network of a preset, for its data set and crop")
        ->excludes(model);
    command->add_option("--data", options->data,
                        "Data set whose pictures it gets: " + joined(dataSetNames()) + "; or a folder");
    command->add_option("--picture-size", options->pictureSize, "Size of the pictures instead, such as 224x224x3");
    addNumber(*command, "--classes", options->classes, "Number of classes instead");
    auto* json = command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--text", options->text, "The layers' lines alone, to start a network of your own from")
        ->excludes(json);
    whenChosen(*command, chosen, [options] {
        const bool one = !options->model.empty() || options->preset;
        if (options->text && !one)
            throw usageError(Text::tr("Found --text without a network; expected one, such as models lenet --text."));
        return one ? showModel(*options) : listModels(*options);
    });
}

} // namespace belfry::cli
