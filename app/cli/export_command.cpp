#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "app/cli/weights_argument.h"
#include "core/interop/package.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct ExportOptions {
    std::string run, weights, output, precision = "fp32";
    std::optional<std::int64_t> calibration;
    SnapshotDataOptions data;
    bool json = false;
};

nlohmann::json int8Json(const PackagedInt8& int8) {
    const Int8Accuracy& accuracy = int8.accuracy;
    return {{"pictures", int8.pictures},
            {"split", accuracy.split},
            {"images", accuracy.images},
            {"fp32_accuracy", accuracy.floatAccuracy()},
            {"int8_accuracy", accuracy.int8Accuracy()},
            {"fp32_bytes", int8.floatBytes},
            {"int8_bytes", int8.bytes}};
}

void printInt8(const PackagedInt8& int8) {
    const Int8Accuracy& accuracy = int8.accuracy;
    std::printf("int8, calibrated on %s: %s of %s right, fp32 %s (%+.2f points); %s of %s bytes (%s)\n",
                counted(int8.pictures, "training pictures", "training picture").c_str(),
                perCent(accuracy.int8Accuracy()).c_str(),
                counted(accuracy.images, "test pictures", "test picture").c_str(),
                perCent(accuracy.floatAccuracy()).c_str(), 100 * (accuracy.int8Accuracy() - accuracy.floatAccuracy()),
                grouped(int8.bytes).c_str(), grouped(int8.floatBytes).c_str(),
                perCent(static_cast<double>(int8.bytes) / static_cast<double>(int8.floatBytes), 1).c_str());
}

int exportModel(const ExportOptions& options) {
    PackageOptions package;
    if (options.precision == "int8")
        package.int8 = Int8Options{options.calibration};
    else if (options.calibration)
        throw usageError(Text::tr("--calibration-pictures is for --precision int8. Add that, or leave this out."));
    const auto snapshot = weightsNamed(options.run, options.weights);
    const Packaged packaged =
        exportPackage(options.output, *snapshot, *dataOf(options.run, *snapshot, options.data), package);
    if (options.json) {
        nlohmann::json json{{"run", options.run},
                            {"step", snapshot->step},
                            {"network", snapshot->blueprint->architecture.name},
                            {"package", std::filesystem::absolute(options.output).string()}};
        if (packaged.int8)
            json["int8"] = int8Json(*packaged.int8);
        printJson(json);
        return 0;
    }
    std::printf("%s, step %s (%s): exported to %s\n", snapshot->source.c_str(), grouped(snapshot->step).c_str(),
                snapshot->blueprint->architecture.name.c_str(), options.output.c_str());
    if (packaged.int8)
        printInt8(*packaged.int8);
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
    command
        ->add_option("--precision", options->precision,
                     "fp32, or int8: also a network of 8-bit integers, with the accuracy of both")
        ->check(CLI::IsMember({"fp32", "int8"}));
    addNumber(*command, "--calibration-pictures", options->calibration,
              "Training pictures that int8's ranges are measured on; 512 where there are as many");
    options->data.addTo(*command);
    command->add_flag("--json", options->json, "As one JSON object");
    whenChosen(*command, chosen, [options] { return exportModel(*options); });
}

} // namespace belfry::cli
