// `branch`: a run continues from one of its checkpoints as a new run.
#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/training.h"
#include "core/runs/branch.h"
#include "core/runs/run_list.h"
#include "core/train/plan_fields.h"

#include <optional>

namespace belfry::cli {
namespace {

struct BranchOptions {
    std::string run;
    std::optional<std::int64_t> at;
    FieldOptions<Plan> plan{planFields()};
    bool json = false;
};

int branch(const BranchOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    const auto branch = prepareBranch(findRun(options.run).folder, options.at, [&](Plan& plan) {
        nlohmann::json changes = options.plan.changes();
        if (changes.value("name", "").empty())
            changes.erase("name");
        plan = planFromJson(changes, std::move(plan));
    });
    branch->begin();
    return resumeRun(branch->folder(), branch->run, options.json);
}

} // namespace

void addBranch(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("branch", "Resume from a checkpoint of a run as a new run, with another rate or length");
    const auto options = std::make_shared<BranchOptions>();
    command->add_option("run", options->run, "Run: folder name, name or path")->required();
    addNumber(*command, "--at", options->at, "Step of the checkpoint (the newest)");
    for (const char* field : {"name", "learning_rate", "epochs", "steps"})
        options->plan.add(*command, field);
    command->add_flag("--json", options->json, "One JSON object per event");
    trainWhenChosen(*command, chosen, [options] { return branch(*options); });
}

} // namespace belfry::cli
