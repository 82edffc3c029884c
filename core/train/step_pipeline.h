// Steps from their update to their report, and the count of what was done. Where the host runs ahead of the devices,
// several steps are in flight: their numbers are fetched when they are there, and all are reported in order. Session
// thread only; internal to the engine (ATen).
#pragma once

#include "core/train/events.h"
#include "core/train/replicas.h"
#include "core/train/training_clock.h"

#include <deque>
#include <functional>

namespace belfry {

class StepPipeline {
public:
    // Fetches a step's times and sums from the devices, after which so many updates were queued, its own included;
    // waits for them.
    using Collect = std::function<void(Step& step, int updatesSince)>;
    // All must outlive it.
    StepPipeline(const PreparedRun& prepared, StallWatch& watch, Observer& observer)
        : prepared_(prepared), watch_(watch), observer_(observer), clock_(prepared.trainingClock) {}
    // Before the first step. collect: empty where steps come with their numbers; else the host runs ahead of the
    // devices.
    void start(const Replicas& replicas, Collect collect);

    // How far the run has come, with the steps in flight. Its seconds are those of the last step, or of the last stop
    // of the clock.
    const TrainingProgress& progress() const { return progress_; }
    void restore(const TrainingProgress& progress) {
        progress_ = progress;
        clock_.set(progress.seconds); // asked before it starts, too: by a validation that is repeated
    }

    // The clock of the run's seconds (RunFigures) runs from now on. A stop of it lets the devices catch up
    // first: what the host has only queued is no training yet.
    void startClock();
    TrainingClock::Stop stopClock();

    // The next step, with its learning rate and the seconds of training at its begin.
    Step next(double rate);
    // Before the update, or once the numbers are there: a NaN never reaches the weights. Such a step is reported with
    // its loss, so that charts mark it, and Error(Training) says what to try.
    void haltUnlessFinite(Step& step);
    // Before a step is counted: its begin may be the end of the warm-up, of a run that is to have so many steps.
    void excludeWarmUp(const Step& step, std::int64_t totalSteps);
    // The step's update was made or queued.
    void add(Step step);
    // Reports all steps but the newest ones that the devices may still be at. When the numbers of one are not finite,
    // no update was made since: the run's progress is set back to the step before, and haltUnlessFinite() throws.
    void report();
    // Reports all steps in flight, before the run's state is read or kept.
    void drain() { reportAllBut(0); }

    bool diverged() const { return diverged_; }
    // Images: the largest share of a tower in a step that was done; 0: none was.
    std::int64_t largestBatchThatFits() const { return largestBatchThatFits_; }

private:
    void tick() { progress_.seconds = clock_.seconds(); }
    void reportAllBut(std::size_t inFlight);
    void collectLate(Step& step, int updatesSince);
    void report(Step& step);
    StepDone stepDone(const Step& step) const;

    const PreparedRun& prepared_;
    StallWatch& watch_;
    Observer& observer_;
    TrainingClock clock_;
    TrainingProgress progress_;
    double reportedSeconds_ = 0;         // of the run, with the last step that was reported
    const Replicas* replicas_ = nullptr; // asked whether the devices failed
    Collect collect_;
    std::deque<Step> inFlight_; // the oldest first
    std::int64_t largestBatchThatFits_ = 0;
    bool diverged_ = false;
};

} // namespace belfry
