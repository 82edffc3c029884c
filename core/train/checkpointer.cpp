#include "core/train/checkpointer.h"

#include "core/train/checkpoint_time.h"
#include "core/train/failure_text.h"

namespace belfry {

Checkpointer::Checkpointer(const PreparedRun& prepared, const TrainingState& state, CheckpointSink* sink,
                           Observer& observer)
    : prepared_(prepared), state_(state), sink_(sink), observer_(observer) {}

void Checkpointer::restored() {
    checkpointFile_ = prepared_.checkpointFile;
    checkpointStep_ = state_.step;
    lastSeconds_ = state_.seconds;
}

bool Checkpointer::isDue() const {
    const std::int64_t every = state_.settings.checkpointEvery;
    return enabled() && ((every > 0 && state_.step % every == 0) ||
                         checkpointIsDue(state_.seconds, lastSeconds_, 60 * prepared_.plan.checkpointMinutes));
}

Snapshot Checkpointer::weightsNow(const Replicas& replicas) const {
    return {prepared_.blueprint,
            prepared_.data->classes,
            prepared_.data->name,
            replicas.variables().averagedWeights(),
            state_.step,
            prepared_.plan.name,
            prepared_.plan.averageDecay};
}

Snapshot Checkpointer::make(const Replicas& replicas, CheckpointKind kind) const {
    Snapshot snapshot = weightsNow(replicas);
    if (kind == CheckpointKind::Best)
        return snapshot;
    auto training = std::make_shared<TrainingState>(state_);
    training->optimizerState = replicas.variables().optimizerState();
    snapshot.training = std::move(training);
    if (snapshot.averageDecay > 0)
        snapshot.lastWeights = replicas.variables().weights();
    return snapshot;
}

void Checkpointer::write(const Snapshot& snapshot, CheckpointKind kind, std::int64_t largestBatchThatFits) {
    const bool best = kind == CheckpointKind::Best, final = kind == CheckpointKind::Final;
    if (!best)
        lastSeconds_ = state_.seconds;
    try {
        const std::filesystem::path path = sink_->save(snapshot, kind);
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
        const Text failure = failureText(error, largestBatchThatFits);
        observer_.onEvent(Warning{final ? failure : Text::sentences({failure, Text::tr("The run continues.")})});
    }
}

Text Checkpointer::describeRecovery(bool diverged) const {
    if (!finalFile_.empty())
        return Text::tr("The weights of step %1 are in %2.", state_.step, finalFile_.string());
    const bool validated = diverged && !bestFile_.empty(); // a checkpoint may be on its way to a NaN already
    if (!checkpointFile_.empty() && !validated)
        return diverged
                   ? Text::tr("The last checkpoint, of step %1, is %2; no epoch validated its weights.",
                              checkpointStep_, checkpointFile_.string())
                   : Text::tr("The last checkpoint, of step %1, is %2.", checkpointStep_, checkpointFile_.string());
    if (!bestFile_.empty())
        return Text::tr("The best weights, of epoch %1, are in %2.", state_.bestEpoch, bestFile_.string());
    return enabled() && state_.step > 0 ? Text::tr("There is no checkpoint yet.") : Text();
}

} // namespace belfry
