// One step of a run, from its batch until it is reported. Plain values; internal to the engine (ATen).
#pragma once

#include "core/tower/tower.h"
#include "core/train/training_state.h"

#include <cstdint>
#include <vector>

namespace belfry {

struct StepSums : TrainingSums {
    bool finite = true; // losses and gradients
    void add(const TowerStep& step) {
        lossSum += step.lossSum;
        correct += step.correct;
        images += step.images;
        finite = finite && step.finite;
    }
};

struct Step {
    std::int64_t number = 0; // 1 for the first
    double rate = 0;         // learning rate
    int tower = -1;          // whose step it is, where towers do not wait for one another; -1: all towers'
    std::vector<std::int64_t> towerImages; // of its batch, per tower
    std::int64_t images = 0;               // seen with it, since the start of the run
    StepSums sums;
    std::vector<StageTimes> times;      // per tower
    std::vector<std::int64_t> computed; // per tower: which of its compute() calls it was
    double seconds = 0;                 // of the run, with it
    float milliseconds = 0;             // of its own, by the clock
    float queueFill = -1;
    std::int64_t staleness = -1; // of its gradient
};

} // namespace belfry
