#include "core/train/checkpointer.h"

#include "core/train/checkpoint_time.h"
#include "core/train/failure_text.h"

namespace belfry {

Checkpointer::Checkpointer(const PreparedRun& prepared, const StepPipeline& steps, const Validation& validation,
                           const LiveSettings& settings, CheckpointSink* sink, Observer& observer)
    : prepared_(prepared), steps_(steps), validation_(validation), settings_(settings), sink_(sink),
      observer_(observer) {}

void Checkpointer::restored() {
    checkpointFile_ = prepared_.checkpointFile;
    checkpointStep_ = steps_.progress().step;
    lastStep_ = checkpointStep_;
    lastSeconds_ = steps_.progress().seconds;
}

bool Checkpointer::checkDue() {
    const std::int64_t every = settings_.checkpointEvery;
    due_ = due_ || (enabled() &&
                    ((every > 0 && steps_.progress().step % every == 0) ||
                     checkpointIsDue(steps_.progress().seconds, lastSeconds_, 60 * prepared_.plan.checkpointMinutes)));
    return due_;
}

Snapshot Checkpointer::describedBy(std::vector<float> weights, std::int64_t step) const {
    Snapshot snapshot{prepared_.blueprint,
                      prepared_.data->classes,
                      prepared_.data->name,
                      std::move(weights),
                      step,
                      prepared_.plan.name,
                      prepared_.plan.swaFrom > 0 ? 1.0 : prepared_.plan.averageDecay};
    snapshot.dataVersion = prepared_.data->version;
    snapshot.splitBy = prepared_.plan.splitBy;
    return snapshot;
}

Snapshot Checkpointer::weightsNow(const Replicas& replicas) const {
    return describedBy(replicas.variables().averagedWeights(), steps_.progress().step);
}

Snapshot Checkpointer::make(const Replicas& replicas, CheckpointKind kind) const {
    Snapshot snapshot = weightsNow(replicas);
    if (kind == CheckpointKind::Best)
        return snapshot;
    snapshot.training = std::make_shared<TrainingState>(
        TrainingState{steps_.progress(), validation_.record(), settings_, replicas.variables().optimizerState()});
    if (snapshot.averageDecay > 0)
        snapshot.lastWeights = replicas.variables().weights();
    return snapshot;
}

void Checkpointer::write(const Snapshot& snapshot, CheckpointKind kind) {
    const bool best = kind == CheckpointKind::Best, final = kind == CheckpointKind::Final;
    if (!best) {
        lastStep_ = steps_.progress().step;
        lastSeconds_ = steps_.progress().seconds;
        due_ = false;
    }
    try {
        const std::filesystem::path path = sink_->save(snapshot, kind);
        if (final)
            finalFile_ = path;
        else if (best)
            bestFile_ = path;
        else {
            checkpointFile_ = path;
            checkpointStep_ = steps_.progress().step;
        }
        observer_.onEvent(CheckpointSaved{steps_.progress().step, path, best});
    } catch (const std::exception& error) {
        const Text failure = failureText(error, steps_.largestBatchThatFits());
        observer_.onEvent(Warning{final ? failure : Text::sentences({failure, Text::tr("The run continues.")})});
    }
}

void Checkpointer::writeBest(double temperature) {
    const ValidationRecord& record = validation_.record();
    Snapshot snapshot = describedBy(record.bestWeights, record.bestStep);
    snapshot.temperature = temperature;
    try {
        sink_->save(snapshot, CheckpointKind::Calibrated);
    } catch (const std::exception& error) {
        observer_.onEvent(Warning{failureText(error, steps_.largestBatchThatFits())});
    }
}

Text Checkpointer::describeRecovery(bool diverged) const {
    if (!finalFile_.empty())
        return Text::tr("The weights of step %1 are in %2.", steps_.progress().step, finalFile_.string());
    const bool validated = diverged && !bestFile_.empty(); // a checkpoint may be on its way to a NaN already
    if (!checkpointFile_.empty() && !validated)
        return diverged
                   ? Text::tr("The last checkpoint, of step %1, is %2; no epoch validated its weights.",
                              checkpointStep_, checkpointFile_.string())
                   : Text::tr("The last checkpoint, of step %1, is %2.", checkpointStep_, checkpointFile_.string());
    if (!bestFile_.empty())
        return Text::tr("The best weights, of epoch %1, are in %2.", validation_.record().bestEpoch,
                        bestFile_.string());
    return enabled() && steps_.progress().step > 0 ? Text::tr("There is no checkpoint yet.") : Text();
}

} // namespace belfry
