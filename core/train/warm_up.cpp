#include "core/train/warm_up.h"

#include "core/tower/cuda_steps.h"
#include "core/tower/tower_team.h"
#include "core/train/synchronous_runner.h"
#include "core/train/training_clock.h"

#include <algorithm>

namespace belfry {
namespace {

// Of steps so long what comes later is no longer worth waiting for. But own kernels are tried, however long that takes:
// which kernels a run's first step has must not depend on the time.
constexpr double kMostSeconds = 3;
constexpr double kRate = 1e-4; // updates can be compared, and diverge in no network

Snapshot variablesOf(const Replicas& replicas) {
    const VariableStore& variables = replicas.variables();
    Snapshot kept;
    kept.weights = variables.averagedWeights();
    kept.lastWeights = variables.weights();
    TrainingState state;
    state.optimizerState = variables.optimizerState();
    kept.training = std::make_shared<const TrainingState>(std::move(state));
    return kept;
}

} // namespace

bool WarmUp::isFor(const PreparedRun& prepared) {
    // Of any rank: all make the same steps.
    const bool onDevices =
        std::ranges::any_of(prepared.allTowers(), [](const auto& tower) { return tower.device != "cpu"; });
    return prepared.warmUp.value_or(onDevices) && !prepared.plan.checkExchange;
}

void WarmUp::run(const std::stop_token& stop) {
    const FeedPosition begin = feed_.position();
    const Snapshot before = variablesOf(replicas_);
    makeSteps(stop);
    useCudaProducts(precisionOf(prepared_.plan));
    feed_.restore(begin);
    replicas_.restore(before);
    // The stages of these steps, in which libraries were loaded, are not the run's.
    for (Tower& tower : team_)
        tower.restartClock();
    if (RunAhead* ahead = replicas_.exchange().runAhead())
        ahead->restartClocks();
}

void WarmUp::makeSteps(const std::stop_token& stop) {
    const std::int64_t images = prepared_.trainImages(), whole = prepared_.plan.imagesPerStep();
    const std::int64_t wanted = replicas_.usesGraphs() ? kStepsUntilReplay + 1 : kStepsTried;
    TrainingClock clock(prepared_.trainingClock);
    clock.start(0);
    const auto worthIt = [&](std::int64_t step) { // several ranks make as many steps each
        return step < kStepsTried || prepared_.seat.group || clock.seconds() < kMostSeconds;
    };
    for (std::int64_t step = 0; step < wanted && worthIt(step); ++step) {
        const FeedPosition next = feed_.position();
        if (next.epoch > 0 || images - next.image < whole) // else a short one, where there are whole ones
            feed_.restore({});
        useCudaProducts(step < kStepsTried ? Precision::Fp32 : precisionOf(prepared_.plan)); // a trial is exact
        if (!makeStep(stop))
            return;
    }
    if (const std::int64_t last = images % whole; last > 0 && last < images) {
        feed_.restore({.epoch = 0, .image = images - last});
        makeStep(stop);
    }
}

// False: there was a stop.
bool WarmUp::makeStep(const std::stop_token& stop) {
    const StallWatch::Section section(watch_, StallWatch::Work::StartOfTowers, 1);
    if (stop.stop_requested())
        return false;
    if (prepared_.plan.asynchronous())
        return computeAlone(stop);
    Step step;
    SynchronousRunner runner(team_, feed_, replicas_.exchange(), !replicas_.runsAhead(), prepared_.seat.firstTower);
    if (!runner.compute(step, 1, stop))
        return false;
    replicas_.exchange().finish({step.towerImages, std::min(prepared_.plan.learningRate, kRate)});
    runner.updated(step);
    if (replicas_.runsAhead())
        runner.collect(step, 1); // waits for the devices
    return true;
}

// Towers that do not wait for one another: each with the same batch. Their updates are made on the CPU.
bool WarmUp::computeAlone(const std::stop_token& stop) {
    const Batch& batch = feed_.next(stop);
    if (batch.images() == 0)
        return false;
    team_.run([&batch](Tower& tower) {
        tower.compute(batch.shares[0], batch.epoch, [](int) {});
        tower.collect();
    });
    return true;
}

} // namespace belfry
