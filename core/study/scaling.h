// Measures scaling: 1, 2, 4, ... N towers train with a plan, each for a short while and in turn, repeat after repeat,
// so that a machine that slows down or speeds up meanwhile does not distort the result. No run is created or
// changed. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/study/scaling_advice.h"
#include "core/study/scaling_model.h"
#include "core/train/plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

enum class ScalingMode {
    PerTower, // every tower keeps its batch: the global batch grows with the towers
    Global,   // the global batch stays: every tower's share shrinks
};
std::string scalingModeName(ScalingMode mode); // "per-tower", "global"

struct ScalingSettings {
    int towersUpTo = 0; // 0: the plan's, at least one per device chosen, on the CPU per core, and at least two
    std::vector<ScalingMode> modes{ScalingMode::PerTower, ScalingMode::Global};
    int repeats = 5;
    std::int64_t steps = 0; // measured in each repeat after the warm-up; 0: some tenths of a second, at least three
    bool lowPriority = false;
};

// The mean of all repeats, with the spread of one. Speed-up and efficiency are taken repeat by repeat.
struct ScalingPoint {
    ScalingMode mode = ScalingMode::PerTower;
    int towers = 1;
    std::int64_t batchPerTower = 0; // images; the largest share where they differ
    std::int64_t globalBatch = 0;
    std::string exchange; // that was used, where the plan says `auto`
    int repeats = 0;      // that have been measured
    Spread imagesPerSecond, speedUp, efficiency;
    double milliseconds = 0;        // of a step, by the clock
    std::vector<StageTimes> stages; // means per step, by tower
    double predictedPerSecond = 0;  // images per second by the model; 0: not yet known
    double predictedSpeedUp = 0;
};

struct ScalingFinding {
    std::vector<ScalingPoint> points; // by mode, then by towers
    ComputeTimeModel work;            // of one tower, without exchange and update
    ExchangeCost exchange;            // of the most towers; no bandwidth before the end
    std::vector<Text> remarks;        // sentences: towers that share a device, data that is not whole
    std::optional<Advice> advice;     // at the end
    Text sentence;                    // the advice's; empty before the end
    int done = 0, all = 0;            // measurements
    bool stopped = false;             // by the caller, before its end
};

// The LeNet notebook's published figure (phuongdao1, MNIST on Multiple GPUs, 2017): 42 s on one GPU, 17.17 s on four.
struct PublishedScaling {
    int towers = 4;
    double speedUp = 2.45;
};

// 1, 2, 4, ... and `max` itself.
std::vector<int> towerLadder(int max);
// The meaning of `towersUpTo` 0 on this machine.
int defaultTowers(const Plan& plan);

// Called on the caller's thread after every measurement, with all that is known so far.
using ScalingObserver = std::function<void(const ScalingFinding&)>;

// Blocks; a stop request is answered within one step. The plan's number of towers counts for the global batch alone,
// its schedule and length not at all; its weights are not changed. Throws Error for settings or a plan that cannot be,
// of the category Training when steps fail.
ScalingFinding measureScaling(const Plan& plan, const ScalingSettings& settings = {},
                              const ScalingObserver& observer = {}, std::stop_token stop = {});

// One line per point and tower, for spreadsheets: names of the columns first; numbers with a point whatever the
// language.
std::string scalingCsv(const ScalingFinding& finding);

} // namespace belfry
