// How a run ends: as planned or stopped, by an error, or because a step hangs. What is kept of it, and the sentence
// that says what is left to resume from.
#include "core/train/failure_text.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>

namespace belfry {

void Trainer::finish() {
    const TrainingClock::Stop end = steps_.stopClock();
    if (progress().step > firstStep_)
        tell(unfreezing_.end(validation_.record().bestValidation));
    saveCheckpoint(CheckpointKind::Final);
    publishSnapshot();
    if (!agreement_.alone()) {
        agreement_.wish(control_.stopToken().stop_requested());
        agreement_.agree();
    }
    const bool stops = agreement_.alone() ? control_.stopToken().stop_requested() : agreement_.stops();
    if (!validation_.record().bestWeights.empty() && !stops)
        testBest();
    if (!agreement_.alone() && !prepared_.seat.group->lost()) // in the test, after which all is done
        leaveRanks();
    if (!validation_.record().bestWeights.empty() && !stops && checkpointer_.enabled())
        calibrate();
    if (control_.aborted() && !checkpointer_.wroteFinal())
        result_.reason = Text::tr("Aborted: the weights of the last step were not saved.");
    // A stop that cut the last evaluation short is a stop.
    result_.state = stopped_ || control_.stopToken().stop_requested() ? RunState::Stopped : RunState::Finished;
    if (result_.state == RunState::Finished && checkpointer_.enabled() && !checkpointer_.wroteAny()) {
        result_.state = RunState::Failed;
        result_.reason = Text::tr("The run is done, but no weights could be saved, so its result is lost. Make room on "
                                  "the disk, or choose another folder for runs, and start it again.");
    }
}

// Of a run that is done and saved: who is lost now changes nothing.
void Trainer::leaveRanks() {
    try {
        warnings_.tell();
        prepared_.seat.group->leave();
    } catch (const Error& lost) {
        observer_.onEvent(Warning{lost.message()});
    }
}

void Trainer::testBest() {
    try {
        EvaluationResult test = validation_.testBest(*team_, *replicas_, progress().step, control_.stopToken());
        if (test.images > 0 && !control_.stopToken().stop_requested())
            result_.test = std::move(test);
        reportDataIssues();
    } catch (const std::exception& error) { // the run itself is done and saved
        const Text failure = failureText(error, steps_.largestBatchThatFits());
        agreement_.fail(failure.english(), false);
        observer_.onEvent(Warning{Text::sentences({failure, Text::tr("The test set was not evaluated.")})});
    }
}

// Of the best weights, which the test has left in the replicas.
void Trainer::calibrate() {
    try {
        const bool asBegun = validation_.record().bestStep == 0 && startTemperature_ != 1;
        const double temperature =
            asBegun ? startTemperature_ : validation_.temperature(*team_, progress().step, control_.stopToken());
        if (temperature != 1)
            checkpointer_.writeBest(temperature);
    } catch (const std::exception& error) {
        observer_.onEvent(Warning{Text::sentences(
            {failureText(error, steps_.largestBatchThatFits()), Text::tr("The best weights have no temperature.")})});
    }
}

void Trainer::fail(const std::exception& error) {
    std::vector<Text> sentences{failureText(error, steps_.largestBatchThatFits())};
    agreement_.fail(sentences.front().english(), steps_.diverged());
    if (replicas_ && replicas_->runsAhead())
        replicas_->finishQueued(); // work queued for a failed step has no order any more
    try {
        if (mayKeepWeights()) {
            replicas_->check();
            // A lost device cannot be read; what is on the host can still be saved.
            if (!replicas_->variablesAreOnHost())
                saveCheckpoint(CheckpointKind::Final);
            else if (replicas_->hostWeightsAreIntact())
                checkpointer_.write(checkpointer_.make(*replicas_, CheckpointKind::Final), CheckpointKind::Final);
        }
    } catch (const std::exception& lost) {
        if (const Text sentence = failureText(lost, steps_.largestBatchThatFits()); sentence != sentences.front())
            sentences.push_back(sentence);
    }
    endWithFailure(sentences);
}

// Not those that diverged, even while their numbers are finite; nor those whose last update may be incomplete.
// Where towers do not wait for one another, the images at work are not in them: who resumes there takes as many from
// that place of the epoch on, and those that came out of turn are seen twice, others not at all in that epoch.
bool Trainer::mayKeepWeights() const {
    return checkpointer_.enabled() && !control_.aborted() && progress().step > 0 && !steps_.diverged() &&
           replicas_->weightsAreConsistent();
}

void Trainer::endWithFailure(std::vector<Text> sentences) {
    result_.diverged = steps_.diverged();
    sentences.push_back(checkpointer_.describeRecovery(result_.diverged));
    result_.state = RunState::Failed;
    result_.reason = Text::sentences(sentences);
}

void Trainer::summarise() {
    result_.trainLoss = static_cast<float>(progress().epochSums.meanLoss());
    result_.trainAccuracy = static_cast<float>(progress().epochSums.accuracy());
    result_.validation = validation_.record().validation;
    result_.bestValidation = validation_.record().bestValidation;
    result_.bestMeans = validation_.record().bestMeans;
    result_.bestEpoch = validation_.record().bestEpoch;
    result_.remarks = replicas_ ? replicas_->remarks() : std::vector<Text>();
    if (const Text remark = runner_ ? runner_->remark() : Text(); !remark.empty())
        result_.remarks.push_back(remark);
    result_.steps = progress().step;
    result_.images = progress().images;
    result_.seconds = progress().seconds;
    result_.epochs = static_cast<double>(progress().images) / static_cast<double>(epochImages());
    const double seconds = progress().seconds - progress().warmSeconds;
    result_.imagesPerSecond =
        seconds > 0 ? static_cast<double>(progress().images - progress().warmImages) / seconds : 0.0;
}

// Of the watch, on its thread, while the session's waits in a section.

void Trainer::onStall(const Text& work, StallWatch::Seconds longest) {
    observer_.onEvent(
        Warning{Text::tr("%1 is not finishing: it has taken longer than %2 seconds; the longest one before took %3. A "
                         "device, a link or the data may be hanging. You can still stop the run.",
                         work, significant(prepared_.stallSeconds), significant(longest.count()))});
}

bool Trainer::mayGiveUp() { return control_.stopToken().stop_requested(); }

void Trainer::onGivenUp(const Text& work, StallWatch::Seconds taken) {
    std::vector<Text> sentences{Text::tr("%1 was given up after %2 seconds: a device, a link or the data hangs. Resume "
                                         "from a checkpoint, with other devices.",
                                         work, significant(std::round(taken.count())))};
    try {
        if (mayKeepWeights() && replicas_->hostWeightsAreIntact())
            checkpointer_.write(checkpointer_.make(*replicas_, CheckpointKind::Final), CheckpointKind::Final);
    } catch (const std::exception& lost) {
        sentences.push_back(failureText(lost, steps_.largestBatchThatFits()));
    }
    endWithFailure(std::move(sentences));
    summarise();
    control_.abandon(result_);
}

} // namespace belfry
