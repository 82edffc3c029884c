// Going on with a run that was stopped, failed or was killed, from its newest checkpoint. No state; any thread; blocks
// for the disk.
#pragma once

#include "core/runs/metrics_store.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "core/train/session.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace belfry {

// The newest checkpoint that can be read (weights/step-N, or the last weights of a run that was stopped), with its
// training state; null when the run saved none: it starts again from its plan, with the same seed. A damaged one is
// passed over for the one before and told in `remarks`.
std::shared_ptr<const Snapshot> newestCheckpoint(const std::filesystem::path& folder,
                                                 std::vector<std::string>& remarks);

// The best weights until a checkpoint that has had a validation.
Snapshot bestOf(const Snapshot& checkpoint);

// The run of `folder`, ready for a session. `change` may set what can change in mid-run (learning rate, length,
// checkpoints, display) and where it runs (devices, towers); the images of each step stay what they were, so that a run
// on other towers differs by rounding only. Throws Error(Usage) for a run that is going on or has nothing left to do,
// and for what prepareRun() refuses.
PreparedRun prepareResume(const std::filesystem::path& folder, const std::function<void(Plan&)>& change = {});

// What was recorded after the checkpoint is forgotten (null: all): metrics, best weights, figures. Returns the record
// that the run goes on with, which is on the disk. The folder's lock is held by the caller. Throws Error(Io).
RunRecord rewindRun(const RunFiles& files, MetricsWriter& metrics, const Snapshot* checkpoint);

} // namespace belfry
