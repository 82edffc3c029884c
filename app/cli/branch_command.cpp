// `branch`: a run continues from one of its checkpoints as a new run.
#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/ranks.h"
#include "app/cli/training.h"
#include "app/cli/weights_argument.h"
#include "core/runs/branch.h"
#include "core/runs/rank_resume.h"
#include "core/runs/resume.h"
#include "core/train/plan_fields.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace belfry::cli {
namespace {

namespace fs = std::filesystem;

struct BranchOptions {
    std::string run;
    std::optional<std::int64_t> at;
    FieldOptions<Plan> plan{planFields()};  // what the new run's plan has instead of its parent's
    FieldOptions<Plan> place{planFields()}; // where it runs: each step's images stay the same, as on resume
    std::shared_ptr<const RankLimits> limits;
    bool json = false;
};

int beginBranch(const BranchOptions& options, const PrepareBranched& prepare) {
    nlohmann::json changes = options.plan.changes();
    if (changes.value("name", "").empty())
        changes.erase("name");
    const auto branch = prepareBranch(ownRunNamed(options.run), options.at, changeBy(changes), prepare);
    branch->begin();
    return resumeRun(branch->folder(), branch->run, options.json);
}

// Rank 0 has the run, and makes the branch: the others need no folder, and make none.
int branchWithOthers(const BranchOptions& options, const Launch& launch) {
    const nlohmann::json place = options.place.changes();
    nlohmann::json all = options.plan.changes();
    all.update(place);
    if (options.at)
        all["at"] = *options.at;
    const std::shared_ptr<RankGroup> ranks = meetRanks(launch, "branch", all, *options.limits);
    const auto prepare = [&](const fs::path& folder) {
        return resumeOverRanks(ranks, folder, changeBy(place), ownPlace(place));
    };
    return together(*ranks, [&] {
        return ranks->rank() == 0 ? beginBranch(options, prepare) : resumeRun({}, prepare({}), options.json);
    });
}

int branch(const BranchOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    if (const std::optional<Launch> launch = severalRanks())
        return branchWithOthers(options, *launch);
    return beginBranch(
        options, [&](const fs::path& folder) { return prepareResume(folder, changeBy(options.place.changes())); });
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
    for (const char* field : {"devices", "towers", "feed", "exchange"})
        options->place.add(*command, field);
    options->limits = addRankLimits(*command);
    command->add_flag("--json", options->json, "One JSON object per event");
    trainWhenChosen(*command, chosen, [options] { return branch(*options); });
}

} // namespace belfry::cli
