// How a run begins: its towers, feed, exchange and the other parts, and the checkpoint it resumes from.
#include "core/model/initial_weights.h"
#include "core/tower/cuda_steps.h"
#include "core/train/async_runner.h"
#include "core/train/backbone_start.h"
#include "core/train/placement.h"
#include "core/train/plan_schedule.h"
#include "core/train/plan_shares.h"
#include "core/train/synchronous_runner.h"
#include "core/train/trainer.h"
#include "core/train/warm_up.h"
#include "core/train/whitening.h"

#include <ATen/Context.h>

#include <algorithm>

namespace belfry {
namespace {

// A tower on the CPU is its host's own work: there is nothing to be ahead of.
bool mayRunAhead(const PreparedRun& prepared) {
    const bool onDevices =
        std::ranges::none_of(prepared.placement, [](const auto& tower) { return tower.device == "cpu"; });
    // Several ranks agree on each step before its update.
    return !prepared.plan.asynchronous() && prepared.plan.accumulate == 1 && !prepared.seat.group &&
           prepared.runAhead.value_or(onDevices);
}

std::unique_ptr<TowerTeam> startTeam(const PreparedRun& prepared) {
    const Plan& plan = prepared.plan;
    const int threads = sessionThreads(prepared.placement);
    useThreads(threads);
    at::globalContext().setFlushDenormal(true);
    std::vector<at::Device> devices;
    for (const TowerPlacement& tower : prepared.placement)
        devices.emplace_back(tower.device);
    Rendezvous::AddOthers otherTowers;
    if (prepared.seat.group && prepared.blueprint->synchronisedLayers() > 0)
        otherTowers = prepared.seat.group->openSums();
    auto team = std::make_unique<TowerTeam>(devices, threads, prepared.blueprint, plan.seed, precisionOf(plan),
                                            plan.asynchronous() ? TowerThreads::OneEach : TowerThreads::AsNeeded,
                                            std::move(otherTowers));
    team->run([&](Tower& tower) {
        tower.setLabelSmoothing(static_cast<float>(plan.labelSmoothing));
        tower.setClassTerms(prepared.classTerms);
    });
    return team;
}

} // namespace

bool Trainer::start() {
    const Plan& plan = prepared_.plan;
    using Work = StallWatch::Work;
    // 1. The towers, with the weights that a run begins with.
    team_ = startTeam(prepared_);
    // Over ranks nobody leaves in the middle of the start: a stop waits until it can be told to all.
    const std::stop_token stop = agreement_.alone() ? control_.stopToken() : std::stop_token();
    const auto weights = firstWeights(stop);
    if (!weights)
        return false;
    team_->setWeights(*weights);
    const bool runAhead = mayRunAhead(prepared_);
    const auto watched = [this](Work work, const auto& run) {
        const StallWatch::Section section(watch_, work, prepared_.checkpoint ? prepared_.checkpoint->step + 1 : 1);
        return run();
    };
    // 2. The feed, which distributes a step's images over them.
    feed_ =
        watched(Work::StartOfTowers, [&] { return startFeed(prepared_, *team_, runAhead ? kMaxInFlightSteps : 0); });
    // 3. The exchange, which keeps them equal.
    replicas_ = watched(Work::StartOfExchange,
                        [&] { return std::make_unique<Replicas>(prepared_, *team_, *weights, runAhead, watch_); });
    // 4. The other parts of the loop.
    schedule_ = scheduleOf(plan, epochImages());
    startRunner();
    unfreezing_.begin(*team_, prepared_.checkpoint ? prepared_.checkpoint->training->images : 0);
    // 5. All that the first steps would wait for.
    if (WarmUp::isFor(prepared_))
        WarmUp(prepared_, *team_, *feed_.feed, *replicas_, watch_).run(stop);
    // 6. Where the run resumes. What was changed before now is reported as changed.
    settings_ = liveSettings(plan);
    if (prepared_.checkpoint)
        watched(Work::StartOfTowers, [this] { restore(*prepared_.checkpoint); });
    firstStep_ = progress().step;
    result_.startupSeconds = startup_.seconds();
    reportStart();
    reportDataIssues(); // of pictures that the backbone was to look at
    warnings_.tell();   // of a start that was slow
    return true;
}

// None when stopped.
std::optional<std::vector<float>> Trainer::firstWeights(const std::stop_token& stop) {
    auto weights = initialWeights(*prepared_.blueprint, prepared_.plan.seed, stop);
    if (!weights || prepared_.checkpoint)
        return weights;
    bool computed = whitenFirstLayer(*prepared_.blueprint, *prepared_.data->train, *weights);
    const bool first = !prepared_.seat.group || prepared_.seat.group->rank() == 0; // the others get its weights below
    computed = computed || prepared_.backbone;
    if (prepared_.backbone && first) {
        const auto start = startFromBackbone(prepared_, *weights, stop, [this](std::int64_t done, std::int64_t images) {
            observer_.onEvent(BackboneProgress{done, images});
        });
        if (!start)
            return std::nullopt;
        startRemarks_.push_back(start->sentence(prepared_.backbone->name));
        startTemperature_ = start->temperature;
        if (!start->notKept.empty())
            startRemarks_.push_back(start->notKept);
    }
    if (computed && prepared_.seat.group) // another machine's library may round otherwise
        prepared_.seat.group->broadcast(at::from_blob(weights->data(), {prepared_.blueprint->flatSize}));
    return weights;
}

void Trainer::startRunner() {
    StepPipeline::Collect collect;
    if (prepared_.plan.asynchronous()) {
        runner_ = std::make_unique<AsyncRunner>(*team_, *feed_.feed, replicas_->exchange(), watch_);
    } else {
        auto runner =
            std::make_unique<SynchronousRunner>(*team_, *feed_.feed, replicas_->exchange(), !replicas_->runsAhead(),
                                                prepared_.seat.firstTower, prepared_.plan.accumulate);
        if (replicas_->runsAhead())
            collect = [late = runner.get()](Step& step, int updates) { late->collect(step, updates); };
        runner_ = std::move(runner);
    }
    steps_.start(*replicas_, std::move(collect));
}

// Weights and the optimizer's vectors go to the towers, the feed continues with the next image. The settings are the
// plan's: the resuming user decides what they are from now on.
void Trainer::restore(const Snapshot& checkpoint) {
    const TrainingState& training = *checkpoint.training;
    replicas_->restore(checkpoint);
    feed_.feed->restore({training.images / epochImages(), training.images % epochImages()});
    steps_.restore(training);
    const bool partial = training.images % epochImages() != 0; // an epoch that is now continued, if it was validated
    validation_.restore(training, partial ? training.images / epochImages() : training.epochs);
    checkpointer_.restored();
}

void Trainer::reportStart() const {
    const Plan& plan = prepared_.plan;
    const StartedExchange& exchange = replicas_->started();
    Started started;
    started.plan = plan;
    started.runFolder = result_.runFolder;
    started.placement = placement();
    started.plan.exchange = exchange.name;
    started.plan.shares = feed_.shares;
    started.remarks = prepared_.remarks;
    std::ranges::copy(startRemarks_, std::back_inserter(started.remarks));
    started.exchangeTrials = exchange.trials;
    std::ranges::copy(exchange.trialRemarks(), std::back_inserter(started.remarks));
    if (prepared_.seat.group)
        std::ranges::copy(toldByOthers(*prepared_.seat.group, started.remarks), std::back_inserter(started.remarks));
    started.startupSeconds = result_.startupSeconds;
    started.step = progress().step;
    started.stepsPerEpoch = stepsPerEpoch(plan, epochImages());
    started.totalSteps = totalSteps();
    started.trainImages = epochImages();
    started.parameters = prepared_.blueprint->parameters;
    started.blueprint = prepared_.blueprint;
    for (Tower& tower : *team_)
        started.stagesTimedEvery = std::max(started.stagesTimedEvery, tower.stepsPerStamp());
    observer_.onEvent(started);
    if (progress().step > 0)
        observer_.onEvent(SettingChanged{.step = progress().step, .text = Text::tr("resumed"), .field = {}});
}

// As prepared, with the images that each tower really gets.
std::vector<TowerPlacement> Trainer::placement() const {
    std::vector<TowerPlacement> placement = prepared_.allTowers();
    for (TowerPlacement& tower : placement)
        tower.batch = towerBatch(prepared_.plan, tower.tower, feed_.fractions);
    return placement;
}

} // namespace belfry
