#include "app/cli/command.h"
#include "app/cli/hosts.h"
#include "app/cli/interrupt.h"
#include "app/cli/plan_options.h"
#include "app/cli/ranks.h"
#include "app/cli/training.h"
#include "core/base/error.h"
#include "core/study/tower_choice.h"

namespace belfry::cli {
namespace {

struct TrainOptions {
    explicit TrainOptions(CLI::App& app) : plan(app, true), hosts(app) {}
    PlanOptions plan;
    HostOptions hosts;
    bool json = false, unrecorded = false;
};

int train(const TrainOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    Plan plan = options.hosts.held ? planOfHeldRank() : options.plan.plan();
    plan.tensorboard = plan.tensorboard && !options.unrecorded; // a preset's wish
    Text remark;
    if (options.plan.towersMeasured()) {
        if (options.hosts.hosts)
            throw usageError(Text::tr("--towers auto measures this machine alone. With --hosts give their number."));
        if (!plan.shares.empty() && plan.shares != "measured")
            throw usageError(Text::tr("The shares '%1' are one for each tower, but with --towers auto "
                                      "their number is still to be measured. Give the number, or "
                                      "--shares measured.",
                                      plan.shares));
        const Stopper stopper;
        const TowerChoice choice = chooseTowers(plan, stopper.token());
        if (choice.trials.empty())
            return kStoppedByUser;
        plan = choice.plan;
        remark = choice.remark;
    }
    std::optional<Launch> launch = severalRanks();
    if (launch && !options.plan.givesTowers() && !options.hosts.held)
        plan.towers = launch->ranks;
    const std::unique_ptr<HostRanks> hosts = startHosts(options.hosts, options.plan.givesTowers(), plan);
    if (hosts)
        launch = hosts->launch();
    const std::shared_ptr<RankGroup> ranks = launch ? meetRanks(*launch, plan) : nullptr;
    if (hosts)
        hosts->met();
    PreparedRun prepared = prepareRun(plan, openData(plan), ranks);
    if (!remark.empty())
        prepared.remarks.push_back(remark);
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        return options.unrecorded || !prepared.seat.leads() ? nullptr : recordNewRun(prepared.plan, std::move(warn));
    };
    const int status = runTraining(prepared, recorder, options.json);
    if (hosts)
        hosts->finish();
    return status;
}

} // namespace

void addTrain(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("train", "Train a network");
    const auto options = std::make_shared<TrainOptions>(*command);
    command->add_flag("--json", options->json,
                      "One JSON object per event (training figures are measured with dropout on; 'dropout' of the "
                      "first line says whether the network has any)");
    command->add_flag("--no-record", options->unrecorded, "Keep no run folder (for measurements)")
        ->excludes(command->get_option("--tensorboard"));
    trainWhenChosen(*command, chosen, [options] { return train(*options); });
}

} // namespace belfry::cli
