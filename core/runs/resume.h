// Resumes a run that was stopped, failed or was killed, from its newest checkpoint. No state; any thread; blocks for
// the disk.
#pragma once

#include "core/runs/metrics_store.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "core/train/session.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace belfry {

// The newest readable checkpoint (weights/step-N, or the last weights of a run that was stopped), with its training
// state. Null if the run saved none: it starts again from its plan, with the same seed. Damaged ones are skipped and
// reported in `remarks`.
std::shared_ptr<const Snapshot> newestCheckpoint(const std::filesystem::path& folder, std::vector<Text>& remarks);

// The best weights up to a checkpoint after at least one validation.
Snapshot bestOf(const Snapshot& checkpoint);

// The run of `folder`, ready for a session. `change` may set what can change during a run (learning rate, length,
// checkpoints, display) and where it runs (devices, towers). The images of each step stay the same, so a run on other
// towers differs only by rounding. Throws Error(Usage) for a run that is in progress or has no steps left, and like
// prepareRun().
// prepare: prepareRun() of the plan, where something else has to happen with it and the checkpoint's file (may be
// empty).
using PrepareResumed = std::function<PreparedRun(const Plan& plan, const std::filesystem::path& checkpoint)>;
PreparedRun prepareResume(const std::filesystem::path& folder, const std::function<void(Plan&)>& change = {},
                          const PrepareResumed& prepare = {});

// Discards everything recorded after the checkpoint (null: everything): metrics, best weights, figures. Returns the
// record for the resumed run, which has been written. The caller holds the folder's lock. Throws Error(Io).
RunRecord rewindRun(const RunFiles& files, MetricsWriter& metrics, const Snapshot* checkpoint);

} // namespace belfry
