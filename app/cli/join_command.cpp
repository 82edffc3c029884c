#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/data/catalogue.h"
#include "core/search/helper.h"

#include <cstdio>
#include <memory>
#include <optional>

namespace belfry::cli {
namespace {

constexpr int kNotHelped = 1;

struct JoinChoices {
    std::string leader, parallel = "auto";
    std::optional<std::string> data, dataDir;
};

void sayText(const Text& text) {
    std::printf("%s\n", oneLine(text.english()).c_str());
    std::fflush(stdout); // who watches through a pipe gets it at once
}

int joinFailed(const Text& text) {
    std::fprintf(stderr, "belfry-cli: %s\n", oneLine(text.english()).c_str());
    return kNotHelped;
}

HelperOptions optionsFrom(const JoinChoices& o) {
    HelperOptions options{.leader = endpointFrom(o.leader), .version = BELFRY_VERSION, .tell = sayText};
    if (o.parallel != "auto")
        options.parallel = numberFrom<int>("--parallel", o.parallel);
    if (o.parallel != "auto" && options.parallel < 1)
        throw usageError(Text::tr("%1 is %2; expected at least %3.", std::string("--parallel"),
                                  std::int64_t{options.parallel}, std::int64_t{1}));
    if (o.data)
        options.data = resolveDataName(*o.data);
    if (o.dataDir)
        options.dataDir = *o.dataDir;
    return options;
}

int helpNow(const JoinChoices& o) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    const HelperOptions options = optionsFrom(o);
    const Stopper stopper;
    HelperEnd end;
    try {
        end = helpSearch(options, stopper.token());
    } catch (const Error& error) {
        if (error.category() != ErrorCategory::Device)
            throw;
        return joinFailed(error.message()); // no fault of the command's: it may be tried again
    }
    if (end.kind == HelperEnd::Kind::Failed)
        return joinFailed(end.reason);
    sayText(end.reason);
    sayText(Text::plural("This helper has trained %n trials.", "This helper has trained %n trial.", end.trained));
    return end.kind == HelperEnd::Kind::Stopped ? kStoppedByUser : 0;
}

} // namespace

SubCommand addJoin(CLI::App& search) {
    CLI::App* command =
        search.add_subcommand("join", "Help a search that was started with --listen on another machine");
    const auto options = std::make_shared<JoinChoices>();
    command->add_option("leader", options->leader, "HOST:PORT, as the search shows it")->required();
    command->add_option("--parallel", options->parallel, "Trials in parallel; auto: as many as cores or GPUs take")
        ->capture_default_str();
    command->add_option("--data", options->data, "The data set's name or folder here, if it is another one than there");
    command->add_option("--data-dir", options->dataDir, "Folder to look for data sets first");
    return {command, [options] { return helpNow(*options); }};
}

} // namespace belfry::cli
