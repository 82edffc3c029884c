#include "app/cli/command.h"
#include "app/cli/text.h"
#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/data/catalogue.h"
#include "core/model/architecture_file.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

struct Options {
    std::string model, data = "mnist";
    bool json = false, text = false;
};

const CatalogueEntry& dataSet(const std::string& name) {
    for (const CatalogueEntry& entry : catalogue())
        if (entry.name == name)
            return entry;
    throw Error(ErrorCategory::Usage, unknownName("data set", name, dataSetNames()));
}

Json jsonOf(const TensorShape& shape) {
    return {shape.height, shape.width, shape.channels};
}

std::string textOf(const TensorShape& shape) {
    return std::to_string(shape.height) + "x" + std::to_string(shape.width) + "x" + std::to_string(shape.channels);
}

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
    return blueprint.architecture.name + "  " + grouped(blueprint.parameters) + " parameters, " +
           grouped(blueprint.multiplyAdds) + " multiply-adds an image";
}

// Counts are for the data set's pictures and classes.
int listModels(const Options& options) {
    const CatalogueEntry& data = dataSet(options.data);
    Json list = Json::array();
    for (const ZooEntry& entry : zoo()) {
        const Blueprint blueprint = makeBlueprint(entry.build({}), data.shape, data.classes);
        if (options.json) {
            Json json = jsonOf(blueprint);
            json["title"] = entry.title;
            json["summary"] = entry.summary;
            list.push_back(std::move(json));
            continue;
        }
        std::printf("%s: %s\n", headOf(blueprint).c_str(), entry.summary.c_str());
        for (const BlueprintLayer& layer : blueprint.layers)
            std::printf("    %-28s %4d x %d x %d\n", layerText(layer.spec).c_str(), layer.out.height, layer.out.width,
                        layer.out.channels);
    }
    if (options.json)
        std::printf("%s\n", list.dump(2).c_str());
    return 0;
}

void printTable(const Blueprint& blueprint) {
    const auto row = [](const std::string& name, const std::string& out, const auto& parameters, const auto& work,
                        const auto& weights, const auto& activations, const std::string& layer) {
        std::printf("%-12s %12s %13s %15s %15s %15s  %s\n", name.c_str(), out.c_str(), parameters.c_str(), work.c_str(),
                    weights.c_str(), activations.c_str(), layer.c_str());
    };
    row("name", "out", std::string("parameters"), std::string("multiply-adds"), std::string("weights, bytes"),
        std::string("kept, bytes"), "layer");
    for (const BlueprintLayer& layer : blueprint.layers)
        row(layer.name, textOf(layer.out), grouped(layer.parameters), grouped(layer.multiplyAdds),
            grouped(layer.parameterBytes()), grouped(layer.activationBytes()), layerText(layer.spec));
}

int showModel(const Options& options) {
    const CatalogueEntry& data = dataSet(options.data);
    const Architecture architecture =
        isArchitectureFile(options.model) ? readArchitectureFile(options.model) : networkByName(options.model);
    if (options.text) {
        std::fputs(architectureText(architecture).c_str(), stdout);
        return 0;
    }
    const Blueprint blueprint = makeBlueprint(architecture, data.shape, data.classes);
    if (options.json) {
        std::printf("%s\n", jsonOf(blueprint).dump(2).c_str());
        return 0;
    }
    std::printf("%s of %s (%dx%dx%d, %d classes)\n", headOf(blueprint).c_str(), data.title.c_str(), data.shape.height,
                data.shape.width, data.shape.channels, data.classes);
    printTable(blueprint);
    std::printf("A multiply-add is two floating point operations; kept: what an image leaves for backward.\n");
    return 0;
}

} // namespace

void addModels(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("models", "List the networks, or the layers of one: shapes, work, memory");
    const auto options = std::make_shared<Options>();
    command->add_option("model", options->model, "Network, or a .txt or .json file of your own");
    command->add_option("--data", options->data, "Data set whose pictures it gets: " + joined(dataSetNames()));
    auto* json = command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--text", options->text, "The layers' lines alone, to start a network of your own from")
        ->excludes(json);
    command->callback([&action, options] {
        action = [options] {
            if (options->text && options->model.empty())
                throw Error(ErrorCategory::Usage, "Found --text without a network; expected one, such as models lenet "
                                                  "--text.");
            return options->model.empty() ? listModels(*options) : showModel(*options);
        };
    });
}

} // namespace belfry::cli
