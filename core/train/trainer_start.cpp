// How a run begins: its towers, feed, schedule and exchange, and what they are told of.
#include "core/model/initial_weights.h"
#include "core/train/measure_shares.h"
#include "core/train/placement.h"
#include "core/train/plan_schedule.h"
#include "core/train/plan_shares.h"
#include "core/train/trainer.h"

#include <ATen/Context.h>

#include <algorithm>

namespace belfry {
namespace {

std::vector<at::Device> torchDevicesOf(const std::vector<TowerPlacement>& placement) {
    std::vector<at::Device> devices;
    for (const TowerPlacement& tower : placement)
        devices.emplace_back(tower.device);
    return devices;
}

} // namespace

void Trainer::start() {
    const Plan& plan = prepared_.plan;
    const int threads = sessionThreads(prepared_.placement);
    useThreads(threads);
    at::globalContext().setFlushDenormal(true);
    team_ = std::make_unique<TowerTeam>(torchDevicesOf(prepared_.placement), threads, prepared_.blueprint, plan.seed,
                                        precisionOf(plan),
                                        plan.asynchronous() ? TowerThreads::OneEach : TowerThreads::AsNeeded);
    team_->run([&](Tower& tower) { tower.setLabelSmoothing(static_cast<float>(plan.labelSmoothing)); });
    optimizer_ = makeOptimizer(optimizerSettings(plan));
    schedule_ = scheduleOf(plan, epochImages());
    const auto weights = initialWeights(*prepared_.blueprint, plan.seed, control_.stopToken());
    stopped_ = !weights;
    if (stopped_)
        return;
    team_->setWeights(*weights);
    const auto watched = [this](const auto& work) {
        const StallWatch::Section section(watch_, "The start of the towers before step", 1);
        work();
    };
    watched([this] {
        settleShares();
        startFeed();
    });
    const auto begin = [&] {
        const StallWatch::Section section(watch_, "The start of the exchange before step", 1);
        return startExchange(plan, *team_, *optimizer_, *weights, mayRunAhead(), prepared_.exchange);
    };
    started_ = begin();
    exchange_ = started_.exchange.get();
    useGraphs();
    state_.settings = {plan.learningRate, plan.epochs,
                       plan.checkpointEvery}; // what was changed before now is told as changed
    if (prepared_.checkpoint)
        watched([this] { takeUp(*prepared_.checkpoint); });
    now_.times.resize(static_cast<std::size_t>(plan.towers));
    now_.computed.resize(now_.times.size());
    shareImages_.resize(now_.times.size());

    Started started;
    started.plan = plan;
    started.runFolder = result_.runFolder;
    started.placement = placement();
    started.plan.exchange = started_.name;
    started.plan.shares = shares_;
    started.remarks = prepared_.remarks;
    started.exchangeTrials = started_.trials;
    std::ranges::copy(started_.trialRemarks(), std::back_inserter(started.remarks));
    started.step = state_.step;
    started.stepsPerEpoch = stepsPerEpoch(plan, epochImages());
    started.totalSteps = totalSteps();
    started.trainImages = epochImages();
    started.parameters = prepared_.blueprint->parameters;
    started.blueprint = prepared_.blueprint;
    observer_.onEvent(started);
    if (state_.step > 0)
        observer_.onEvent(SettingChanged{state_.step, "resumed"});
}

void Trainer::startFeed() {
    feed_ = makeFeed(prepared_.plan.feed, feedOptions());
    if (const std::uint8_t* images = feed_->wholeSet())
        team_->makeResident(images, prepared_.data->train->size() * prepared_.data->shape.bytes());
    if (prepared_.plan.asynchronous())
        apart_ = std::make_unique<AsyncSteps>(
            *team_, *feed_, [this](int tower, int slice) { exchange_->ready(tower, slice); },
            StallWatch::Seconds(prepared_.stallSeconds));
}

// A tower on the CPU is its host's own work: there is nothing to be ahead of.
bool Trainer::mayRunAhead() const {
    const bool onDevices =
        std::ranges::none_of(prepared_.placement, [](const auto& tower) { return tower.device == "cpu"; });
    return !prepared_.plan.asynchronous() && prepared_.runAhead.value_or(onDevices);
}

// Of steps, among several towers, only where the gradient is too small for sums that begin in backward to gain
// anything, and where one thread leads them all: captures come one after another.
void Trainer::useGraphs() {
    constexpr std::int64_t kSmall = 1 << 20; // floats
    if (apart_ || prepared_.beside)
        return;
    if (RunAhead* ahead = exchange_->runAhead())
        ahead->useGraphs();
    if (team_->size() == 1 || prepared_.blueprint->flatSize <= kSmall)
        for (int t = 0; t < team_->size(); ++t)
            team_->tower(t).useGraphs();
}

FeedOptions Trainer::feedOptions() const {
    const Plan& plan = prepared_.plan;
    FeedOptions options;
    options.store = prepared_.data->train;
    options.shape = prepared_.data->shape;
    options.imagesPerStep = plan.imagesPerStep();
    options.towers = plan.asynchronous() ? 1 : plan.towers;
    options.fractions = fractions_;
    options.seed = plan.seed;
    options.queueCapacity = plan.queueCapacity;
    options.queueWorkers = plan.queueWorkers;
    options.keepAlive = mayRunAhead() ? kMaxInFlightSteps : 0;
    const auto onCuda =
        std::ranges::find_if(prepared_.placement, [](const auto& tower) { return tower.device != "cpu"; });
    if (onCuda != prepared_.placement.end())
        options.pageLockedThrough = at::Device(onCuda->device).index();
    return options;
}

// How a step's images are dealt, measured when the plan says so.
void Trainer::settleShares() {
    Plan plan = prepared_.plan;
    if (plan.shares == "measured")
        plan.shares = plan.towers > 1 ? sharesText(measureShares(*team_, feedOptions())) : "";
    shares_ = plan.shares;
    fractions_ = shareFractions(plan);
}

// As prepared, with the images that each tower really gets.
std::vector<TowerPlacement> Trainer::placement() const {
    std::vector<TowerPlacement> placement = prepared_.placement;
    const Plan& plan = prepared_.plan;
    for (TowerPlacement& tower : placement)
        tower.batch = plan.asynchronous() ? plan.imagesPerStep()
                                          : shareOf(plan.imagesPerStep(), plan.towers, tower.tower, fractions_);
    return placement;
}

} // namespace belfry
