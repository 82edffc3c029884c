// The trainer's checkpoints: what it keeps, and how it goes on from one.
#include "core/base/error.h"
#include "core/train/checkpoint_time.h"
#include "core/train/sentences.h"
#include "core/train/trainer.h"

namespace belfry {

// Weights and the optimizer's vectors go to the exchange, which gives them to the towers; the feed goes on with the
// next image. The settings are the plan's: whoever resumes decides what they are from now on.
void Trainer::takeUp(const Snapshot& checkpoint) {
    const TrainingState& training = *checkpoint.training;
    optimizer_->restoreStep(training.step);
    exchange_->variables().restore(checkpoint.lastWeights.empty() ? checkpoint.weights : checkpoint.lastWeights,
                                   checkpoint.weights, training.optimizerState);
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

bool Trainer::wantsCheckpoint() const {
    const std::int64_t every = state_.settings.checkpointEvery;
    return sink_ && ((every > 0 && state_.step % every == 0) ||
                     checkpointIsDue(state_.seconds, checkpointSeconds_, 60 * prepared_.plan.checkpointMinutes));
}

void Trainer::saveCheckpoint(bool best, bool final) {
    if (!sink_ || control_.aborted())
        return;
    catchUp();
    if (!best) // those of an epoch's end have just been compared
        requireReplicas();
    const auto read = [&] {
        const StallWatch::Section section(watch_, kReading, state_.step);
        return checkpointNow(best);
    };
    write(read(), best, final);
}

Snapshot Trainer::checkpointNow(bool best) {
    Snapshot snapshot = snapshotNow();
    if (!best) { // to go on from
        snapshot.training = trainingState();
        if (snapshot.averageDecay > 0)
            snapshot.lastWeights = exchange_->variables().weights();
    }
    return snapshot;
}

// A disk that is full ends no run; a device that cannot be read, before, does.
void Trainer::write(const Snapshot& snapshot, bool best, bool final) {
    if (!best)
        checkpointSeconds_ = state_.seconds;
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
    training->optimizerState = exchange_->variables().optimizerState();
    return training;
}

Snapshot Trainer::snapshotNow() const {
    return {prepared_.blueprint,
            prepared_.data->classes,
            prepared_.data->name,
            exchange_->variables().averagedWeights(),
            state_.step,
            prepared_.plan.name,
            prepared_.plan.averageDecay};
}

} // namespace belfry
