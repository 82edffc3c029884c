// belfry-cli: the engine without a window.
#include "app/cli/command.h"
#include "core/base/error.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace {

int run(int argc, char** argv) {
    CLI::App app("Belfry trains image classifiers on many devices.", "belfry-cli");
    app.set_version_flag("--version", BELFRY_VERSION);
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    belfry::cli::Action action;
    belfry::cli::addTrain(app, action, argv);
    belfry::cli::addEvaluate(app, action);
    belfry::cli::addPredict(app, action);
    belfry::cli::addRuns(app, action);
    belfry::cli::addDevices(app, action);
    belfry::cli::addModels(app, action);
    belfry::cli::addData(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2; // --help and --version are no errors
    }
    return action();
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away must not end a run
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "belfry-cli: %s\n", error.what());
        return 2;
    }
}
