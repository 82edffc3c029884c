// Stage times over the last second of a run, in constant memory and time: tenths of a second are summed and forgotten
// as a whole. Any one thread.
#pragma once

#include "core/study/bottleneck.h"
#include "core/train/events.h"

#include <array>
#include <deque>
#include <vector>

namespace belfry {

constexpr std::size_t kStages = kEveryStage.size();
// Stages that are drawn differently.
constexpr std::size_t kWaitStage = 0, kExchangeStage = 4, kStragglerStage = 6;
static_assert(kEveryStage[kWaitStage].milliseconds == &StageTimes::wait &&
              kEveryStage[kExchangeStage].milliseconds == &StageTimes::exchange &&
              kEveryStage[kStragglerStage].milliseconds == &StageTimes::straggler);
using StageRow = std::array<double, kStages>; // milliseconds in StageTimes' order

StageRow stageRow(const StageTimes& times);
double total(const StageRow& row);
double busy(const StageRow& row); // without the wait for the slowest tower

// Towers by the time that they are busy.
struct TowerRanks {
    std::size_t fastest = 0, median = 0, slowest = 0;
};
TowerRanks ranksOf(const std::vector<StageRow>& rows); // of one tower at least

class StageAverage {
public:
    void add(const StepDone& step);
    void clear();

    bool empty() const { return slots_.empty(); }
    // Towers do not wait for one another: a step is one tower's, and only that one has times in it.
    bool isAsynchronous() const { return asynchronous_; }
    // Means over each tower's own steps, one row per tower of the newest step; of one that has ended none in the last
    // second, the last that it ended.
    std::vector<StageRow> towers() const;
    // Mean by the clock; where towers do not wait for one another, the mean of what each takes for a step of its own.
    double stepMilliseconds() const;
    NetworkUse network() const;
    // By tower, images per second of the time in which it does not wait for the slowest: what it could do alone. 0
    // while it has ended no step.
    std::vector<double> aloneSpeeds() const;

private:
    struct Slot {
        double tenth = 0; // floor(10 * seconds)
        std::int64_t steps = 0;
        double milliseconds = 0;
        NetworkUse network;
        std::vector<StageRow> sums; // by tower
        std::vector<double> own;    // steps that each had a part in
        std::vector<double> images; // of those
    };
    std::deque<Slot> slots_;       // at most eleven
    std::vector<StageRow> newest_; // by tower, of its last step
    std::vector<double> newestImages_;
    bool asynchronous_ = false;
};

} // namespace belfry
