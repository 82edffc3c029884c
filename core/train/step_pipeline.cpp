#include "core/train/step_pipeline.h"

#include "core/base/error.h"
#include "core/tower/cuda_steps.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

// Not counted in a run's images per second: of runs of more than twice as many steps these, else the first.
constexpr std::int64_t kWarmUpSteps = 10;

} // namespace

void StepPipeline::start(const Replicas& replicas, Collect collect) {
    replicas_ = &replicas;
    collect_ = std::move(collect);
}

void StepPipeline::startClock() {
    clock_.start(progress_.seconds);
    reportedSeconds_ = progress_.seconds;
}

TrainingClock::Stop StepPipeline::stopClock() {
    drain();
    tick();
    return TrainingClock::Stop(clock_);
}

Step StepPipeline::next(double rate) {
    tick();
    Step step;
    step.number = progress_.step + 1;
    step.rate = rate;
    step.seconds = progress_.seconds;
    return step;
}

void StepPipeline::haltUnlessFinite(Step& step) {
    replicas_->check(); // numbers after a failure are no divergence
    if (step.sums.finite)
        return;
    step.milliseconds = step.times[static_cast<std::size_t>(std::max(step.tower, 0))].total(); // without an update
    observer_.onEvent(stepDone(step));
    diverged_ = true;
    const Number rate = significant(step.rate), lower = significant(step.rate / 10);
    throw Error(
        ErrorCategory::Training,
        prepared_.plan.optimizer == "adam"
            ? Text::tr("The loss was not a number at step %1 with learning rate %2. Lower the rate (try %3).",
                       step.number, rate, lower)
            : Text::tr(
                  "The loss was not a number at step %1 with learning rate %2. Lower the rate (try %3) or choose Adam.",
                  step.number, rate, lower));
}

// Before the step is counted: a run that ends with its warm-up is not left without any step that counts.
void StepPipeline::excludeWarmUp(const Step& step, std::int64_t totalSteps) {
    if (progress_.step != 1 && !(progress_.step == kWarmUpSteps && totalSteps > 2 * kWarmUpSteps))
        return;
    progress_.warmSeconds = step.seconds;
    progress_.warmImages = progress_.images;
}

void StepPipeline::add(Step step) {
    largestBatchThatFits_ = std::max(largestBatchThatFits_, std::ranges::max(step.towerImages));
    progress_.step = step.number;
    progress_.images = step.images;
    tick();
    step.seconds = progress_.seconds;
    inFlight_.push_back(std::move(step));
}

void StepPipeline::report() { reportAllBut(collect_ ? static_cast<std::size_t>(kMaxInFlightSteps) : 0); }

void StepPipeline::reportAllBut(std::size_t inFlight) {
    while (inFlight_.size() > inFlight) {
        Step step = std::move(inFlight_.front());
        inFlight_.pop_front();
        if (collect_)
            collectLate(step, static_cast<int>(progress_.step - step.number + 1));
        report(step);
    }
}

void StepPipeline::collectLate(Step& step, int updatesSince) {
    {
        const StallWatch::Section section(watch_, StallWatch::Work::Step, step.number);
        collect_(step, updatesSince);
        tick();
        step.seconds = progress_.seconds;
    }
    if (!step.sums.finite) { // since then no update was made
        inFlight_.clear();
        progress_.step = step.number - 1;
        progress_.images = step.images - step.sums.images;
    }
    haltUnlessFinite(step);
}

void StepPipeline::report(Step& step) {
    if ((step.images - step.sums.images) % prepared_.trainImages() == 0) // an epoch's first
        progress_.epochSums = {};
    progress_.epochSums += step.sums;
    step.milliseconds = static_cast<float>(1000 * (step.seconds - std::exchange(reportedSeconds_, step.seconds)));
    observer_.onEvent(stepDone(step));
}

StepDone StepPipeline::stepDone(const Step& step) const {
    return {.step = step.number,
            .epoch = static_cast<double>(step.images) / static_cast<double>(prepared_.trainImages()),
            .images = step.images,
            .seconds = step.seconds,
            .loss = static_cast<float>(step.sums.meanLoss()),
            .accuracy = static_cast<float>(step.sums.accuracy()),
            .learningRate = static_cast<float>(step.rate),
            .milliseconds = step.milliseconds,
            .staleness = step.staleness,
            .queueFill = step.queueFill,
            .towers = step.times,
            .sumsOnTheWay = step.sumsOnTheWay,
            .sentBytes = step.sentBytes};
}

} // namespace belfry
