// A run in progress: the background thread that executes a plan, and the handles to steer it. Free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/train/events.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

class Exchange;
class TowerTeam;

// From weak to strong: a stronger request replaces a weaker one, never the other way round.
enum class StopKind { AfterEpoch, AfterStep, Abort };

// Everything that can be known and refused before a run starts.
struct PreparedRun {
    Plan plan; // names resolved ("auto" devices, what is left to the devices, name)
    std::shared_ptr<const DataSet> data;
    std::shared_ptr<const Blueprint> blueprint;
    std::vector<TowerPlacement> placement;
    std::vector<std::string> remarks;
    // To go on from, with its training state; null: from the start. It fits the plan (runs/resume.h sees to that).
    std::shared_ptr<const Snapshot> checkpoint;
    std::filesystem::path checkpointFile; // it came from, for sentences; may be empty
    // Instead of the plan's exchange, for tests that break one on purpose; empty: the plan's.
    std::function<std::unique_ptr<Exchange>(TowerTeam&)> exchange;
    // Whether steps are queued before the last ones are done, where feed and exchange allow it; none: on CUDA. For
    // tests.
    std::optional<bool> runAhead;
    // Other sessions of this process train at the same time: steps are not captured, which one may do at a time.
    bool beside = false;
    // A step that takes longer, and twenty times longer than all before it, is told; ten times as long, or once it is
    // told and a stop is asked for, the run ends as Failed without it.
    double stallSeconds = 60;
};

// Validates the plan, opens the data, places the towers, checks shapes and memory. Blocks for the disk (about 0.3 s).
// Throws Error with one sentence; nothing has been written by then.
PreparedRun prepareRun(const Plan& plan);
// The same in two parts, for many runs with one copy of the data: the plan's data set, cut to its number of training
// images; and all the rest, with a data set that came from the first.
std::shared_ptr<const DataSet> openData(const Plan& plan);
PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data);

// Keeps weights. The run folder implements it (runs/); a session without one keeps nothing.
class CheckpointSink {
public:
    virtual ~CheckpointSink() = default;
    // The weights of snapshot.step; what is not only the best so far comes with all it takes to go on
    // (snapshot.training). Returns the file. Called on the session thread; a throw becomes a Warning and the run goes
    // on.
    virtual std::filesystem::path save(const Snapshot& snapshot, bool best, bool final) = 0;
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

    // All verbs return at once and may be called from any thread, in any order, also after the end (then nothing
    // happens).
    void start();
    void pause(); // at the end of the step
    void resume();
    void stepOnce(); // one step, then paused
    // AfterEpoch: the epoch is finished, validated, saved, and the best weights tested; a pause ends. AfterStep: done
    // within one step, also in mid-evaluation; final weights saved, nothing evaluated. Abort: as soon, but nothing more
    // is saved; what was saved before stays. Finished says so.
    void requestStop(StopKind kind);
    // What may change in mid-run; takes effect at the next step and is told as SettingChanged.
    void setLearningRate(double rate);
    void setEpochs(std::int64_t epochs);
    void setCheckpointEvery(std::int64_t steps);

    RunState state() const;
    void wait();                                // until Finished has been delivered
    std::shared_ptr<const Snapshot> snapshot(); // newest, null before the first; asks for a fresh one

private:
    class Outlet;
    struct Impl;
    std::shared_ptr<Impl> impl_; // shared with its thread
};

// For the end of main(): returns the status, unless a session's thread still hangs in a step that was given up. What it
// hangs in may not let itself be taken down: the program then ends here, at once.
int leaveProgram(int status);

} // namespace belfry
