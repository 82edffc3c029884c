#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "core/base/class_means_json.h"
#include "core/base/csv.h"
#include "core/base/joined.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/train/plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

struct RunsOptions {
    std::string run;
    bool json = false, epochs = false, stages = false, histograms = false, trash = false;
};

std::string accuracyText(const std::optional<double>& value) { return value ? perCent(*value) : "-"; }

Json toJson(const RunSummary& run) {
    Json json{{"id", run.id},
              {"folder", run.folder.string()},
              {"name", run.name},
              {"preset", run.preset},
              {"data", run.data},
              {"network", run.network},
              {"towers", run.towers},
              {"state", run.state},
              {"reason", run.reason.english()},
              {"started", utcText(run.started)},
              {"steps", run.steps},
              {"epochs", run.epochs},
              {"seconds", run.seconds},
              {"images_per_second", run.imagesPerSecond},
              {"last_validation", orNull(run.lastValidation)},
              {"best_validation", orNull(run.bestValidation)},
              {"best_epoch", run.bestEpoch},
              {"test", orNull(run.test)},
              {"note", run.note},
              {"tags", run.tags},
              {"parent", run.parent},
              {"parent_step", run.parentStep}};
    setClassMeans(json, run.bestMeans, "best_");
    setClassMeans(json, run.testMeans, "test_");
    return json;
}

Json toJson(const EpochDone& epoch) {
    Json json{{"epoch", epoch.epoch},
              {"step", epoch.step},
              {"train_loss", epoch.trainLoss},
              {"train_accuracy", epoch.trainAccuracy},
              {"validation_loss", epoch.validation.loss},
              {"validation_accuracy", epoch.validation.accuracy()},
              {"best", epoch.best}};
    setClassMeans(json, epoch.validation.means, "validation_");
    return json;
}

Json toJson(const Distributions& distributions) {
    Json vectors = Json::array();
    for (const Distributions::Vector& vector : distributions.vectors) {
        Json json = belfry::toJson(vector);
        json.update(
            {{"zeros", vector.numbers.zeros}, {"ends", vector.numbers.ends}, {"buckets", vector.numbers.buckets}});
        vectors.push_back(std::move(json));
    }
    return {{"step", distributions.step}, {"vectors", std::move(vectors)}};
}

int list(const RunsOptions& options) {
    const std::filesystem::path root = options.trash ? trashOf(runsRoot()) : runsRoot();
    const std::vector<RunSummary> runs = listRuns(root);
    if (options.json) {
        Json array = Json::array();
        for (const RunSummary& run : runs)
            array.push_back(toJson(run));
        printJson(array, JsonLayout::Indented);
        return 0;
    }
    if (runs.empty())
        std::printf(options.trash ? "No runs in %s.\n" : "No runs yet in %s.\n", root.c_str());
    std::size_t longest = 0; // name of a network
    for (const RunSummary& run : runs)
        longest = std::max(longest, run.network.size());
    for (const RunSummary& run : runs)
        std::printf("%-40s %-11s %-*s %2d %-6s  %8s %-5s  best %-8s test %-8s %9s images/s  %s\n", run.id.c_str(),
                    run.state.c_str(), static_cast<int>(longest), run.network.c_str(), run.towers,
                    run.towers == 1 ? "tower" : "towers", grouped(run.steps).c_str(), run.steps == 1 ? "step" : "steps",
                    accuracyText(run.bestValidation).c_str(), accuracyText(run.test).c_str(),
                    grouped(static_cast<std::int64_t>(run.imagesPerSecond)).c_str(), run.name.c_str());
    return 0;
}

int show(const RunsOptions& options) {
    const RunDetails details = loadRun(findRun(options.run).folder);
    if (options.json) {
        Json epochs = Json::array();
        for (const EpochDone& e : details.epochs)
            epochs.push_back(toJson(e));
        Json json{{"summary", toJson(details.summary)},
                  {"plan", toJson(details.plan)},
                  {"dropout", trainsWithDropout(details.plan)}, // training figures were measured with it on
                  {"epochs", epochs}};
        if (options.histograms) {
            json["histograms"] = Json::array();
            for (const Distributions& one : readDistributions(RunFiles(details.summary.folder).metrics))
                json["histograms"].push_back(toJson(one));
        }
        printJson(json, options.histograms ? JsonLayout::Line : JsonLayout::Indented);
        return 0;
    }
    const RunSummary& run = details.summary;
    std::printf("%s (%s)\n  %s, %s%s%s\n  %s on %s, %s, %s per step, %s, rate %g\n", run.name.c_str(), run.id.c_str(),
                run.folder.c_str(), run.state.c_str(), run.reason.empty() ? "" : ": ", run.reason.english().c_str(),
                run.network.c_str(), run.data.c_str(), counted(run.towers, "towers", "tower").c_str(),
                counted(details.plan.imagesPerUpdate(), "images", "image").c_str(), details.plan.optimizer.c_str(),
                details.plan.learningRate);
    if (!details.plan.dataVersion.empty())
        std::printf("  version %s of the data\n", details.plan.dataVersion.c_str());
    std::printf("  %s, %.2f epochs, %s of training, %s images/s; best validation %s%s (epoch %lld), test %s%s\n",
                counted(run.steps, "steps", "step").c_str(), run.epochs, duration(run.seconds).c_str(),
                grouped(static_cast<std::int64_t>(run.imagesPerSecond)).c_str(),
                accuracyText(run.bestValidation).c_str(), meansText(run.bestMeans).c_str(),
                static_cast<long long>(run.bestEpoch), accuracyText(run.test).c_str(),
                meansText(run.testMeans).c_str());
    if (!run.parent.empty())
        std::printf("  a branch of %s from step %s on\n", run.parent.c_str(), grouped(run.parentStep).c_str());
    if (!run.tags.empty())
        std::printf("  tags: %s\n", joined(run.tags).c_str());
    if (!run.note.empty())
        std::printf("  %s\n", run.note.c_str());
    for (const EpochDone& e : details.epochs)
        std::printf("  epoch %3lld  step %8s  training loss%s %.4f  validation %s%s%s\n",
                    static_cast<long long>(e.epoch), grouped(e.step).c_str(),
                    trainsWithDropout(details.plan) ? " with dropout on" : "", static_cast<double>(e.trainLoss),
                    perCent(e.validation.accuracy()).c_str(), meansText(e.validation.means).c_str(),
                    e.best ? "  best" : "");
    return 0;
}

std::string stageHeading(std::size_t towers) {
    std::string heading;
    for (std::size_t tower = 0; tower < towers; ++tower)
        for (const Stage& stage : kEveryStage)
            heading += ",tower" + std::to_string(tower) + '_' + stage.name + "_ms";
    return heading;
}

// Empty, which spreadsheets leave out of a mean, for a tower that had no part in the step.
void printStages(const StepDone& step, std::size_t towers) {
    for (std::size_t tower = 0; tower < towers; ++tower) {
        const bool part = tower < step.towers.size() && step.isOf(tower);
        for (const Stage& stage : kEveryStage)
            part ? std::printf(",%.6g", static_cast<double>(step.towers[tower].*stage.milliseconds)) : std::printf(",");
    }
}

// Empty where it is unknown.
std::string cell(const std::optional<double>& value) {
    char text[32] = "";
    if (value)
        std::snprintf(text, sizeof text, "%.9g", *value);
    return text;
}

int csvOfEpochs(const std::filesystem::path& metrics, const char* on) {
    std::printf("epoch,step,images,seconds,train_loss%s,train_accuracy%s,validation_loss,validation_accuracy,"
                "validation_balanced_accuracy,validation_macro_f1,best\n",
                on, on);
    for (const EpochDone& e : readEpochs(metrics))
        std::printf("%lld,%lld,%lld,%.6f,%.9g,%.9g,%.9g,%.9g,%s,%s,%d\n", static_cast<long long>(e.epoch),
                    static_cast<long long>(e.step), static_cast<long long>(e.images), e.seconds,
                    static_cast<double>(e.trainLoss), static_cast<double>(e.trainAccuracy), e.validation.loss,
                    e.validation.accuracy(), cell(e.validation.means.balancedAccuracy).c_str(),
                    cell(e.validation.means.macroF1).c_str(), e.best ? 1 : 0);
    return 0;
}

// A line for each vector at each step. Its buckets are in `runs show --json --histograms`.
int csvOfHistograms(const std::filesystem::path& metrics) {
    std::printf("step,vector,numbers,not_finite,zeros,min,lower_quartile,median,upper_quartile,max,mean,deviation\n");
    for (const Distributions& one : readDistributions(metrics))
        for (const auto& [name, numbers] : one.vectors) {
            const double count = static_cast<double>(std::max<std::int64_t>(numbers.count, 1));
            const double mean = numbers.sum / count;
            std::printf("%lld,%s,%lld,%lld,%lld,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", static_cast<long long>(one.step),
                        csvField(name).c_str(), static_cast<long long>(numbers.count),
                        static_cast<long long>(numbers.notFinite), static_cast<long long>(numbers.zeros), numbers.min,
                        quantileOf(numbers, 0.25), quantileOf(numbers, 0.5), quantileOf(numbers, 0.75), numbers.max,
                        mean, std::sqrt(std::max(numbers.squares / count - mean * mean, 0.0)));
        }
    return 0;
}

// For spreadsheets: a line for each step, or each epoch, with a heading that says when dropout was on.
int csv(const RunsOptions& options) {
    const std::filesystem::path folder = findRun(options.run).folder;
    const std::filesystem::path metrics = RunFiles(folder).metrics;
    const Plan plan = planOf(folder);
    const char* on = trainsWithDropout(plan) ? "_with_dropout" : "";
    if (options.epochs)
        return csvOfEpochs(metrics, on);
    if (options.histograms)
        return csvOfHistograms(metrics);
    const std::vector<StepDone> steps = readSteps(metrics);
    std::size_t towers = 0; // a run that was resumed may have had more before
    for (const StepDone& s : steps)
        towers = options.stages ? std::max(towers, s.towers.size()) : 0;
    std::printf("step,epoch,images,seconds,loss%s,accuracy%s,learning_rate,milliseconds%s%s\n", on, on,
                plan.asynchronous() ? ",staleness" : "", stageHeading(towers).c_str());
    for (const StepDone& s : steps) {
        std::printf("%lld,%.9g,%lld,%.6f,%.9g,%.9g,%.9g,%.9g", static_cast<long long>(s.step), s.epoch,
                    static_cast<long long>(s.images), s.seconds, static_cast<double>(s.loss),
                    static_cast<double>(s.accuracy), static_cast<double>(s.learningRate),
                    static_cast<double>(s.milliseconds));
        if (plan.asynchronous())
            std::printf(",%lld", static_cast<long long>(s.staleness));
        printStages(s, towers);
        std::printf("\n");
    }
    return 0;
}

} // namespace

void addRuns(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("runs", "List and show runs; alone: list");
    command->require_subcommand(0, 1);
    const auto options = std::make_shared<RunsOptions>();
    command->add_flag("--json", options->json, "As JSON");
    command->callback([&chosen, command, options] {
        if (command->get_subcommands().empty())
            chosen.action = [options] { return list(*options); };
    });
    CLI::App* listed = command->add_subcommand("list", "All runs, newest first");
    listed->add_flag("--json", options->json, "As JSON");
    listed->add_flag("--trash", options->trash, "Those that were deleted");
    listed->add_flag("--bin", options->trash)->group(""); // its former name
    whenChosen(*listed, chosen, [options] { return list(*options); });
    CLI::App* shown = command->add_subcommand("show", "One run with its epochs");
    shown->add_option("run", options->run, "Folder name, name or path")->required();
    CLI::Option* asJson = shown->add_flag("--json", options->json, "As JSON");
    shown->add_flag("--histograms", options->histograms, "Also those of activations, gradients and weights")
        ->needs(asJson);
    whenChosen(*shown, chosen, [options] { return show(*options); });
    CLI::App* table = command->add_subcommand("csv", "Every step of a run as comma-separated values");
    table->add_option("run", options->run, "Folder name, name or path")->required();
    CLI::Option* epochs = table->add_flag("--epochs", options->epochs, "Every epoch instead");
    CLI::Option* stages =
        table->add_flag("--stages", options->stages, "Also where each tower's time went: tower0_exchange_ms and so on")
            ->excludes(epochs);
    table
        ->add_flag("--histograms", options->histograms, "Every histogram of activations, gradients and weights instead")
        ->excludes(epochs)
        ->excludes(stages);
    whenChosen(*table, chosen, [options] { return csv(*options); });
    addRunEdits(*command, chosen);
}

} // namespace belfry::cli
