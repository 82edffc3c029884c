// belfry-cli: the engine without a window.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/usage.h"
#include "app/common/leave_program.h"
#include "core/base/error.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace {

int refuse(const std::string& sentence) {
    std::fprintf(stderr, "belfry-cli: %s\n", belfry::cli::oneLine(sentence).c_str());
    return 2;
}

int run(int argc, char** argv) {
    CLI::App app("Belfry trains image classifiers on many devices.", "belfry-cli");
    app.set_version_flag("--version", BELFRY_VERSION);
    app.require_subcommand(1);
    belfry::cli::Action action;
    belfry::cli::addTrain(app, action, argv);
    belfry::cli::addResume(app, action, argv);
    belfry::cli::addBranch(app, action, argv);
    belfry::cli::addFind(app, action, argv);
    belfry::cli::addSchedule(app, action);
    belfry::cli::addReproduce(app, action, argv);
    belfry::cli::addScaling(app, action, argv);
    belfry::cli::addSearch(app, action, argv);
    belfry::cli::addEvaluate(app, action);
    belfry::cli::addPredict(app, action);
    belfry::cli::addExport(app, action);
    belfry::cli::addVerify(app, action);
    belfry::cli::addRuns(app, action);
    belfry::cli::addDevices(app, action);
    belfry::cli::addModels(app, action);
    belfry::cli::addData(app, action);
    belfry::cli::addBench(app, action, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return app.exit(error); // --help and --version are no errors
        return refuse(belfry::cli::usageSentence(app, error));
    }
    return action();
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away must not end a run
    try {
        return belfry::leaveProgram(run(argc, argv));
    } catch (const std::exception& error) {
        return refuse(error.what());
    }
}
