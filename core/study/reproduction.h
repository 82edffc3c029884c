// The published experiments, repeated: published figure beside measured figure. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/train/events.h"
#include "core/train/session.h"

#include <functional>
#include <stop_token>
#include <string>

namespace belfry {

// A preset's run, cut to what a budget allows.
struct Reproduction {
    Preset preset;
    std::int64_t steps = 0;      // that were run
    std::int64_t totalSteps = 0; // of the whole experiment
    Text dataRemark;             // a sentence when the data set is but a part of the published one
    std::vector<TowerPlacement> placement;
    Finished result; // how the run ended
    Text problem;    // a sentence when there was no run (data missing); then the rest is empty
};

// The steps of a whole experiment that fit into `seconds` at `imagesPerSecond`: at least one, at most all. One if no
// time is left, or if the speed is not known (0).
std::int64_t stepsWithin(double seconds, double imagesPerSecond, std::int64_t imagesPerStep, std::int64_t totalSteps);

// The observer and the store of a run; null: none.
struct RunRecording {
    Observer* observer = nullptr;
    CheckpointSink* sink = nullptr;
    std::filesystem::path folder;
};
// Measures the speed of a few steps, then runs as many steps as fit into what that left of `budgetSeconds` (0: all) and
// evaluates the test set, which the budget does not count. `record` gets the plan and returns what observes and keeps
// the run. Blocks; a stop request ends it after a step, also while the speed is measured: then there is no
// run. Bad plans and missing data become `problem`.
Reproduction reproduce(Preset preset, double budgetSeconds, const std::function<RunRecording(const Plan&)>& record,
                       std::stop_token stop = {});

// A table in Markdown: its head (two lines), and one line each.
std::string reproductionHead();
std::string reproductionRow(const Reproduction& reproduction);

} // namespace belfry
