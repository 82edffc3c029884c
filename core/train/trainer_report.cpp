// What became of steps: the towers' numbers, which may come when the host has gone on, and how they are told.
#include "core/train/trainer.h"

#include <algorithm>
#include <utility>

namespace belfry {

void Trainer::StepSums::add(const TowerStep& step) {
    lossSum += step.lossSum;
    correct += step.correct;
    images += step.images;
    finite = finite && step.finite;
}

// What the towers found out in a step; waits for the devices, until they have got that far.
void Trainer::collect(Step& step) {
    for (std::size_t t = 0; t < step.times.size(); ++t) {
        const TowerStep found = team_->tower(static_cast<int>(t)).collect(step.computed[t]);
        const StageTimes host = std::exchange(step.times[t], found.times);
        step.times[t].wait = host.wait;
        step.times[t].exchange = host.exchange;
        step.times[t].update = host.update;
        step.sums.add(found);
    }
    // Of the step before, which the devices did in this one's time.
    const RunAhead* ahead = exchange_->runAhead();
    for (std::size_t t = 0; ahead != nullptr && t < step.times.size(); ++t) {
        const auto stepsAgo = static_cast<int>(state_.step - step.number + 1);
        const ExchangeTimes late = ahead->deviceTimes(static_cast<int>(t), stepsAgo);
        step.times[t].exchange += late.exchange;
        step.times[t].update += late.update;
        step.times[t].straggler += late.straggler;
    }
}

// all: milliseconds from the step's start on the towers to the end of the slowest.
void Trainer::tellStragglers(Step& step, float all) const {
    for (StageTimes& times : step.times)
        times.straggler += step.times.size() > 1 ? std::max(0.0F, all - (times.total() - times.wait)) : 0.0F;
}

// Of a step that was queued some steps ago, what the devices made of it.
void Trainer::collectLate(Step& step) {
    {
        const StallWatch::Section section(watch_, "Step", step.number);
        const Stopwatch watch;
        collect(step);
        const double waited = watch.seconds(); // where the host has time for the devices' work
        state_.seconds += waited;
        step.seconds = state_.seconds;
        step.milliseconds += static_cast<float>(1000 * waited);
    }
    float slowest = 0;
    for (const StageTimes& times : step.times)
        slowest = std::max(slowest, times.total() - times.wait);
    tellStragglers(step, slowest);
    if (!step.sums.finite) { // since then no update was made
        untold_.clear();
        state_.step = step.number - 1;
        state_.images = step.images - step.sums.images;
    }
    refuseDivergence(step);
}

// All steps but the newest, of which the devices may be at so many.
void Trainer::tellSteps(int ahead) {
    while (untold_.size() > static_cast<std::size_t>(ahead)) {
        Step step = std::move(untold_.front());
        untold_.pop_front();
        if (started_.ahead)
            collectLate(step);
        report(step);
    }
}

// For whoever tells or keeps the state of the run: until the devices have done all that was asked of them.
void Trainer::catchUp() {
    tellSteps(0);
}

void Trainer::report(const Step& step) {
    if ((step.images - step.sums.images) % epochImages() == 0) // an epoch's first
        state_.epochSums = {};
    state_.epochSums.lossSum += step.sums.lossSum;
    state_.epochSums.correct += step.sums.correct;
    state_.epochSums.images += step.sums.images;
    observer_.onEvent(stepDone(step));
}

StepDone Trainer::stepDone(const Step& step) const {
    const auto shared = static_cast<double>(step.sums.images);
    StepDone done;
    done.step = step.number;
    done.epoch = static_cast<double>(step.images) / static_cast<double>(epochImages());
    done.images = step.images;
    done.seconds = step.seconds;
    done.loss = static_cast<float>(step.sums.lossSum / shared);
    done.accuracy = static_cast<float>(static_cast<double>(step.sums.correct) / shared);
    done.learningRate = static_cast<float>(step.rate);
    done.towers = step.times;
    done.queueFill = step.queueFill;
    done.staleness = step.staleness;
    done.milliseconds = step.milliseconds;
    return done;
}

} // namespace belfry
