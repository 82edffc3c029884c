// `resume`: a run continues from its newest checkpoint.
#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/hosts.h"
#include "app/cli/interrupt.h"
#include "app/cli/ranks.h"
#include "app/cli/training.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/runs/rank_resume.h"
#include "core/runs/resume.h"
#include "core/train/plan_fields.h"

namespace belfry::cli {
namespace {

struct ResumeOptions {
    explicit ResumeOptions(CLI::App& app) : hosts(app), limits(addRankLimits(app)) {}
    std::string run;
    HostOptions hosts;
    FieldOptions<Plan> plan{planFields()};
    std::shared_ptr<const RankLimits> limits;
    bool json = false;
};

// The run is rank 0's: the others need not have its folder.
int resumeWithOthers(const ResumeOptions& options, const Launch& launch) {
    const nlohmann::json changes = options.plan.changes();
    const std::shared_ptr<RankGroup> ranks = meetRanks(launch, "resume", changes, *options.limits);
    return together(*ranks, [&] {
        const std::filesystem::path folder = ranks->rank() == 0 ? ownRunNamed(options.run) : std::filesystem::path();
        return resumeRun(folder, resumeOverRanks(ranks, folder, changeBy(changes), ownPlace(changes)), options.json);
    });
}

int resumeOverHosts(const ResumeOptions& options, RunHosts hosts) {
    for (const Host& host : hosts.hosts)
        if (host.towers > 0)
            throw usageError(
                Text::tr("Host '%1' is given %2 towers, but the towers of a run that is resumed are divided "
                         "evenly; expected hosts without numbers. --towers changes the number of all.",
                         host.name, std::int64_t{host.towers}));
    const std::filesystem::path folder = ownRunNamed(options.run);
    const std::function<void(Plan&)> change = changeBy(options.plan.changes());
    Plan plan = readPlanFile(RunFiles(folder).plan);
    const int towers = plan.towers;
    plan.devices = Plan{}.devices; // the run's were those of other machines, too
    change(plan);
    plan.towers = towers; // shares fit these
    hosts.devices = plan.devices;
    return runOverHosts(
        hosts, [&](HostRun& run) { return run.resume(plan, folder, change); },
        [&](const PreparedRun& prepared) { return resumeRun(folder, prepared, options.json); });
}

int resume(const ResumeOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    if (const std::optional<RunHosts> hosts = givenHosts(options.hosts, *options.limits))
        return resumeOverHosts(options, *hosts);
    if (const std::optional<Launch> launch = severalRanks())
        return resumeWithOthers(options, *launch);
    const std::filesystem::path folder = ownRunNamed(options.run);
    return resumeRun(folder, prepareResume(folder, changeBy(options.plan.changes())), options.json);
}

} // namespace

void addResume(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("resume", "Resume a run from its newest checkpoint, with bit-identical results");
    const auto options = std::make_shared<ResumeOptions>(*command);
    command->add_option("run", options->run, "Run: folder name, name or path")->required();
    for (const char* field : {"devices", "towers", "feed", "exchange", "learning_rate", "epochs", "steps", "patience",
                              "checkpoint_every", "checkpoint_minutes", "checkpoints_kept", "display_every"})
        options->plan.add(*command, field);
    command->add_flag("--json", options->json, "One JSON object per event");
    trainWhenChosen(*command, chosen, [options] { return resume(*options); });
}

} // namespace belfry::cli
