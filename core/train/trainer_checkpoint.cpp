// The trainer's checkpoints: what it keeps, and how it goes on from one.
#include "core/base/error.h"
#include "core/train/sentences.h"
#include "core/train/trainer.h"

#include <algorithm>

namespace belfry {

// Weights and the optimizer's vectors go to the exchange, which gives them to the towers; the feed goes on with the
// next image. The settings are the plan's: whoever resumes decides what they are from now on.
void Trainer::takeUp(const Snapshot& checkpoint) {
    const TrainingState& training = *checkpoint.training;
    optimizer_->restoreStep(training.step);
    exchange_->restore(checkpoint.lastWeights.empty() ? checkpoint.weights : checkpoint.lastWeights, checkpoint.weights,
                       training.optimizerState);
    feed_->restore({training.images / epochImages(), training.images % epochImages()});
    const LiveSettings settings = state_.settings;
    state_ = training;
    state_.settings = settings;
    state_.optimizerState.clear(); // the exchange has them
    checkpointFile_ = prepared_.checkpointFile;
    checkpointStep_ = state_.step;
    checkpointSeconds_ = state_.seconds;
    if (const std::int64_t rest = state_.images % epochImages(); rest != 0)
        state_.epochs = state_.images / epochImages(); // a part of an epoch that was validated, and now goes on
}

// By time sooner at first, each when the run has doubled: a device that is lost takes the newest weights with it, and
// never more than half of what was trained.
bool Trainer::checkpointIsDue() const {
    constexpr double kFirst = 5; // seconds
    const std::int64_t every = state_.settings.checkpointEvery;
    const double longest = 60 * prepared_.plan.checkpointMinutes;
    return (every > 0 && state_.step % every == 0) ||
           (longest > 0 && sinceCheckpoint_.seconds() >= std::min(longest, std::max(kFirst, checkpointSeconds_)));
}

void Trainer::saveCheckpoint(bool best, bool final) {
    if (!sink_ || steering_.aborted())
        return;
    catchUp();
    if (!best) // those of an epoch's end have just been compared
        requireReplicas();
    writeCheckpoint(best, final);
}

void Trainer::writeCheckpoint(bool best, bool final) {
    // Before the try: a device that cannot be read ends the run, a disk that is full does not.
    Snapshot snapshot = snapshotNow();
    if (!best) { // to go on from
        sinceCheckpoint_ = {};
        checkpointSeconds_ = state_.seconds;
        snapshot.training = trainingState();
        if (snapshot.averageDecay > 0)
            snapshot.lastWeights = exchange_->weights();
    }
    try {
        const std::filesystem::path path = sink_->save(snapshot, best, final);
        if (final)
            finalFile_ = path;
        else if (best)
            bestFile_ = path;
        else {
            checkpointFile_ = path;
            checkpointStep_ = state_.step;
        }
        observer_.onEvent(CheckpointSaved{state_.step, path, best});
    } catch (const std::exception& error) {
        observer_.onEvent(Warning{sentenceFor(error, fitted_) + (final ? "" : " The run goes on.")});
    }
}

std::shared_ptr<const TrainingState> Trainer::trainingState() const {
    auto training = std::make_shared<TrainingState>(state_);
    training->optimizerState = exchange_->optimizerState();
    return training;
}

Snapshot Trainer::snapshotNow() const {
    return {prepared_.blueprint, prepared_.data->classes, prepared_.data->name,       exchange_->averagedWeights(),
            state_.step,         prepared_.plan.name,     prepared_.plan.averageDecay};
}

} // namespace belfry
