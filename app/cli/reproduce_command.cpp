#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/run_recorder.h"
#include "core/study/reproduction.h"

#include <cstdio>
#include <optional>

namespace belfry::cli {
namespace {

struct ReproduceOptions {
    std::vector<std::string> presets;
    std::optional<double> minutes;
    std::string output;
    std::optional<std::string> dataDir;
};

// The seeds' experiments: every preset that repeats one.
std::vector<Preset> chosenPresets(const ReproduceOptions& options) {
    std::vector<Preset> presets;
    for (const std::string& name : options.presets)
        presets.push_back(presetByName(name));
    if (presets.empty())
        for (Preset& preset : loadPresets())
            if (!preset.published.empty()) // the others are Belfry's own
                presets.push_back(std::move(preset));
    for (Preset& preset : presets)
        if (options.dataDir)
            preset.plan.dataDir = *options.dataDir;
    return presets;
}

int reproduceAll(const ReproduceOptions& options) {
    if (options.minutes && !(*options.minutes > 0 && *options.minutes <= 100'000))
        throw usageError(Text::tr("The budget is not between 0 and 100,000 minutes; try --budget 10."));
    holdInterrupts(); // before the GPU's driver starts threads of its own
    const Stopper stopper;
    std::string table = reproductionHead();
    std::fputs(table.c_str(), stdout);
    bool failed = false;
    for (const Preset& preset : chosenPresets(options)) {
        std::fprintf(stderr, "%s ...\n", preset.name.c_str());
        std::unique_ptr<RunRecorder> recorder;
        const auto record = [&recorder](const Plan& plan) {
            recorder = recordNewRun(plan);
            return RunRecording{recorder.get(), recorder.get(), recorder->files().folder};
        };
        const Reproduction made = reproduce(preset, 60.0 * options.minutes.value_or(0), record, stopper.token());
        failed = failed || made.result.state == RunState::Failed;
        const std::string row = reproductionRow(made);
        std::fputs(row.c_str(), stdout);
        std::fflush(stdout);
        table += row;
        if (!options.output.empty())
            writeFileAtomically(options.output, table);
        if (stopper.token().stop_requested())
            return kStoppedByUser;
    }
    return failed ? 1 : 0;
}

} // namespace

void addReproduce(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("reproduce", "Run the public examples and compare with their published results");
    const auto options = std::make_shared<ReproduceOptions>();
    command->add_option("--preset", options->presets, "Only this preset; may be repeated");
    addNumber(*command, "--budget", options->minutes,
              "Minutes for each preset; a part of a long one is run (default: all)");
    command->add_option("--output", options->output, "File for the table in Markdown");
    command->add_option("--data-dir", options->dataDir, "Folder to look for data sets first");
    trainWhenChosen(*command, chosen, [options] { return reproduceAll(*options); });
}

} // namespace belfry::cli
