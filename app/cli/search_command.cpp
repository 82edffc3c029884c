#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/search_progress.h"
#include "app/cli/table_file.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/search/search.h"
#include "core/search/search_plan.h"
#include "core/train/plan_fields.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace belfry::cli {
namespace {

struct SearchChoices {
    std::optional<std::string> preset, space, parallel, resume, listen;
    FieldOptions<SearchPlan> search{searchFields()};
    FieldOptions<Plan> trial{planFields()};
    std::string csv;
    bool json = false, printSpace = false;

    std::optional<double> budget() const {
        const auto given = search.given().find("budget_minutes");
        return given == search.given().end() ? std::nullopt : std::optional(given->get<double>());
    }
};

void addSpaceOptions(CLI::App& app, SearchChoices& o) {
    auto* preset = app.add_option("--preset", o.preset, "Start from a search: " + joined(searchPresetNames()));
    app.add_option("--space", o.space, "A space of your own (JSON, as --print-space prints one)")->excludes(preset);
    app.add_flag("--print-space", o.printSpace, "Print the space that would be searched, and exit");
    for (const char* field : {"data", "data_dir", "train_images", "epochs", "global_batch", "devices"})
        o.trial.add(app, field);
}

void addSearchOptions(CLI::App& app, SearchChoices& o) {
    for (const SearchField& field : searchFields())
        if (field.name == "parallel") // 0 is called auto
            app.add_option(field.optionName(), o.parallel, optionHelp(field, {}, ""));
        else if (!field.help.empty() && field.name != "halving_epochs")
            o.search.add(app, field.name);
}

// Zero in a plan means that nothing was said; on the command line it is a number like others.
void requireMin(const nlohmann::json& given, const FieldInfo& field, std::int64_t min) {
    if (const std::int64_t value = given.value(field.name, min); value < min)
        throw usageError(Text::tr("%1 is %2; expected at least %3.", field.optionName(), value, min));
}

void checkBudget(const std::optional<double>& given) {
    if (given && !(*given > 0 && *given <= 1e6))
        throw usageError(Text::tr("The budget is not between 0 and 1,000,000 minutes; try --budget 60."));
}

SearchPlan planFrom(const SearchChoices& o) {
    SearchPlan plan = searchPresetByName(o.preset.value_or("genetic-mnist")).plan;
    if (o.space) {
        plan.space = readSpaceFile(*o.space);
        plan.preset.clear();
    }
    nlohmann::json changes = o.search.changes(), trial = o.trial.changes();
    requireMin(trial, planField("global_batch"), 1);
    requireMin(changes, searchField("halving"), 2);
    if (trial.contains("global_batch"))
        trial["batch_per_tower"] = trial["global_batch"];
    if (o.parallel && *o.parallel != "auto") {
        changes["parallel"] = numberFrom<int>("--parallel", *o.parallel);
        requireMin(changes, searchField("parallel"), 1);
    }
    plan.space.plan = planFromJson(trial, std::move(plan.space.plan));
    plan = searchPlanFromJson(changes, std::move(plan));
    validate(plan);
    o.search.refuseIdle(plan);
    return plan;
}

void writeTable(const std::filesystem::path& folder, const SearchChoices& o) {
    if (!o.csv.empty())
        writeFileAtomically(o.csv, trialsCsv(readSearch(folder)));
}

// The port is taken before a search is made that could not use it.
std::optional<HelperAccess> accessFrom(const SearchChoices& o) {
    if (!o.listen)
        return std::nullopt;
    const Endpoint wanted = endpointFrom(*o.listen, kOwnMachine, /*anyPort=*/true);
    return HelperAccess{.listener = std::make_shared<Listener>(listenAt(wanted)), .version = BELFRY_VERSION};
}

int search(const std::filesystem::path& folder, const SearchChoices& o, std::optional<HelperAccess> helpers) {
    const SearchPlan plan = readSearch(folder).plan;
    struct Outcome : SearchObserver {
        void onEvent(const SearchEvent& event) override {
            if (const auto* end = std::get_if<SearchEnded>(&event))
                ended = *end;
            progress->onEvent(event);
        }
        std::unique_ptr<SearchObserver> progress;
        SearchEnded ended;
    } outcome;
    outcome.progress = makeSearchProgress(outputStyle(o.json), plan, folder.filename().string());
    Search search(folder, outcome, {.helpers = std::move(helpers)});
    const Stopper stopper([&search] { search.stop(); });
    search.start();
    search.wait();
    writeTable(folder, o);
    if (outcome.ended.state == "failed") {
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(outcome.ended.reason.english()).c_str());
        return 1;
    }
    if (outcome.ended.state != "stopped")
        return 0;
    const bool budget = !outcome.ended.reason.empty(); // it is used up; the user did not stop the search
    if (!o.json)
        std::printf("Resume it with: belfry-cli search --resume %s%s\n", folder.filename().c_str(),
                    budget ? " --budget MINUTES" : "");
    return budget ? 0 : kStoppedByUser;
}

int resumeSearch(const std::filesystem::path& folder, const SearchChoices& o) {
    if (const std::optional<double> budget = o.budget())
        giveBudget(folder, *budget);
    if (o.csv.empty() || readSearch(folder).state.state != "finished")
        return search(folder, o, accessFrom(o));
    writeTable(folder, o); // of a search that has ended its table can still be had
    return 0;
}

void refuseOptions(const CLI::App& search, const CLI::App& join) {
    for (const CLI::Option* option : search.get_options())
        if (option->count() > 0)
            throw usageError(Text::tr("%1 is an option of the search that is led; it has no effect before '%2'.",
                                      option->get_name(), join.get_name()));
}

int searchNow(const SearchChoices& o) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    checkBudget(o.budget());
    checkTableFile(o.csv);
    if (o.resume)
        return resumeSearch(findSearch(*o.resume), o);
    const SearchPlan plan = planFrom(o);
    if (o.printSpace) {
        printJson(toJson(plan.space), JsonLayout::Indented);
        return 0;
    }
    checkWithData(plan);
    std::optional<HelperAccess> helpers = accessFrom(o);
    return search(createSearch(plan), o, std::move(helpers));
}

} // namespace

void addSearch(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("search", "Search for a network: genetic, exhaustive or random");
    const auto options = std::make_shared<SearchChoices>();
    addSpaceOptions(*command, *options);
    addSearchOptions(*command, *options);
    const std::vector<CLI::Option*> ofNewOnes = command->get_options();
    auto* resume = command->add_option("--resume", options->resume, "Resume a search: its folder or its name");
    for (CLI::Option* option : ofNewOnes)
        if (!option->check_lname("help") && !option->check_lname("budget"))
            resume->excludes(option);
    command->add_flag("--json", options->json, "JSON lines, one event each");
    command->add_option("--csv", options->csv, "File for a table of all trials");
    command->add_option("--listen", options->listen,
                        "Let helpers join at [ADDRESS:]PORT of this machine; 127.0.0.1 unless given, 0.0.0.0: all "
                        "addresses, port 0: a free one");
    const SubCommand join = addJoin(*command);
    trainWhenChosen(*command, chosen, [options, command, join] {
        if (!join.app->parsed())
            return searchNow(*options);
        refuseOptions(*command, *join.app);
        return join.action();
    });
}

} // namespace belfry::cli
