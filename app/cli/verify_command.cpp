#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "core/interop/package.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct VerifyOptions {
    std::string package;
    bool json = false;
};

int verifyModel(const VerifyOptions& options) {
    const Replay replay = verifyPackage(packageAt(options.package).value_or(options.package));
    if (options.json) {
        nlohmann::json json{{"package", options.package},
                            {"images", replay.images},
                            {"largest_difference", replay.largest},
                            {"tolerance", kPackageTolerance},
                            {"agrees", replay.agrees()}};
        if (replay.int8)
            json["int8"] = {{"difference", replay.int8->difference}, {"tolerance", replay.int8->tolerance}};
        printJson(json);
        return replay.agrees() ? 0 : 1;
    }
    std::printf("%s: %s, largest difference %.3g, at most %g is rounding", options.package.c_str(),
                counted(replay.images, "samples", "sample").c_str(), replay.largest, kPackageTolerance);
    if (replay.int8)
        std::printf("; int8 %.3g on average, at most %.3g", replay.int8->difference, replay.int8->tolerance);
    std::printf(": %s\n", replay.agrees() ? "whole" : "changed after it was exported");
    return replay.agrees() ? 0 : 1;
}

} // namespace

void addVerify(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("verify", "Replay the samples of an exported network");
    const auto options = std::make_shared<VerifyOptions>();
    command->add_option("package", options->package, "Folder that export made, or its model.json")->required();
    command->add_flag("--json", options->json, "As one JSON object");
    whenChosen(*command, chosen, [options] { return verifyModel(*options); });
}

} // namespace belfry::cli
