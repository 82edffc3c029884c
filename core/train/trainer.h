// The loop. Every step: take the batch, compute gradients, exchange and update; then diagnostics. Session thread only;
// internal to the engine (ATen).
#pragma once

#include "core/base/stopwatch.h"
#include "core/optim/schedule.h"
#include "core/train/start_exchange.h"
#include "core/train/steering.h"

#include <memory>
#include <vector>

namespace belfry {

class Trainer {
public:
    Trainer(const PreparedRun& prepared, Observer& observer, CheckpointSink* sink, SnapshotSlot& snapshots,
            Steering& steering, std::filesystem::path runFolder);

    // The whole run. Returns what became of it; Finished has not been told yet. Never throws: what goes wrong ends the
    // run as Failed with a sentence.
    Finished run();

private:
    struct StepSums : TrainingSums {
        bool finite = true; // losses and gradients
    };

    void start();
    void startFeed();
    void takeUp(const Snapshot& checkpoint);
    void loop();
    // The stages of one step.
    const Batch& takeBatch();
    void computeGradients(const Batch& batch);
    void refuseDivergence();
    void leaveOutWarmUp();
    void exchangeAndUpdate();
    // After the step.
    void report(const Batch& batch);
    StepDone stepDone(std::int64_t step, std::int64_t images) const;
    void applySettings();
    void publishSnapshot();
    void reportDistributions(const Batch& batch);
    bool distributionsAreDue(const Batch& batch) const;
    void endEpoch();
    bool checkpointIsDue() const;
    void saveCheckpoint(bool best, bool final);
    void conclude();
    void fail(const std::exception& error);
    void testBestWeights();
    EvaluationResult validateWeights();
    bool better(const EvaluationResult& validation) const;
    void stopWhenPatienceEnds();
    void warnOfPictures();

    std::shared_ptr<const TrainingState> trainingState() const;
    Snapshot snapshotNow() const;
    std::int64_t epochImages() const { return prepared_.data->train->size(); }
    std::int64_t totalSteps() const;

    const PreparedRun& prepared_;
    Observer& observer_;
    CheckpointSink* sink_;
    SnapshotSlot& snapshots_;
    Steering& steering_;
    std::unique_ptr<Feed> feed_;
    std::unique_ptr<TowerTeam> team_; // after feed_, whose images it may gather
    std::unique_ptr<Optimizer> optimizer_;
    std::unique_ptr<Schedule> schedule_;
    StartedExchange started_;      // after team_ and optimizer_: refers to both
    Exchange* exchange_ = nullptr; // its
    bool faultTold_ = false;       // of the exchange

    TrainingState state_; // but for the optimizer's vectors, which the exchange has
    StepSums stepSums_;
    std::int64_t oddPictures_ = 0;            // already warned of
    std::vector<std::uint8_t> watchedImages_; // of the validation set, whose activations are told; empty: not read yet
    std::vector<StageTimes> times_;           // of the current step, per tower
    std::vector<std::int64_t> shareImages_;
    double rate_ = 0;            // learning rate of the current step
    float stepMilliseconds_ = 0; // of the last whole step, by the clock
    bool stopped_ = false;
    bool stoppedEarly_ = false; // patience has ended
    Finished result_;
    Stopwatch sinceCheckpoint_;
    std::filesystem::path bestFile_, checkpointFile_, finalFile_; // empty: not saved
};

} // namespace belfry
