// belfry-cli: the engine without a window.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/usage.h"
#include "app/common/program.h"
#include "core/base/error.h"
#include "core/ranks/launch.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>

namespace {

using namespace belfry;
using namespace belfry::cli;

int refuse(const std::string& sentence) {
    std::fprintf(stderr, "belfry-cli: %s\n", oneLine(sentence).c_str());
    return 2;
}

// What a rank would do as every other one does, and write the same files.
void requireOneProcess(const CLI::App& app) {
    constexpr std::array kAlone{"find", "reproduce", "scaling", "search", "evaluate", "predict", "explain",
                                "map",  "export",    "verify",  "report", "serve",    "bench"};
    const CLI::App* const command = app.get_subcommands().front();
    if (std::ranges::find(kAlone, command->get_name()) == kAlone.end())
        return;
    const std::optional<Launched> launched = launchedAs(processEnvironment);
    if (!launched || launched->ranks <= 1)
        return;
    const std::vector<CLI::App*> inner = command->get_subcommands();
    const std::string part = inner.empty() ? "" : inner.front()->get_name();
    if (part == "join" || part == "link") // these are for several
        return;
    throw usageError(
        command->get_name() == "search"
            ? Text::tr("'search' is led by one process, and this is one of %1 ranks, by %2. Start it once, without "
                       "%2, and 'search join' on the others.",
                       std::int64_t{launched->ranks}, launched->launcher)
            : Text::tr("'%1' is done by one process, and this is one of %2 ranks, by %3. Start it once, without %3.",
                       command->get_name(), std::int64_t{launched->ranks}, launched->launcher));
}

// Whether what was printed is not where it was to be. A reader that went away, at the end of a pipe, wanted no more.
bool lostOutput() {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return false;
    struct stat output {};
    return ::fstat(STDOUT_FILENO, &output) == 0 &&
           (S_ISREG(output.st_mode) || (S_ISCHR(output.st_mode) && ::isatty(STDOUT_FILENO) == 0));
}

// A run goes on, and ends well: what it prints is in its folder.
bool printsItsResult(const CLI::App& app) {
    constexpr std::array kRuns{"train", "resume", "branch"};
    return std::ranges::find(kRuns, app.get_subcommands().front()->get_name()) == kRuns.end();
}

int run(int argc, char** argv) {
    CLI::App app("Belfry trains image classifiers on many devices.", "belfry-cli");
    app.set_version_flag("--version", BELFRY_VERSION);
    app.require_subcommand(1);
    Chosen chosen{argv, {}};
    for (const auto add :
         {addTrain,    addResume,  addBranch,  addFind,     addSchedule,  addReproduce, addScaling, addSearch,
          addEvaluate, addPredict, addExplain, addFamiliar, addLabelNext, addMap,       addExport,  addVerify,
          addReport,   addServe,   addRuns,    addDevices,  addModels,    addBackbone,  addData,    addBench})
        add(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return app.exit(error); // --help and --version are no errors
        return refuse(usageSentence(app, error));
    }
    requireOneProcess(app);
    const int status = chosen.action();
    if (status == 0 && printsItsResult(app) && lostOutput())
        throw ioError(Text::tr("What was to be printed could not be written. Is the disk full?"));
    return status;
}

} // namespace

int main(int argc, char** argv) {
    belfry::forgetLaunchersFolders();
    belfry::endWithParent();
    belfry::reuseFreedMemory();
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away must not end a run
    int status = 0;
    try {
        status = run(argc, argv);
    } catch (const std::exception& error) {
        status = refuse(error.what());
    }
    return belfry::leaveProgram(status);
}
