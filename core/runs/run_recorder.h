// Writes what a session tells into the run's folder: metrics.db, log.txt, run.json, the weights, and TensorBoard's
// event files when the plan wants them.
#pragma once

#include "core/runs/run_folder.h"
#include "core/train/session.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace belfry {

// onEvent() and save() are called by one session, on its thread; onEvent() only puts the event in line for a thread of
// the recorder's own, which commits twice a second, at the end of every epoch and at the end of the run. A process that
// is killed loses at most the last half second, and what is on the disk is whole.
class RunRecorder : public Observer, public CheckpointSink {
public:
    using WarningSink = std::function<void(std::string)>;

    // `folder` was made by createRun(). Throws Error(Io) when metrics.db or log.txt cannot be created: the run has not
    // started by then. When recording fails later (disk full), `onWarning` is told once, in one sentence, on the
    // session thread from inside onEvent(); the run goes on, metrics and log stop, weights are still tried.
    // A folder with a run in it is gone on with from `checkpoint`, or from its start; what was recorded after that is
    // forgotten first. Throws Error(Usage) when the run is going on elsewhere.
    explicit RunRecorder(const std::filesystem::path& folder, WarningSink onWarning = {},
                         const Snapshot* checkpoint = nullptr);
    // Writes what is in line. A run that was not told to have finished is left as interrupted.
    ~RunRecorder() override;
    RunRecorder(const RunRecorder&) = delete;
    RunRecorder& operator=(const RunRecorder&) = delete;

    // Returns at once, but for Finished: then when everything is on the disk.
    void onEvent(const Event& event) override;
    // best.safetensors, final.safetensors, or step-N.safetensors when it is neither, of which the plan's number is
    // kept; blocks for the disk. A checkpoint is on the disk after the metrics of its step. Throws Error(Io); the
    // weights saved before are then as they were.
    std::filesystem::path save(const Snapshot& snapshot, bool best, bool final) override;

    void flush(); // until everything told so far is on the disk, or recording has failed; any thread
    const RunFiles& files() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The folder of a new run (createRun) and its recorder: see files() for where it is. Throws Error(Io) with one
// sentence, and then no folder is left that would say "running".
std::unique_ptr<RunRecorder> recordNewRun(const Plan& plan, RunRecorder::WarningSink onWarning = {},
                                          const std::filesystem::path& root = runsRoot());

} // namespace belfry
