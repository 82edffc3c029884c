#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/number_options.h"
#include "app/cli/plan_options.h"
#include "app/cli/search_progress.h"
#include "app/cli/training_options.h"
#include "app/cli/usage.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/search/search.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

namespace belfry::cli {
namespace {

struct SearchChoices {
    std::optional<std::string> preset, space, strategy, name, data, dataDir, devices, parallel, resume;
    std::optional<int> population, generations, halving, winners, winnerSeeds, towers;
    std::optional<std::int64_t> trials, trainImages, epochs, globalBatch, winnerImages, winnerEpochs;
    std::optional<double> retain, randomSelect, mutate, budget;
    std::optional<std::uint64_t> seed;
    std::string csv;
    bool json = false, printSpace = false;
};

void addSpaceOptions(CLI::App& app, SearchChoices& o) {
    auto* preset = app.add_option("--preset", o.preset, "Start from a search: " + joined(searchPresetNames()));
    app.add_option("--space", o.space, "A space of your own (JSON, as --print-space prints one)")->excludes(preset);
    app.add_flag("--print-space", o.printSpace, "Print the space that would be searched, and end");
    app.add_option("--name", o.name, "Name of the search");
    app.add_option("--data", o.data, "Data set, as for train");
    app.add_option("--data-dir", o.dataDir, "Folder to look for data sets first");
    addNumber(app, "--train-images", o.trainImages, "Training images of every trial, drawn once (0: all)");
    addNumber(app, "--epochs", o.epochs, "Length of a trial at most; it ends after 5 epochs without better accuracy");
    addNumber(app, "--global-batch", o.globalBatch, "Images per step");
}

void addStrategyOptions(CLI::App& app, SearchChoices& o) {
    app.add_option("--strategy", o.strategy, choiceNames(strategyChoices()));
    addNumber(app, "--population", o.population, "genetic: networks of a generation");
    addNumber(app, "--generations", o.generations, "genetic: how many");
    addNumber(app, "--retain", o.retain, "genetic: part of a generation, the best, that goes on");
    addNumber(app, "--random-select", o.randomSelect, "genetic: chance of each of the others to go on");
    addNumber(app, "--mutate", o.mutate, "genetic: chance of a child to have one gene drawn anew");
    addNumber(app, "--trials", o.trials, "random: how many (0: 60); else: at most (0: all)");
    addNumber(app, "--halving", o.halving, "Successive halving: the best 1 / N train N times longer, and so on");
    addNumber(app, "--budget", o.budget, "Minutes for the trials (default: any); with --resume so many more");
    addNumber(app, "--winners", o.winners, "Best networks that are trained again and tested (default 1)");
    addNumber(app, "--winner-seeds", o.winnerSeeds, "Each from so many seeds (default 3)");
    addNumber(app, "--winner-images", o.winnerImages, "Training images of a winner (0, the default: all)");
    addNumber(app, "--winner-epochs", o.winnerEpochs, "Length of a winner's run at most (0: as a trial's)");
    addNumber(app, "--seed", o.seed, "Same search, same seed: same trials, however many run side by side");
    app.add_option("--devices", o.devices, "auto, cpu, cuda:0,cuda:1 ...");
    app.add_option("--parallel", o.parallel, "Trials side by side, or auto: measured before the first");
    addNumber(app, "--towers", o.towers, "Towers of every trial (0: measured)");
}

void refuseIdleOptions(const SearchChoices& o, const SearchPlan& plan) {
    const bool genetic = plan.strategy == "genetic";
    refuseIdle(o.population.has_value(), "--population", genetic, "the strategy genetic");
    refuseIdle(o.generations.has_value(), "--generations", genetic, "the strategy genetic");
    refuseIdle(o.retain.has_value(), "--retain", genetic, "the strategy genetic");
    refuseIdle(o.randomSelect.has_value(), "--random-select", genetic, "the strategy genetic");
    refuseIdle(o.mutate.has_value(), "--mutate", genetic, "the strategy genetic");
    refuseIdle(o.winnerSeeds.has_value(), "--winner-seeds", plan.winners > 0, "searches with winners");
    refuseIdle(o.winnerImages.has_value(), "--winner-images", plan.winners > 0, "searches with winners");
    refuseIdle(o.winnerEpochs.has_value(), "--winner-epochs", plan.winners > 0, "searches with winners");
}

// Zero in a plan means that nothing was said; on the command line it is a number like others.
template <typename Number>
void takePositive(Number& field, const std::optional<Number>& given, const char* option, Number least) {
    if (given && *given < least)
        throw Error(ErrorCategory::Usage, Text::tr("%1 is %2; expected at least %3.", std::string(option),
                                                   nlohmann::json(*given).dump(), nlohmann::json(least).dump()));
    take(field, given);
}

void checkBudget(const std::optional<double>& given) {
    if (given && !(*given > 0 && *given <= 1e6))
        throw Error(ErrorCategory::Usage,
                    Text::tr("The budget is not between 0 and 1,000,000 minutes; try --budget 60."));
}

void takePlan(Plan& plan, const SearchChoices& o) {
    take(plan.data, o.data);
    take(plan.dataDir, o.dataDir);
    take(plan.trainImages, o.trainImages);
    take(plan.epochs, o.epochs);
    if (o.devices)
        plan.devices = deviceNames(*o.devices);
    takePositive<std::int64_t>(plan.globalBatch, o.globalBatch, "--global-batch", 1);
    if (o.globalBatch)
        plan.batchPerTower = *o.globalBatch;
}

SearchPlan planFrom(const SearchChoices& o) {
    SearchPlan plan = searchPresetByName(o.preset.value_or("genetic-mnist")).plan;
    if (o.space) {
        plan.space = readSpaceFile(*o.space);
        plan.preset.clear();
    }
    take(plan.name, o.name);
    take(plan.strategy, o.strategy);
    takePlan(plan.space.plan, o);
    take(plan.genetic.population, o.population);
    take(plan.genetic.generations, o.generations);
    take(plan.genetic.retain, o.retain);
    take(plan.genetic.randomSelect, o.randomSelect);
    take(plan.genetic.mutate, o.mutate);
    take(plan.trials, o.trials);
    takePositive(plan.halving, o.halving, "--halving", 2);
    take(plan.budgetMinutes, o.budget);
    take(plan.winners, o.winners);
    take(plan.winnerSeeds, o.winnerSeeds);
    take(plan.winnerImages, o.winnerImages);
    take(plan.winnerEpochs, o.winnerEpochs);
    take(plan.seed, o.seed);
    take(plan.towers, o.towers);
    if (o.parallel && *o.parallel != "auto")
        takePositive(plan.parallel, std::optional(numberFrom<int>("--parallel", *o.parallel)), "--parallel", 1);
    validate(plan);
    refuseIdleOptions(o, plan);
    return plan;
}

// Before the search: hours later its end would be lost on a name that was mistyped.
void checkTable(const std::string& file) {
    namespace fs = std::filesystem;
    std::error_code code;
    if (fs::is_directory(file, code))
        throw Error(ErrorCategory::Usage, Text::tr("--csv is the folder '%1'; give it the name of a file.", file));
    const fs::path folder = fs::absolute(file).parent_path();
    if (!fs::is_directory(folder, code))
        throw Error(
            ErrorCategory::Usage,
            Text::tr("--csv is '%1', but the folder '%2' does not exist. Create it first.", file, folder.string()));
    makeWritableFolder(folder);
}

void writeTable(const std::filesystem::path& folder, const SearchChoices& o) {
    if (!o.csv.empty())
        writeFileAtomically(o.csv, trialsCsv(readSearch(folder)));
}

int search(const std::filesystem::path& folder, const SearchChoices& o) {
    const SearchPlan plan = readSearch(folder).plan;
    const OutputStyle style = o.json                    ? OutputStyle::Json
                              : ::isatty(STDOUT_FILENO) ? OutputStyle::Bar
                                                        : OutputStyle::Lines;
    struct Outcome : SearchObserver {
        void onEvent(const SearchEvent& event) override {
            if (const auto* end = std::get_if<SearchEnded>(&event))
                ended = *end;
            progress->onEvent(event);
        }
        std::unique_ptr<SearchObserver> progress;
        SearchEnded ended;
    } outcome;
    outcome.progress = makeSearchProgress(style, plan, folder.filename().string());
    Search search(folder, outcome);
    const InterruptWatch watch([&](int count) {
        if (count > 2)
            ::_exit(130); // what has ended is on the disk
        search.stop();
    });
    search.start();
    search.wait();
    writeTable(folder, o);
    if (outcome.ended.state == "failed") {
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(outcome.ended.reason.english()).c_str());
        return 1;
    }
    if (outcome.ended.state != "stopped")
        return 0;
    const bool budget = !outcome.ended.reason.empty(); // it is used up; nobody stopped the search
    if (!o.json)
        std::printf("Go on with it: belfry-cli search --resume %s%s\n", folder.filename().c_str(),
                    budget ? " --budget MINUTES" : "");
    return budget ? 0 : 130;
}

int resumeSearch(const std::filesystem::path& folder, const SearchChoices& o) {
    if (o.budget)
        giveBudget(folder, *o.budget);
    if (o.csv.empty() || readSearch(folder).state.state != "finished")
        return search(folder, o);
    writeTable(folder, o); // of a search that has ended its table can still be had
    return 0;
}

int searchNow(const SearchChoices& o) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    checkBudget(o.budget);
    if (!o.csv.empty())
        checkTable(o.csv);
    if (o.resume)
        return resumeSearch(findSearch(*o.resume), o);
    const SearchPlan plan = planFrom(o);
    if (o.printSpace) {
        printJson(toJson(plan.space), JsonLayout::Indented);
        return 0;
    }
    checkWithData(plan);
    return search(createSearch(plan), o);
}

} // namespace

void addSearch(CLI::App& app, Action& action, char** argv) {
    CLI::App* command = app.add_subcommand("search", "Search for a network: genetic, exhaustive or random");
    const auto options = std::make_shared<SearchChoices>();
    addSpaceOptions(*command, *options);
    addStrategyOptions(*command, *options);
    const std::vector<CLI::Option*> ofNewOnes = command->get_options();
    auto* resume = command->add_option("--resume", options->resume, "Go on with a search: its folder or its name");
    for (CLI::Option* option : ofNewOnes)
        if (!option->check_lname("help") && !option->check_lname("budget"))
            resume->excludes(option);
    command->add_flag("--json", options->json, "JSON lines, one event each");
    command->add_option("--csv", options->csv, "File for a table of all trials");
    trainWhenChosen(*command, action, argv, [options] { return searchNow(*options); });
}

} // namespace belfry::cli
