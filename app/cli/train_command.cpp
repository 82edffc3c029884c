#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/plan_options.h"
#include "app/cli/ranks.h"
#include "app/cli/training.h"
#include "core/base/error.h"
#include "core/runs/run_job.h"
#include "core/study/tower_choice.h"

namespace belfry::cli {
namespace {

struct TrainOptions {
    explicit TrainOptions(CLI::App& app) : plan(app, true), limits(addRankLimits(app)) {}
    PlanOptions plan;
    std::shared_ptr<const RankLimits> limits;
    bool json = false, unrecorded = false;
};

int trainNew(const TrainOptions& options, const PreparedRun& prepared, const std::string& job) {
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        auto made =
            options.unrecorded || !prepared.seat.leads() ? nullptr : recordNewRun(prepared.plan, std::move(warn));
        if (made && !job.empty())
            writeRunJob(made->files().folder, job);
        return made;
    };
    return runTraining(prepared, recorder, options.json);
}

// A job that its launcher has started again goes on with its run, which rank 0 finds.
int trainOverRanks(const TrainOptions& options, const Plan& plan, const Launch& launch) {
    const std::shared_ptr<RankGroup> ranks = meetRanks(launch, plan, *options.limits);
    return together(*ranks, [&] {
        std::filesystem::path earlier;
        if (ranks->rank() == 0 && launch.startedAnew() && !options.unrecorded)
            earlier = unfinishedRunOf(launch.job).value_or("");
        if (!ranks->share(earlier.string()).empty()) {
            const auto own = [&plan](Plan& resumed) {
                resumed.devices = plan.devices;
                resumed.dataDir = plan.dataDir;
            };
            return resumeRun(earlier, resumeOverRanks(ranks, earlier, {}, own), options.json);
        }
        const auto towers = options.plan.givesTowers() ? std::optional(plan.towers) : std::nullopt;
        return trainNew(options, prepareOverRanks(ranks, plan, towers), launch.job);
    });
}

int train(const TrainOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    Plan plan = options.plan.plan();
    plan.tensorboard = plan.tensorboard && !options.unrecorded; // a preset's wish
    const std::optional<Launch> launch = severalRanks();
    if (launch && options.plan.towersMeasured())
        throw usageError(Text::tr("--towers auto measures the towers of one process; give the number of all ranks' "
                                  "towers."));
    if (launch)
        return trainOverRanks(options, plan, *launch);
    Text remark;
    if (options.plan.towersMeasured()) {
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
    PreparedRun prepared = prepareRun(plan);
    if (!remark.empty())
        prepared.remarks.push_back(remark);
    return trainNew(options, prepared, {});
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
