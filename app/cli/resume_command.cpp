#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/plan_options.h"
#include "app/cli/training.h"
#include "core/runs/resume.h"
#include "core/runs/run_find.h"

#include <optional>

namespace belfry::cli {
namespace {

struct ResumeOptions {
    std::string run;
    std::optional<std::string> devices, feed, exchange;
    std::optional<int> towers, checkpointsKept;
    std::optional<std::int64_t> epochs, steps, patience, checkpointEvery, displayEvery;
    std::optional<double> learningRate, checkpointMinutes;
    bool json = false;
};

void change(Plan& plan, const ResumeOptions& options) {
    const auto take = [](auto& field, const auto& given) { field = given.value_or(field); };
    if (options.devices)
        plan.devices = deviceNames(*options.devices);
    take(plan.towers, options.towers);
    take(plan.feed, options.feed);
    take(plan.exchange, options.exchange);
    take(plan.learningRate, options.learningRate);
    take(plan.epochs, options.epochs);
    plan.steps = options.epochs ? 0 : options.steps.value_or(plan.steps);
    take(plan.patience, options.patience);
    take(plan.checkpointEvery, options.checkpointEvery);
    take(plan.checkpointMinutes, options.checkpointMinutes);
    take(plan.checkpointsKept, options.checkpointsKept);
    take(plan.displayEvery, options.displayEvery);
}

int resume(const ResumeOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    const std::filesystem::path folder = findRun(options.run).folder;
    const PreparedRun prepared = prepareResume(folder, [&options](Plan& plan) { change(plan, options); });
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        return std::make_unique<RunRecorder>(folder, std::move(warn), prepared.checkpoint.get());
    };
    return runTraining(prepared, recorder, options.json);
}

} // namespace

void addResume(CLI::App& app, Action& action, char** argv) {
    CLI::App* command = app.add_subcommand("resume", "Go on with a run from its newest checkpoint, to the same bits");
    const auto options = std::make_shared<ResumeOptions>();
    command->add_option("run", options->run, "Run: folder name, name or path")->required();
    command->add_option("--devices", options->devices, "Other devices: auto, or names with commas between them");
    addNumber(*command, "--towers", options->towers, "Another number of towers; each step's images stay the same");
    command->add_option("--feed", options->feed, "Another one: " + choiceNames(feedChoices()));
    command->add_option("--exchange", options->exchange, "Another one: " + choiceNames(exchangeChoices()));
    addNumber(*command, "--learning-rate", options->learningRate, "Another rate from here on");
    auto* epochs = addNumber(*command, "--epochs", options->epochs, "Another length in epochs, from the start");
    addNumber(*command, "--steps", options->steps, "Another length in steps, from the start")->excludes(epochs);
    addNumber(*command, "--patience", options->patience, "Epochs without better weights that end the run (0: none do)");
    addNumber(*command, "--checkpoint-every", options->checkpointEvery, "Steps between checkpoints (0: by time alone)");
    addNumber(*command, "--checkpoint-minutes", options->checkpointMinutes, "Minutes between checkpoints at most");
    addNumber(*command, "--keep-checkpoints", options->checkpointsKept, "Newest checkpoints that are kept");
    addNumber(*command, "--display-every", options->displayEvery, "Steps between printed lines");
    command->add_flag("--json", options->json, "One JSON object per event");
    trainWhenChosen(*command, action, argv, [options] { return resume(*options); });
}

} // namespace belfry::cli
