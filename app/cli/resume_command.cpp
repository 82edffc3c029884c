// `resume`: a run continues from its newest checkpoint.
#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/training.h"
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "core/train/plan_fields.h"

namespace belfry::cli {
namespace {

struct ResumeOptions {
    std::string run;
    FieldOptions<Plan> plan{planFields()};
    bool json = false;
};

int resume(const ResumeOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    const std::filesystem::path folder = findRun(options.run).folder;
    const PreparedRun prepared =
        prepareResume(folder, [&options](Plan& plan) { plan = planFromJson(options.plan.changes(), std::move(plan)); });
    return resumeRun(folder, prepared, options.json);
}

} // namespace

void addResume(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("resume", "Resume a run from its newest checkpoint, with bit-identical results");
    const auto options = std::make_shared<ResumeOptions>();
    command->add_option("run", options->run, "Run: folder name, name or path")->required();
    for (const char* field : {"devices", "towers", "feed", "exchange", "learning_rate", "epochs", "steps", "patience",
                              "checkpoint_every", "checkpoint_minutes", "checkpoints_kept", "display_every"})
        options->plan.add(*command, field);
    command->add_flag("--json", options->json, "One JSON object per event");
    trainWhenChosen(*command, chosen, [options] { return resume(*options); });
}

} // namespace belfry::cli
