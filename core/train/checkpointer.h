// Checkpoints of a run: when one is due, what it holds, and which were written. Session thread, but for what says
// otherwise; internal to the engine (ATen).
#pragma once

#include "core/train/session.h"
#include "core/train/step_pipeline.h"
#include "core/train/validation.h"

#include <filesystem>

namespace belfry {

class Checkpointer {
public:
    // sink null: nothing is kept. It reads the state of the parts that a checkpoint consists of; all must outlive it.
    Checkpointer(const PreparedRun& prepared, const StepPipeline& steps, const Validation& validation,
                 const LiveSettings& settings, CheckpointSink* sink, Observer& observer);

    bool enabled() const { return sink_ != nullptr; }
    // The run was restored from prepared.checkpoint, which is its last one until it writes another.
    void restored();
    // By the number of steps, or by the time since the last one. Remains due until it is written.
    bool checkDue();
    bool isDue() const { return due_; } // at the last checkDue()
    void request() { due_ = enabled(); }
    // The step of the last one that was written, or could not be; of a resumed run the one that it resumed from.
    std::int64_t lastStep() const { return lastStep_; }

    // Only the weights, for predictions during the run: the moving average if there is one.
    Snapshot weightsNow(const Replicas& replicas) const;
    // The contents of a checkpoint of this kind. Any thread, while the session thread waits.
    Snapshot make(const Replicas& replicas, CheckpointKind kind) const;
    // A full disk ends no run: it is reported as a Warning. Any thread, as above.
    void write(const Snapshot& snapshot, CheckpointKind kind);

    // The best weights again, with their temperature; reported only if it fails.
    void writeBest(double temperature);

    bool wroteFinal() const { return !finalFile_.empty(); }
    bool wroteAny() const { return wroteFinal() || !bestFile_.empty() || !checkpointFile_.empty(); }
    // Which weights of a failed run remain, and where; diverged: the newest weights may be close to a NaN. Any thread,
    // as above.
    Text describeRecovery(bool diverged) const;

private:
    // The weights of a step, with all that says what they are.
    Snapshot describedBy(std::vector<float> weights, std::int64_t step) const;

    const PreparedRun& prepared_;
    const StepPipeline& steps_;
    const Validation& validation_;
    const LiveSettings& settings_;
    CheckpointSink* sink_;
    Observer& observer_;
    bool due_ = false;
    std::int64_t lastStep_ = 0;
    double lastSeconds_ = 0;                                      // of training, when the last one was tried
    std::filesystem::path bestFile_, checkpointFile_, finalFile_; // empty: not saved
    std::int64_t checkpointStep_ = 0;                             // of checkpointFile_
};

} // namespace belfry
