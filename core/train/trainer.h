// The loop. Every step: take the batch, compute gradients, exchange and update; then diagnostics. Session thread only;
// internal to the engine (ATen).
#pragma once

#include "core/base/stopwatch.h"
#include "core/optim/schedule.h"
#include "core/train/async_steps.h"
#include "core/train/session.h"
#include "core/train/stall_watch.h"
#include "core/train/start_exchange.h"
#include "core/train/step_control.h"

#include <deque>
#include <memory>
#include <vector>

namespace belfry {

class Trainer : private StallWatch::Listener {
public:
    Trainer(const PreparedRun& prepared, Observer& observer, CheckpointSink* sink, SnapshotSlot& snapshots,
            StepControl& control, std::filesystem::path runFolder);
    ~Trainer(); // waits for towers at work, which tell the exchange of their gradients

    // The whole run. Returns what became of it; Finished has not been told yet. Never throws: what goes wrong ends the
    // run as Failed with a sentence.
    Finished run();

private:
    struct StepSums : TrainingSums {
        bool finite = true; // losses and gradients
        void add(const TowerStep& step);
    };

    // A step, from its batch until it is told. Where the exchange lets it (StartedExchange::ahead), the host makes the
    // next ones meanwhile.
    struct Step {
        std::int64_t number = 0; // 1 for the first
        std::int64_t images = 0; // seen with it, since the start of the run
        StepSums sums;
        std::vector<StageTimes> times;      // per tower
        std::vector<std::int64_t> computed; // per tower: which of its compute() calls it was
        double rate = 0;                    // learning rate
        double seconds = 0;                 // of the run, with it
        float milliseconds = 0;             // of its own, by the clock
        float queueFill = -1;
        std::int64_t staleness = -1; // of its gradient
    };

    struct Staleness { // of the gradients since the run was started or resumed
        std::int64_t steps = 0, most = 0;
        double sum = 0;
        void add(std::int64_t updates);
        std::string remark() const;
    };

    void start();
    void startFeed();
    FeedOptions feedOptions() const;
    bool mayRunAhead() const;
    void useGraphs();
    void settleShares();
    std::vector<TowerPlacement> placement() const;
    void takeUp(const Snapshot& checkpoint);
    void loop();
    // The stages of one step.
    bool compute();
    bool computeTogether();
    bool computeApart();
    const Batch& takeBatch();
    void computeGradients(const Batch& batch);
    void collect(Step& step);
    void collectLate(Step& step);
    void tellStragglers(Step& step, float all) const;
    void update(Stopwatch watch);
    void finishSteps();
    void refuseDivergence(Step& step);
    void leaveOutWarmUp();
    void exchangeAndUpdate();
    // After the step.
    void tellSteps(int ahead);
    void catchUp();
    void report(const Step& step);
    StepDone stepDone(const Step& step) const;
    void applySettings();
    void publishSnapshot();
    void reportDistributions();
    bool distributionsAreDue() const;
    void checkReplicas();
    void requireReplicas();
    void endEpoch();
    bool epochIsDone() const { return state_.images % epochImages() == 0; }
    bool wantsCheckpoint() const;
    void saveCheckpoint(bool best, bool final);
    Snapshot checkpointNow(bool best);
    void write(const Snapshot& snapshot, bool best, bool final);
    void conclude();
    // Of the watch, on its thread, while the session's is in a section: what is not computed there stays as it is.
    void onStall(const std::string& work, StallWatch::Seconds longest) override;
    bool mayGiveUp() override;
    void onGivenUp(const std::string& work, StallWatch::Seconds taken) override;
    void fail(const std::exception& error);
    bool mayKeepWeights() const;
    bool hostWeightsAreWhole();
    void sayWhatIsLeft();
    void sumUp();
    void testBestWeights();
    EvaluationResult validateWeights();
    EvaluationResult evaluateExactly(const ImageStore& store, const char* work);
    bool better(const EvaluationResult& validation) const;
    void stopWhenPatienceEnds();
    void warnOfPictures();

    std::shared_ptr<const TrainingState> trainingState() const;
    Snapshot snapshotNow() const;
    std::int64_t epochImages() const { return prepared_.data->train->size(); }
    std::int64_t totalSteps() const;

    static constexpr const char* kReading = "The reading of the weights after step"; // as a sentence begins
    const PreparedRun& prepared_;
    Observer& observer_;
    CheckpointSink* sink_;
    SnapshotSlot& snapshots_;
    StepControl& control_;
    std::unique_ptr<Feed> feed_;
    std::unique_ptr<AsyncSteps> apart_; // of towers that do not wait for one another; null: they do
    std::unique_ptr<TowerTeam> team_;   // after feed_ and apart_, whose images its towers may be at work on
    std::vector<double> fractions_;     // of a step's images, by tower; empty: equal
    std::string shares_;                // the same as the plan's word, measured where it says so
    std::unique_ptr<Optimizer> optimizer_;
    std::unique_ptr<Schedule> schedule_;
    StartedExchange started_;      // after team_ and optimizer_: refers to both
    Exchange* exchange_ = nullptr; // its
    bool faultTold_ = false;       // of the exchange

    TrainingState state_;                     // but for the optimizer's vectors, which the exchange has
    Step now_;                                // in work
    std::deque<Step> untold_;                 // made, the devices may not have done them; the oldest first
    std::int64_t oddPictures_ = 0;            // already warned of
    std::vector<std::uint8_t> watchedImages_; // of the validation set, whose activations are told; empty: not read yet
    std::vector<std::int64_t> shareImages_;   // of the current step, per tower
    std::int64_t fitted_ = 0;                 // images: the largest share of a tower in a step that was done
    int tower_ = 0;                           // whose step this is, when towers go apart
    Staleness stale_;
    bool checkpointWanted_ = false; // once no tower is at work
    bool known_ = true;             // the exchange has the variables of state_, as far as anybody knows
    bool diverged_ = false;         // a loss was no number
    bool stopped_ = false;
    bool stoppedEarly_ = false; // patience has ended
    Finished result_;
    double checkpointSeconds_ = 0;                                // of training, when the last one was made or tried
    std::filesystem::path bestFile_, checkpointFile_, finalFile_; // empty: not saved
    std::int64_t checkpointStep_ = 0;                             // of checkpointFile_
    StallWatch watch_; // of what the session thread waits for without telling anything meanwhile
};

} // namespace belfry
