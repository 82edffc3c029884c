// A training run on the command line: its events printed and recorded, Ctrl-C answered.
#pragma once

#include "core/runs/run_recorder.h"
#include "core/train/session.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <functional>
#include <memory>

namespace belfry::cli {

// Changes a plan by a command's options, an object of its fields.
std::function<void(Plan&)> changeBy(nlohmann::json options);

// Makes the recorder, whose warnings go to the sink; null: nothing is recorded.
using MakeRecorder = std::function<std::unique_ptr<RunRecorder>(RunRecorder::WarningSink)>;

// Runs to the end and returns the exit status: 0 done, 1 failed, kStoppedByUser. holdInterrupts()
// (interrupt.h) was called before anything that starts threads.
int runTraining(const PreparedRun& prepared, const MakeRecorder& makeRecorder, bool json);
// The same from prepared.checkpoint on, recorded into the run's own folder.
int resumeRun(const std::filesystem::path& folder, const PreparedRun& prepared, bool json);

} // namespace belfry::cli
