// Records the events of a session in the run's folder: metrics.db, log.txt, run.json, the weights, and TensorBoard
// event files if the plan enables them.
#pragma once

#include "core/runs/run_folder.h"
#include "core/train/session.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace belfry {

// onEvent() and save() are called for one session, not both at a time. onEvent() only queues the event for the
// recorder's thread, which commits twice a second, at the end of every epoch and at the end of the run. A killed
// process loses at most the last half second, and its files are intact.
class RunRecorder : public Observer, public CheckpointSink {
public:
    using WarningSink = std::function<void(Text)>;

    // `folder` was made by createRun(). If it contains a run, the run is resumed from `checkpoint`, or from its start
    // (null), and everything recorded later is discarded first. Throws Error(Io) if metrics.db or log.txt cannot be
    // created, and Error(Usage) if the run is in progress elsewhere. If recording fails later (disk full), `onWarning`
    // is called once, from within onEvent(). The run then continues without metrics and log;
    // weights are still saved.
    explicit RunRecorder(const std::filesystem::path& folder, WarningSink onWarning = {},
                         const Snapshot* checkpoint = nullptr);
    // Writes the queued events. A run without a Finished event is recorded as interrupted.
    ~RunRecorder() override;

    // Returns immediately, except for Finished: then when everything has been written.
    void onEvent(const Event& event) override;
    // Writes best.safetensors, final.safetensors, or else step-N.safetensors, of which the plan's number is kept, and
    // the one from which the learning rate was changed last.
    // Blocks for the disk. A checkpoint is written after the metrics of its step. Throws Error(Io), and then leaves
    // earlier weights unchanged.
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override;

    void flush(); // blocks until all queued events are written, or recording has failed; any thread
    const RunFiles& files() const;

private:
    friend std::unique_ptr<RunRecorder> recordNewRun(const Plan& plan, WarningSink onWarning,
                                                     const std::filesystem::path& root);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Creates the folder of a new run (createRun) and its recorder; files() has the path. The recorder removes the folder
// if it gets no event: the start has failed. Throws Error(Io), and then leaves no folder behind.
std::unique_ptr<RunRecorder> recordNewRun(const Plan& plan, RunRecorder::WarningSink onWarning = {},
                                          const std::filesystem::path& root = runsRoot());

} // namespace belfry
