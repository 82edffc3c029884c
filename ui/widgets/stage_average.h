// Stage times over the last second of a run, in constant memory and time: tenths of a second are summed and forgotten
// as a whole. Any one thread.
#pragma once

#include "core/train/events.h"

#include <array>
#include <deque>
#include <vector>

namespace belfry {

constexpr std::size_t kStages = 7;
using StageRow = std::array<double, kStages>; // milliseconds in StageTimes' order

StageRow stageRow(const StageTimes& times);
double total(const StageRow& row);

class StageAverage {
public:
    void add(const StepDone& step);
    void clear();

    bool empty() const { return slots_.empty(); }
    std::vector<StageRow> towers() const; // means per step, one row per tower of the newest step
    double stepMilliseconds() const;      // mean

private:
    struct Slot {
        double tenth = 0; // floor(10 * seconds)
        std::int64_t steps = 0;
        double milliseconds = 0;
        std::vector<StageRow> sums;
    };
    std::deque<Slot> slots_; // at most eleven
};

} // namespace belfry
