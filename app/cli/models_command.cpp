#include "app/cli/command.h"
#include "app/cli/text.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

// Counts are for MNIST's 28x28 grey pictures of 10 classes.
int listModels(bool json) {
    nlohmann::json list = nlohmann::json::array();
    for (const ZooEntry& entry : zoo()) {
        const Blueprint blueprint = makeBlueprint(entry.build({}), ImageShape{}, 10);
        if (json) {
            list.push_back({{"name", entry.name},
                            {"title", entry.title},
                            {"summary", entry.summary},
                            {"parameters", blueprint.parameters},
                            {"multiply_adds", blueprint.multiplyAdds},
                            {"layers", toJson(blueprint.architecture)["layers"]}});
            continue;
        }
        std::printf("%s  %s parameters, %s multiply-adds an image: %s\n", entry.name.c_str(),
                    grouped(blueprint.parameters).c_str(), grouped(blueprint.multiplyAdds).c_str(),
                    entry.summary.c_str());
        for (const BlueprintLayer& layer : blueprint.layers)
            std::printf("    %-28s %4d x %d x %d\n", layerText(layer.spec).c_str(), layer.out.height, layer.out.width,
                        layer.out.channels);
    }
    if (json)
        std::printf("%s\n", list.dump(2).c_str());
    return 0;
}

} // namespace

void addModels(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("models", "List the networks with layers and parameters");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As JSON");
    command->callback([&action, json] { action = [json] { return listModels(*json); }; });
}

} // namespace belfry::cli
