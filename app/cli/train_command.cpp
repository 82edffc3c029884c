#include "app/cli/command.h"
#include "app/cli/hosts.h"
#include "app/cli/interrupt.h"
#include "app/cli/plan_options.h"
#include "app/cli/ranks.h"
#include "app/cli/training.h"
#include "core/base/error.h"
#include "core/runs/rank_resume.h"
#include "core/runs/resume.h"
#include "core/runs/run_job.h"
#include "core/study/tower_choice.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace belfry::cli {
namespace {

struct TrainOptions {
    explicit TrainOptions(CLI::App& app) : plan(app, true), hosts(app), limits(addRankLimits(app)) {
        hosts.addHeld(app);
    }
    PlanOptions plan;
    HostOptions hosts;
    std::shared_ptr<const RankLimits> limits;
    bool json = false, unrecorded = false;
};

int trainNew(const TrainOptions& options, const PreparedRun& prepared, const RunJob& job) {
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        auto made =
            options.unrecorded || !prepared.seat.leads() ? nullptr : recordNewRun(prepared.plan, std::move(warn));
        if (made && !job.name.empty())
            writeRunJob(made->files().folder, job);
        return made;
    };
    return runTraining(prepared, recorder, options.json);
}

// A job that its launcher has started again goes on with its run.
std::optional<JobRun> earlierRun(const TrainOptions& options, const RunJob& job, bool startedAnew) {
    const auto found = options.unrecorded ? std::nullopt : runOfJob(job, startedAnew);
    if (found && found->finished) // a rank was lost after the end
        std::fprintf(stderr, "belfry-cli: Run '%s' of this job has finished.\n",
                     found->folder.filename().string().c_str());
    return found;
}

// Of a run that goes on, what is this attempt's.
std::function<void(Plan&)> placeOf(const Plan& plan) {
    return [&plan](Plan& resumed) {
        resumed.devices = plan.devices;
        resumed.dataDir = plan.dataDir;
        resumed.exchange = plan.exchange; // several ranks' is not that of one
    };
}

// towers: of all ranks, where a number was given.
int trainOverRanks(const TrainOptions& options, const Plan& plan, const Launch& launch, std::optional<int> towers) {
    const std::shared_ptr<RankGroup> ranks = meetRanks(launch, plan, *options.limits);
    return together(*ranks, [&] {
        const RunJob job = runJob(launch, plan);
        const auto earlier =
            agreeOnRun(*ranks, launch.startedAnew(), [&](bool anew) { return earlierRun(options, job, anew); });
        if (earlier && earlier->finished) {
            ranks->leave();
            return 0;
        }
        if (!earlier)
            return trainNew(options, prepareOverRanks(ranks, plan, {.all = towers, .each = {}}), job);
        const auto place = placeOf(plan);
        return resumeRun(earlier->folder, resumeOverRanks(ranks, earlier->folder, place, place), options.json);
    });
}

// given: by --towers. Of all ranks together, or this machine's, where the hosts have numbers of their own.
RankTowers towersOver(const std::vector<Host>& hosts, std::optional<int> given) {
    const int first = hosts.front().towers;
    const bool equal = std::ranges::all_of(hosts, [first](const Host& host) { return host.towers == first; });
    if (given && equal && first == 0)
        return {.all = given};
    return towersOn(given.value_or(equal ? first : 0), hosts);
}

int trainOverHosts(const TrainOptions& options, Plan plan, RunHosts hosts) {
    const RankTowers towers =
        towersOver(hosts.hosts, options.plan.givesTowers() ? std::optional(plan.towers) : std::nullopt);
    if (!towers.all) { // as far as it is known before the hosts have told their devices
        plan.towers = 0;
        for (const int each : towers.each)
            plan.towers += std::max(each, 1);
    }
    hosts.devices = plan.devices;
    return runOverHosts(
        hosts, [&](HostRun& run) { return run.prepare(plan, towers); },
        [&](const PreparedRun& prepared) { return trainNew(options, prepared, {}); });
}

// The only rank of a job that its launcher has started again. None: there is no run to go on with.
std::optional<int> trainOn(const TrainOptions& options, const Plan& plan, const RunJob& job, bool startedAnew) {
    const auto earlier = earlierRun(options, job, startedAnew);
    if (!earlier)
        return {};
    if (earlier->finished)
        return 0;
    return resumeRun(earlier->folder, prepareResume(earlier->folder, placeOf(plan)), options.json);
}

// One rank of several, or the first, which starts the others by ssh. None: this process is alone.
std::optional<int> trainAsRank(const TrainOptions& options, const Plan& plan, const std::optional<Launch>& launch) {
    const std::optional<RunHosts> hosts = givenHosts(options.hosts, *options.limits);
    if ((launch || hosts) && options.plan.towersMeasured())
        throw usageError(Text::tr("--towers auto measures the towers of one process; give the number of all ranks' "
                                  "towers."));
    if (hosts)
        return trainOverHosts(options, plan, *hosts);
    if (!launch)
        return {};
    const bool given = options.plan.givesTowers() || options.hosts.held;
    return trainOverRanks(options, plan, *launch, given ? std::optional(plan.towers) : std::nullopt);
}

int train(const TrainOptions& options) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    Plan plan = options.hosts.held ? planFromJson(taskOfHeldRank()) : options.plan.plan();
    plan.tensorboard = plan.tensorboard && !options.unrecorded; // a preset's wish
    const std::optional<Launch> launch = launchFrom(processEnvironment);
    const bool several = launch && launch->ranks > 1;
    if (const std::optional<int> status = trainAsRank(options, plan, several ? launch : std::nullopt))
        return *status;
    const RunJob job = launch ? runJob(*launch, plan) : RunJob();
    if (const std::optional<int> status = trainOn(options, plan, job, launch && launch->startedAnew()))
        return *status;
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
    return trainNew(options, prepared, job);
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
