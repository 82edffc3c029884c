#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/weights_argument.h"
#include "core/interop/package.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct ExportOptions {
    std::string run, weights, output;
    SnapshotDataOptions data;
    bool json = false;
};

int exportModel(const ExportOptions& options) {
    const auto snapshot = weightsNamed(options.run, options.weights);
    exportPackage(options.output, *snapshot, *dataOf(options.run, *snapshot, options.data));
    if (options.json)
        printJson({{"run", options.run},
                   {"step", snapshot->step},
                   {"network", snapshot->blueprint->architecture.name},
                   {"package", std::filesystem::absolute(options.output).string()}});
    else
        std::printf("%s, step %s (%s): exported to %s\n", snapshot->source.c_str(), grouped(snapshot->step).c_str(),
                    snapshot->blueprint->architecture.name.c_str(), options.output.c_str());
    return 0;
}

} // namespace

void addExport(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("export", "Export a network to safetensors, ONNX and PyTorch");
    const auto options = std::make_shared<ExportOptions>();
    addRunArgument(*command, options->run);
    addWeightsOption(*command, options->weights);
    command->add_option("--output", options->output, "Folder to create; on an error nothing is left behind")
        ->required();
    options->data.addTo(*command);
    command->add_flag("--json", options->json, "As one JSON object");
    whenChosen(*command, chosen, [options] { return exportModel(*options); });
}

} // namespace belfry::cli
