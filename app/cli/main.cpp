// belfry-cli: the engine without a window.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/usage.h"
#include "app/common/program.h"
#include "core/base/error.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace {

using namespace belfry::cli;

int refuse(const std::string& sentence) {
    std::fprintf(stderr, "belfry-cli: %s\n", oneLine(sentence).c_str());
    return 2;
}

int run(int argc, char** argv) {
    CLI::App app("Belfry trains image classifiers on many devices.", "belfry-cli");
    app.set_version_flag("--version", BELFRY_VERSION);
    app.require_subcommand(1);
    Chosen chosen{argv, {}};
    for (const auto add :
         {addTrain, addResume, addBranch, addFind, addSchedule, addReproduce, addScaling, addSearch, addEvaluate,
          addPredict, addExport, addVerify, addRuns, addDevices, addModels, addData, addBench})
        add(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return app.exit(error); // --help and --version are no errors
        return refuse(usageSentence(app, error));
    }
    return chosen.action();
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away must not end a run
    int status = 0;
    try {
        status = run(argc, argv);
    } catch (const std::exception& error) {
        status = refuse(error.what());
    }
    return belfry::leaveProgram(status);
}
