// Training: a loop of numbered stages (trainer.cpp) over parts that each own a part of the run's state.
//
//   StepRunner            the towers' gradients, together or each on its own
//   Replicas              the run's weights: exchange, update, restore
//   StepPipeline          steps in flight, their numbers and reports
//   Validation            figures of an epoch, the best weights, patience
//   Checkpointer          what is due, written and left
//   DistributionReporter  a look into the network
//   StallWatch            notices a step that hangs
//   WarmUp                steps before the first one
//   RankAgreement         what several processes decide together
//   RankWarnings          what the others of them warn of
//
// Session thread only, but for what the watch calls; internal to the engine (ATen).
#pragma once

#include "core/optim/schedule.h"
#include "core/train/checkpointer.h"
#include "core/train/distribution_reporter.h"
#include "core/train/rank_agreement.h"
#include "core/train/rank_warnings.h"
#include "core/train/start_feed.h"
#include "core/train/step.h"
#include "core/train/step_pipeline.h"
#include "core/train/unfreezing.h"
#include "core/train/validation.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace belfry {

// Questions of the loop to its driver between two steps. The session implements it for a user with buttons.
class StepControl {
public:
    virtual ~StepControl() = default;
    using Wait = std::function<void()>;
    // Before every step, on the session thread. While the run is paused it calls pause(wait), and wait() waits for a
    // resume. False: stop now.
    virtual bool proceed(bool epochStarts, const std::function<void(const Wait&)>& pause) = 0;
    // Stopped without keeping anything more: the run ends and its last weights are not saved.
    virtual bool aborted() = 0;
    virtual LiveSettings settings() = 0;
    // Cancels what blocks (a feed that waits, an evaluation) when a stop must not wait for it.
    virtual std::stop_token stopToken() = 0;
    // The session thread hangs in a step: the run is over without it and reported as finished. Called on another
    // thread. If the thread continues later, its events are dropped, and proceed() is false.
    virtual void abandon(const Finished& finished) = 0;
};

class Trainer : private StallWatch::Listener {
public:
    Trainer(const PreparedRun& prepared, Observer& observer, CheckpointSink* sink, SnapshotSlot& snapshots,
            StepControl& control, std::filesystem::path runFolder);

    // The whole run. Returns how it ended; Finished has not been reported yet. Never throws: what goes wrong ends the
    // run as Failed with a sentence.
    Finished run();

private:
    // How it begins (trainer_start.cpp). False: stopped before there was anything to keep.
    bool start();
    std::optional<std::vector<float>> firstWeights(const std::stop_token& stop);
    void startRunner();
    void restore(const Snapshot& checkpoint);
    void reportStart() const;
    std::vector<TowerPlacement> placement() const;

    // The loop, and its stages.
    void loop();
    bool isComplete() const;
    bool waitForPermission(bool epochStarts);
    bool mayProceed(bool epochStarts);
    bool allMayProceed(bool epochStarts);
    bool makeStep();
    bool computeGradients(Step& step);
    void agreeOn(Step& step);
    void update(Step step);
    void reportDiagnostics();
    void endEpoch();
    void validateStart();
    void tell(const Text& sentence); // as a mark on the charts; nothing when empty
    void reportDataIssues();
    void saveCheckpointIfDue();
    void finishStartedSteps();

    LiveSettings newSettings();
    void applySettings();
    bool saveBeforeNewRate();
    void publishSnapshot();
    void saveCheckpoint(CheckpointKind kind);
    std::int64_t epochImages() const { return prepared_.trainImages(); }
    std::int64_t totalSteps() const;
    const TrainingProgress& progress() const { return steps_.progress(); }
    bool epochIsDone() const { return progress().images % epochImages() == 0; }

    // How it ends (trainer_end.cpp).
    void finish();
    void leaveRanks();
    void testBest();
    void calibrate();
    void fail(const std::exception& error);
    bool mayKeepWeights() const;
    void endWithFailure(std::vector<Text> sentences);
    void summarise();
    // Of the watch, on its thread, while the session's waits in a section: what is not computed there stays as it is.
    void onStall(const Text& work, StallWatch::Seconds longest) override;
    bool mayGiveUp() override;
    void onGivenUp(const Text& work, StallWatch::Seconds taken) override;

    const PreparedRun& prepared_;
    RankWarnings warnings_; // before what reports to it
    Observer& observer_;    // through them
    SnapshotSlot& snapshots_;
    StepControl& control_;

    RankAgreement agreement_; // with the other ranks, if there are any
    LiveSettings settings_;   // of the step in progress
    StepPipeline steps_;
    Validation validation_;
    Unfreezing unfreezing_;
    Checkpointer checkpointer_;
    DistributionReporter distributions_;
    std::int64_t dataIssues_ = 0; // that were reported
    std::int64_t firstStep_ = 0;  // the run begins after it
    bool stopped_ = false;
    bool stoppedEarly_ = false; // patience has ended
    Finished result_;
    TrainingClock startup_;          // until the first step
    std::vector<Text> startRemarks_; // of what happened before it
    double startTemperature_ = 1;    // of the weights that it begins with; 1: not known

    // Made by start(), in this order; the watch is needed by all and ends first.
    StartedFeed feed_;
    std::unique_ptr<TowerTeam> team_; // may be at work on the feed's images
    std::unique_ptr<Replicas> replicas_;
    std::unique_ptr<Schedule> schedule_;
    std::unique_ptr<StepRunner> runner_;
    StallWatch watch_;
};

} // namespace belfry
