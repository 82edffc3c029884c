#include "core/train/trainer.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/train/plan_schedule.h"
#include "core/train/replica_check.h"
#include "core/train/sentences.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

namespace belfry {
namespace {

// Not counted in a run's images per second: of runs of more than twice as many steps these, else the first.
constexpr std::int64_t kWarmUpSteps = 10;

// With the update it would reach the weights. They are well: the run's end saves them.
double finiteRate(double rate) {
    if (!std::isfinite(rate))
        throw Error(ErrorCategory::Usage,
                    std::string("The learning rate") + " is " + (std::isnan(rate) ? "not a number" : "infinite") +
                        "; expected more than " + shortNumber(0) + " and at most " + shortNumber(1000) + ".");
    return rate;
}

} // namespace

void Trainer::Staleness::add(std::int64_t updates) {
    ++steps;
    sum += static_cast<double>(updates);
    most = std::max(most, updates);
}

std::string Trainer::Staleness::remark() const {
    char mean[32];
    std::snprintf(mean, sizeof mean, "%.2f", sum / static_cast<double>(steps));
    return std::string("Gradients were ") + mean + " updates stale on average, " + std::to_string(most) + " at most.";
}

Trainer::Trainer(const PreparedRun& prepared, Observer& observer, CheckpointSink* sink, SnapshotSlot& snapshots,
                 StepControl& control, std::filesystem::path runFolder)
    : prepared_(prepared), observer_(observer), sink_(sink), snapshots_(snapshots), control_(control),
      watch_(StallWatch::Seconds(prepared.stallSeconds), *this) {
    result_.runFolder = std::move(runFolder);
}

Trainer::~Trainer() {
    if (apart_)
        apart_->drain();
}

Finished Trainer::run() {
    try {
        start();
        if (stopped_) { // nothing was made that could be kept
            result_.state = RunState::Stopped;
        } else {
            loop();
            conclude();
        }
    } catch (const std::exception& error) {
        fail(error);
    }
    sumUp();
    return result_;
}

void Trainer::sumUp() {
    const auto seen = static_cast<double>(std::max<std::int64_t>(state_.epochSums.images, 1));
    result_.trainLoss = static_cast<float>(state_.epochSums.lossSum / seen);
    result_.trainAccuracy = static_cast<float>(static_cast<double>(state_.epochSums.correct) / seen);
    result_.validation = state_.validation;
    result_.bestValidation = state_.bestValidation;
    result_.bestEpoch = state_.bestEpoch;
    result_.remarks = started_.deviationRemarks();
    for (int t = 0; team_ && t < team_->size(); ++t)
        if (const Text problem = team_->tower(t).graphProblem(); !problem.empty())
            result_.remarks.push_back("Tower " + std::to_string(t) +
                                      " started its kernels one by one, which may be slower. " + problem.english());
    const RunAhead* ahead = exchange_ ? exchange_->runAhead() : nullptr;
    if (const Text problem = ahead ? ahead->graphProblem() : Text(); !problem.empty())
        result_.remarks.push_back("Updates started their kernels one by one, which may be slower. " +
                                  problem.english());
    if (stale_.steps > 0)
        result_.remarks.push_back(stale_.remark());
    result_.steps = state_.step;
    result_.images = state_.images;
    result_.seconds = state_.seconds;
    result_.epochs = static_cast<double>(state_.images) / static_cast<double>(epochImages());
    const double seconds = state_.seconds - state_.warmSeconds;
    result_.imagesPerSecond = seconds > 0 ? static_cast<double>(state_.images - state_.warmImages) / seconds : 0.0;
}

void Trainer::loop() {
    bool epochStarts = epochIsDone();
    if (epochStarts && state_.images > state_.epochs * epochImages())
        endEpoch(); // the checkpoint was made between an epoch's last step and its validation
    for (; applySettings(), state_.step < totalSteps() && !stoppedEarly_;) {
        if (control_.pausing() && state_.step > 0) { // who draws in the pause asks the weights of now
            catchUp();
            snapshots_.publish(std::make_shared<const Snapshot>(snapshotNow()));
        }
        if (!control_.proceed(epochStarts)) {
            stopped_ = true;
            return finishSteps();
        }
        applySettings(); // changed while paused
        if (state_.step >= totalSteps())
            break;
        const Stopwatch watch;
        if (!compute()) { // a stop reached the feed
            stopped_ = true;
            return;
        }
        update(watch);
        epochStarts = epochIsDone();
        if (epochStarts)
            endEpoch();
        checkpointWanted_ = checkpointWanted_ || wantsCheckpoint();
        if (checkpointWanted_ && (!apart_ || apart_->settled())) {
            saveCheckpoint(false, false);
            checkpointWanted_ = false;
        }
    }
    finishSteps(); // of a run that was shortened
    if (!epochStarts)
        endEpoch(); // the part of an epoch that a length in steps, or a shortened one, leaves
}

bool Trainer::compute() {
    now_.number = state_.step + 1;
    now_.rate = finiteRate(schedule_->rate(state_.settings.learningRate, state_.step, totalSteps()));
    now_.sums = {};
    const StallWatch::Section section(watch_, "Step", now_.number);
    if (!(apart_ ? computeApart() : computeTogether()))
        return false;
    now_.images = state_.images + std::accumulate(shareImages_.begin(), shareImages_.end(), std::int64_t{0});
    now_.queueFill = feed_->fill();
    now_.seconds = state_.seconds; // in which it is not, yet
    return true;
}

// What follows on the gradients of a step, which began when `watch` did.
void Trainer::update(Stopwatch watch) {
    if (!started_.ahead)
        refuseDivergence(now_);
    leaveOutWarmUp();
    exchangeAndUpdate();
    fitted_ = std::max(fitted_, std::ranges::max(shareImages_));
    const double seconds = watch.seconds();
    now_.milliseconds = static_cast<float>(seconds * 1000);
    state_.seconds += seconds;
    now_.seconds = state_.seconds;
    // Diagnostics: everything below reads, nothing below changes the weights.
    untold_.push_back(now_);
    tellSteps(started_.ahead ? kMaxInFlightSteps : 0);
    reportDistributions();
    publishSnapshot();
    checkReplicas();
}

// Towers that do not wait for one another are at work on images that the feed has counted already: none gets lost.
void Trainer::finishSteps() {
    while (apart_ && !apart_->settled() && !control_.aborted()) {
        const Stopwatch watch;
        if (!compute())
            return;
        update(watch);
    }
}

bool Trainer::computeTogether() {
    const Batch& batch = takeBatch();
    if (batch.images() == 0)
        return false;
    computeGradients(batch);
    return true;
}

// One tower's gradient, whichever is ready first. Nobody gets another batch once the run is stopped or shortened, or a
// checkpoint is to be made.
bool Trainer::computeApart() {
    const bool more = !stopped_ && !checkpointWanted_;
    const auto done = apart_->next(more ? totalSteps() - state_.step : 0, control_.stopToken());
    if (!done)
        return false;
    const auto t = static_cast<std::size_t>(done->tower);
    std::ranges::fill(shareImages_, 0);
    shareImages_[t] = done->step.images;
    now_.times.assign(now_.times.size(), {}); // it is no step of the others
    now_.times[t] = done->step.times;
    tower_ = done->tower;
    now_.staleness = done->staleness;
    stale_.add(done->staleness);
    now_.sums.add(done->step);
    return true;
}

const Batch& Trainer::takeBatch() {
    Stopwatch watch;
    const Batch& batch = feed_->next(control_.stopToken());
    const float waited = watch.lap();
    for (std::size_t t = 0; t < now_.times.size(); ++t) {
        now_.times[t] = {};
        now_.times[t].wait = waited;
        shareImages_[t] = batch.shares[t].count();
    }
    return batch;
}

void Trainer::computeGradients(const Batch& batch) {
    Stopwatch watch;
    exchange_->begin(shareImages_);
    team_->run([&](Tower& tower) {
        const auto t = static_cast<std::size_t>(tower.index());
        tower.compute(batch.shares[t], batch.epoch,
                      [this, index = tower.index()](int slice) { exchange_->ready(index, slice); });
    });
    for (std::size_t t = 0; t < now_.computed.size(); ++t)
        now_.computed[t] = team_->tower(static_cast<int>(t)).computed();
    if (started_.ahead)
        return;
    collect(now_);
    // Until all are done and the thread that leads the step knows: being woken, or passed over by the system's
    // scheduler for other programs, is waiting too. What devices had still to do of the last step's exchange is not.
    tellStragglers(now_, watch.lap());
}

// Before the update, or with the update refused on the devices: a NaN never reaches the weights. The step is told with
// its loss, so that the charts mark it.
void Trainer::refuseDivergence(Step& step) {
    exchange_->variables().check(); // numbers after a failure are no divergence
    if (step.sums.finite)
        return;
    step.milliseconds = step.times[0].total(); // without an update
    observer_.onEvent(stepDone(step));
    diverged_ = true;
    throw Error(ErrorCategory::Training, "The loss was not a number at step " + std::to_string(step.number) +
                                             " with learning rate " + shortNumber(step.rate) +
                                             ". Lower the rate (try " + shortNumber(step.rate / 10) + ")" +
                                             (prepared_.plan.optimizer == "adam" ? "." : " or choose Adam."));
}

// Before the step is counted: a run that ends with its warm-up is not left without any step that counts.
void Trainer::leaveOutWarmUp() {
    if (state_.step != 1 && !(state_.step == kWarmUpSteps && totalSteps() > 2 * kWarmUpSteps))
        return;
    state_.warmSeconds = state_.seconds;
    state_.warmImages = state_.images;
}

void Trainer::exchangeAndUpdate() {
    const auto finish = [this] {
        const StallWatch::Section section(watch_, "Step", now_.number);
        return exchange_->finish({shareImages_, now_.rate});
    };
    known_ = false;
    const ExchangeTimes spent = finish();
    for (std::size_t t = 0; t < now_.times.size(); ++t) {
        if (apart_ && static_cast<int>(t) != tower_)
            continue;
        now_.times[t].exchange += spent.exchange;
        now_.times[t].update += spent.update;
    }
    if (apart_)
        apart_->updated(tower_);
    ++state_.step;
    state_.images = now_.images;
    known_ = true;
    if (const std::string fault = faultTold_ ? "" : started_.fault(state_.step); !fault.empty()) {
        observer_.onEvent(Warning{fault});
        faultTold_ = true;
    }
}

// A NaN in the weights of one replica is its own; a bit that turned over is found here.
void Trainer::checkReplicas() {
    const std::int64_t every = prepared_.plan.replicaCheckEvery;
    if (every > 0 && state_.step % every == 0)
        requireReplicas();
}

// Also before anything is validated or saved: what a run goes on from is never one of several that differ.
void Trainer::requireReplicas() {
    if (prepared_.plan.replicaCheckEvery == 0 || apart_ || team_->size() == 1)
        return;
    const StallWatch::Section section(watch_, kReading, state_.step);
    const bool known = std::exchange(known_, false);
    const std::vector<std::uint64_t> hashes = replicaHashes(*team_);
    exchange_->variables().check(); // sums that failed leave what they like
    requireEqualReplicas(*team_, hashes, state_.step);
    known_ = known;
}

void Trainer::applySettings() {
    const LiveSettings now = control_.settings();
    const auto told = [this](const std::string& text) { observer_.onEvent(SettingChanged{state_.step, text}); };
    if (now.learningRate != state_.settings.learningRate)
        told("learning rate " + shortNumber(state_.settings.learningRate) + " -> " + shortNumber(now.learningRate));
    if (now.epochs != state_.settings.epochs)
        told("epochs " + std::to_string(state_.settings.epochs) + " -> " + std::to_string(now.epochs));
    if (now.checkpointEvery != state_.settings.checkpointEvery)
        told("checkpoint every " + std::to_string(state_.settings.checkpointEvery) + " -> " +
             std::to_string(now.checkpointEvery));
    state_.settings = now;
}

void Trainer::publishSnapshot() {
    if (!snapshots_.wanted())
        return;
    const StallWatch::Section section(watch_, kReading, state_.step);
    snapshots_.publish(std::make_shared<const Snapshot>(snapshotNow()));
}

void Trainer::conclude() {
    catchUp();
    saveCheckpoint(false, true);
    snapshots_.publish(std::make_shared<const Snapshot>(snapshotNow()));
    if (!state_.bestWeights.empty() && !control_.stopToken().stop_requested()) {
        try {
            testBestWeights();
            warnOfPictures();
        } catch (const std::exception& error) { // the run itself is done and saved
            observer_.onEvent(Warning{sentenceFor(error, fitted_) + " The test set was not evaluated."});
        }
    }
    if (control_.aborted() && finalFile_.empty())
        result_.reason = "Aborted: the weights of the last step were not saved.";
    // A stop that cut the last evaluation short is a stop.
    result_.state = stopped_ || control_.stopToken().stop_requested() ? RunState::Stopped : RunState::Finished;
}

std::int64_t Trainer::totalSteps() const {
    return prepared_.plan.steps > 0
               ? prepared_.plan.steps
               : stepsPerEpoch(prepared_.plan, epochImages()) * std::max(state_.settings.epochs, std::int64_t{1});
}

} // namespace belfry
