// A run in progress: the background thread that executes a plan, and the handles to steer it. Free of torch.
#pragma once

#include "core/train/events.h"
#include "core/train/prepare.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace belfry {

// From weak to strong: a stronger request replaces a weaker one, never the other way round.
enum class StopKind { AfterEpoch, AfterStep, Abort };

enum class CheckpointKind {
    Regular,   // to resume from
    Best,      // the weights that were best so far
    Final,     // of the run's end; to resume from, too
    Calibrated // the best weights of all, with their temperature, after the end
};

// Keeps weights. The run folder implements it (runs/); a session without one keeps nothing.
class CheckpointSink {
public:
    virtual ~CheckpointSink() = default;
    // The weights of snapshot.step; all but the best come with all it takes to resume (snapshot.training). Returns the
    // file. Called on the session thread; a throw becomes a Warning and the run continues.
    virtual std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) = 0;
};

struct SessionOptions {
    bool lowPriority = false; // the window's sessions: training threads run at nice 10
    bool startPaused = false;
    std::filesystem::path runFolder; // reported in Started and Finished
};

class Session {
public:
    // `observer` and `sink` (may be null) must outlive the session.
    Session(PreparedRun prepared, Observer& observer, CheckpointSink* sink = nullptr, SessionOptions options = {});
    // Stops after the step and waits; never loses weights that were not aborted. Does not wait for a step that hangs.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // All of these return immediately and may be called from any thread, in any order, also after the end (then nothing
    // happens).
    void start();
    void pause(); // at the end of the step
    void resume();
    void stepOnce(); // one step, then paused
    // AfterEpoch: the epoch is finished, validated, saved, and the best weights tested; a pause ends. AfterStep: done
    // within one step, also in mid-evaluation; final weights saved, nothing evaluated. Abort: as soon, but nothing more
    // is saved; what was saved before stays. Finished says so.
    void requestStop(StopKind kind);
    // Changes during a run take effect at the next step and are reported as SettingChanged.
    void setLearningRate(double rate);
    void setEpochs(std::int64_t epochs);
    void setCheckpointEvery(std::int64_t steps);

    RunState state() const;
    void wait();                                // until Finished has been delivered
    std::shared_ptr<const Snapshot> snapshot(); // newest, null before the first; asks for a fresh one

private:
    class ClosableObserver;
    struct Impl;
    std::shared_ptr<Impl> impl_; // shared with its thread
};

} // namespace belfry
