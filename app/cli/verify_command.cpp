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
    const Replay replay = verifyPackage(options.package);
    if (options.json)
        printJson({{"package", options.package},
                   {"images", replay.images},
                   {"largest_difference", replay.largest},
                   {"tolerance", kPackageTolerance},
                   {"agrees", replay.agrees()}});
    else
        std::printf("%s: %s, largest difference %.3g, at most %g is rounding: %s\n", options.package.c_str(),
                    counted(replay.images, "samples", "sample").c_str(), replay.largest, kPackageTolerance,
                    replay.agrees() ? "whole" : "changed after it was exported");
    return replay.agrees() ? 0 : 1;
}

} // namespace

void addVerify(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("verify", "Replay the samples of an exported network");
    const auto options = std::make_shared<VerifyOptions>();
    command->add_option("package", options->package, "Folder that export made")->required();
    command->add_flag("--json", options->json, "As one JSON object");
    whenChosen(*command, chosen, [options] { return verifyModel(*options); });
}

} // namespace belfry::cli
