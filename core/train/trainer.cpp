#include "core/train/trainer.h"

#include "core/base/error.h"
#include "core/train/plan_schedule.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

// With the update it would reach the weights. They are sound: the run's end saves them.
double finiteRate(double rate) {
    if (std::isnan(rate))
        throw usageError(Text::tr("The learning rate is not a number; expected more than 0 and at most 1000."));
    if (std::isinf(rate))
        throw usageError(Text::tr("The learning rate is infinite; expected more than 0 and at most 1000."));
    return rate;
}

} // namespace

Trainer::Trainer(const PreparedRun& prepared, Observer& observer, CheckpointSink* sink, SnapshotSlot& snapshots,
                 StepControl& control, std::filesystem::path runFolder)
    : prepared_(prepared), warnings_(prepared.seat, observer), observer_(warnings_), snapshots_(snapshots),
      control_(control), agreement_(prepared.seat, liveSettings(prepared.plan)), steps_(prepared, watch_, observer_),
      validation_(prepared, watch_), unfreezing_(prepared),
      checkpointer_(prepared, steps_, validation_, settings_, sink, observer_),
      distributions_(prepared, !runFolder.empty() && prepared.seat.leads()), startup_(prepared.trainingClock),
      watch_(StallWatch::Seconds(prepared.stallSeconds), *this, prepared.stallClock) {
    startup_.start(0);
    result_.runFolder = std::move(runFolder);
}

Finished Trainer::run() {
    try {
        if (start()) {
            loop();
            finish();
        } else {
            result_.state = RunState::Stopped;
        }
    } catch (const std::exception& error) {
        fail(error);
    }
    summarise();
    return result_;
}

void Trainer::loop() {
    bool epochStarts = epochIsDone();
    if (epochStarts && progress().images > validation_.record().epochs * epochImages())
        endEpoch(); // the checkpoint was made between an epoch's last step and its validation
    applySettings();
    steps_.startClock();
    distributions_.start(progress().seconds);
    if (!prepared_.plan.backbone.empty() && progress().step == 0)
        validateStart();
    unfreezing_.startStage(validation_.record().bestValidation);
    while (!isComplete()) {
        // 1. Wait while paused; end here when stopped.
        if (!waitForPermission(epochStarts)) {
            stopped_ = true;
            return finishStartedSteps();
        }
        applySettings();
        if (isComplete()) // shortened while paused
            break;
        // 2. to 6. One step.
        if (!makeStep()) { // a stop reached the feed
            stopped_ = true;
            return;
        }
        // 7. At the end of an epoch: validate, keep the best weights, stop early.
        epochStarts = epochIsDone();
        if (epochStarts)
            endEpoch();
        if (epochStarts && !isComplete() && !control_.stopToken().stop_requested())
            tell(unfreezing_.advance(*team_, progress().images, validation_.record().bestValidation));
        // 8. Write a checkpoint when one is due.
        saveCheckpointIfDue();
        applySettings();
    }
    finishStartedSteps(); // of a run that was shortened
    if (!epochStarts)
        endEpoch(); // the part of an epoch that a length in steps, or a shortened one, leaves
}

bool Trainer::isComplete() const { return progress().step >= totalSteps() || stoppedEarly_; }

// Blocks while the run is paused. False: it was stopped.
bool Trainer::waitForPermission(bool epochStarts) {
    return agreement_.alone() ? mayProceed(epochStarts) : allMayProceed(epochStarts);
}

// A stop of any rank is told to all with the numbers of the step that follows, which is the last; between epochs at
// once, so that no step of another epoch is made. Rank 0 alone is paused, and the others wait for its numbers; not in
// a sum among devices, whose watchdog would take rank 0 for lost.
bool Trainer::allMayProceed(bool epochStarts) {
    if (agreement_.stops())
        return false;
    agreement_.wish(!mayProceed(epochStarts));
    const bool sumsOnDevices = replicas_->exchange().runAhead() != nullptr;
    if (epochStarts || sumsOnDevices || progress().step == firstStep_) {
        agreement_.offer(control_.settings());
        agreement_.agree();
    }
    return !agreement_.stops();
}

bool Trainer::mayProceed(bool epochStarts) {
    return control_.proceed(
        epochStarts,
        [this](const StepControl::Wait& wait) {
            const TrainingClock::Stop pause = steps_.stopClock();
            if (progress().step > 0) // drawings during the pause use the current weights
                publishSnapshot();
            wait();
        });
}

// False: there is no batch, as a stop reached the feed, or no tower is at work any more.
bool Trainer::makeStep() {
    // 2. Every tower's gradient, on its share of the batch.
    Step step = steps_.next(finiteRate(schedule_->rate(settings_.learningRate, progress().step, totalSteps())));
    if (!computeGradients(step))
        return false;
    agreeOn(step);
    step.pull = lookaheadPull(prepared_.plan, step.number, totalSteps());
    if (prepared_.plan.swaFrom > 0)
        step.averageShare = swaShare(prepared_.plan, step.images, epochImages(), totalSteps());
    if (!prepared_.plan.backbone.empty()) {
        step.groupRates = groupRates(prepared_.plan, progress().images, epochImages());
        step.groupBefore = stepsBeforeGroups(prepared_.plan, epochImages());
    }
    // 3. A NaN never reaches the weights. Where the host runs ahead, the devices themselves refuse the update.
    if (!replicas_->runsAhead())
        steps_.haltUnlessFinite(step);
    // 4. The towers' gradients become one update of every replica.
    steps_.excludeWarmUp(step, totalSteps());
    update(std::move(step));
    // 5. Report the steps whose numbers are there.
    steps_.report();
    // 6. Diagnostics: they read the weights and never change them.
    reportDiagnostics();
    return true;
}

bool Trainer::computeGradients(Step& step) {
    const StallWatch::Section section(watch_, StallWatch::Work::Step, step.number);
    const bool more = !stopped_ && !checkpointer_.isDue(); // else no tower gets another batch
    // Over ranks nobody leaves in the middle of a step.
    const std::stop_token stop = agreement_.alone() ? control_.stopToken() : std::stop_token();
    if (!runner_->compute(step, more ? totalSteps() - progress().step : 0, stop))
        return false;
    step.images = std::accumulate(step.towerImages.begin(), step.towerImages.end(), progress().images);
    return true;
}

// Outside of the watch's section: rank 0 may be paused.
void Trainer::agreeOn(Step& step) {
    if (agreement_.alone())
        return;
    agreement_.wish(control_.stopToken().stop_requested());
    agreement_.offer(control_.settings());
    agreement_.agree(step);
}

void Trainer::update(Step step) {
    const ExchangeTimes spent = replicas_->update(step);
    for (std::size_t t = 0; t < step.times.size(); ++t) {
        if (step.tower >= 0 && static_cast<int>(t) != step.tower)
            continue;
        step.times[t].exchange += spent.exchange;
        step.times[t].update += spent.update;
    }
    step.sumsOnTheWay = spent.onTheWay;
    step.sentBytes = spent.sentBytes;
    runner_->updated(step);
    if (!agreement_.alone())
        agreement_.completeTimes(step.times);
    steps_.add(std::move(step));
    if (const Text fault = replicas_->newFault(progress().step); !fault.empty())
        observer_.onEvent(Warning{fault});
}

void Trainer::reportDiagnostics() {
    if (distributions_.isDue(progress().step, epochIsDone() || progress().step >= totalSteps(), progress().seconds)) {
        steps_.drain();
        const auto collect = [&] {
            const StallWatch::Section section(watch_, StallWatch::Work::ReadingWeights, progress().step);
            return distributions_.collect(*replicas_, progress().step);
        };
        observer_.onEvent(collect());
    }
    if (snapshots_.wanted()) {
        const StallWatch::Section section(watch_, StallWatch::Work::ReadingWeights, progress().step);
        publishSnapshot();
    }
    replicas_->compareQueued(progress().step);
    if (const std::int64_t every = prepared_.plan.replicaCheckEvery; every > 0 && progress().step % every == 0)
        replicas_->compareSoon(progress().step);
}

void Trainer::endEpoch() {
    steps_.drain();
    replicas_->requireEqual(progress().step);
    if (!agreement_.alone())
        agreement_.requireEqualWeights(replicas_->hash(), progress().step);
    const TrainingClock::Stop validation = steps_.stopClock();
    EpochDone done;
    done.epoch = validation_.record().epochs + 1;
    done.step = progress().step;
    done.images = progress().images;
    done.seconds = progress().seconds;
    done.trainLoss = static_cast<float>(progress().epochSums.meanLoss());
    done.trainAccuracy = static_cast<float>(progress().epochSums.accuracy());
    if (prepared_.plan.asynchronous())
        replicas_->variables().synchroniseReplicas();
    runner_->aligned();
    done.validation = validation_.evaluate(*team_, *replicas_, progress().step, control_.stopToken());
    if (done.validation.images == 0 || (agreement_.alone() && control_.stopToken().stop_requested()))
        return; // a part of the validation set is no figure
    done.best = validation_.add(done.validation, progress().step, replicas_->variables());
    if (done.best)
        saveCheckpoint(CheckpointKind::Best);
    reportDataIssues(); // before the figures, in which they do not count
    observer_.onEvent(done);
    warnings_.tell();
    if (validation_.stopsEarly()) {
        stoppedEarly_ = true;
        result_.reason = validation_.earlyStopReason();
    }
}

// What a backbone with a fitted last layer is worth: the weights that training has to beat.
void Trainer::validateStart() {
    const TrainingClock::Stop validation = steps_.stopClock();
    EpochDone done;
    done.validation = validation_.evaluate(*team_, *replicas_, 0, control_.stopToken());
    if (done.validation.images == 0 || (agreement_.alone() && control_.stopToken().stop_requested()))
        return;
    validation_.addStart(done.validation, replicas_->variables());
    done.best = true;
    saveCheckpoint(CheckpointKind::Best);
    reportDataIssues();
    observer_.onEvent(done);
}

void Trainer::tell(const Text& sentence) {
    if (!sentence.empty())
        observer_.onEvent(SettingChanged{.step = progress().step, .text = sentence, .field = {}});
}

// Pictures that turn out to be damaged in mid-run, where a store decodes as it reads: all of them, each time there are
// more. Splits that are cut from one store tell the same.
void Trainer::reportDataIssues() {
    std::int64_t count = 0;
    std::vector<Text> sentences;
    for (const auto& split : {prepared_.data->train, prepared_.data->validation, prepared_.data->test})
        for (const DataIssue& issue : split->issues()) {
            if (std::ranges::find(sentences, issue.sentence) != sentences.end())
                continue;
            count += issue.count;
            sentences.push_back(issue.sentence);
        }
    sentences.push_back(Text::tr("The run continues."));
    if (count > std::exchange(dataIssues_, count))
        observer_.onEvent(Warning{Text::sentences(sentences)});
}

void Trainer::saveCheckpointIfDue() {
    if (checkpointer_.checkDue() && runner_->idle())
        saveCheckpoint(CheckpointKind::Regular);
}

// Towers that do not wait for one another are at work on images that the feed has counted already: none gets lost.
void Trainer::finishStartedSteps() {
    while (!runner_->idle() && !control_.aborted() && makeStep()) {
    }
}

LiveSettings Trainer::newSettings() { return agreement_.alone() ? control_.settings() : agreement_.settings(); }

void Trainer::applySettings() {
    LiveSettings now = newSettings();
    if (now.learningRate != settings_.learningRate && !saveBeforeNewRate())
        now.learningRate = settings_.learningRate;
    const auto report = [this](const char* field, auto before, auto after, const Text& text) {
        if (before != after)
            observer_.onEvent(
                SettingChanged{progress().step, text, field, static_cast<double>(before), static_cast<double>(after)});
    };
    report("learning_rate", settings_.learningRate, now.learningRate,
           Text::tr("learning rate %1 → %2", significant(settings_.learningRate), significant(now.learningRate)));
    report("epochs", settings_.epochs, now.epochs, Text::tr("epochs %1 → %2", settings_.epochs, now.epochs));
    report("checkpoint_every", settings_.checkpointEvery, now.checkpointEvery,
           Text::tr("checkpoint every %1 → %2", settings_.checkpointEvery, now.checkpointEvery));
    settings_ = now;
}

// A rate can ruin the weights: the checkpoint before it is the way back. False: towers are at work; it is written, and
// the rate changes, when they are done.
bool Trainer::saveBeforeNewRate() {
    if (!checkpointer_.enabled() || checkpointer_.lastStep() == progress().step)
        return true;
    if (!runner_->idle()) {
        checkpointer_.request();
        return false;
    }
    saveCheckpoint(CheckpointKind::Regular);
    return true;
}

void Trainer::publishSnapshot() {
    snapshots_.publish(std::make_shared<const Snapshot>(checkpointer_.weightsNow(*replicas_)));
}

void Trainer::saveCheckpoint(CheckpointKind kind) {
    if (!checkpointer_.enabled() || control_.aborted())
        return;
    steps_.drain();
    if (kind != CheckpointKind::Best) // those of an epoch's end have just been compared
        replicas_->requireEqual(progress().step);
    const TrainingClock::Stop writing = steps_.stopClock();
    const auto read = [&] {
        const StallWatch::Section section(watch_, StallWatch::Work::ReadingWeights, progress().step);
        return checkpointer_.make(*replicas_, kind);
    };
    checkpointer_.write(read(), kind);
}

std::int64_t Trainer::totalSteps() const {
    const Plan& plan = prepared_.plan;
    return plan.steps > 0 ? plan.steps : stepsPerEpoch(plan, epochImages()) * leastEpochs(plan, settings_.epochs);
}

} // namespace belfry
