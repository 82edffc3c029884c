#include "ui/widgets/stage_average.h"

#include <cmath>
#include <numeric>

namespace belfry {

StageRow stageRow(const StageTimes& t) {
    return {t.wait, t.copy, t.forward, t.backward, t.exchange, t.update, t.straggler};
}

double total(const StageRow& row) {
    return std::accumulate(row.begin(), row.end(), 0.0);
}

void StageAverage::add(const StepDone& step) {
    const double tenth = std::floor(step.seconds * 10);
    const bool another =
        slots_.empty() || tenth < slots_.back().tenth || step.towers.size() != slots_.back().sums.size();
    if (another) { // the first step, another run, or other towers: the past says nothing
        slots_.clear();
    }
    while (!slots_.empty() && slots_.front().tenth < tenth - 10) {
        slots_.pop_front();
    }
    if (slots_.empty() || slots_.back().tenth != tenth) {
        slots_.push_back({tenth, 0, 0, std::vector<StageRow>(step.towers.size(), StageRow{})});
    }
    Slot& slot = slots_.back();
    ++slot.steps;
    slot.milliseconds += double{step.milliseconds};
    for (std::size_t tower = 0; tower < step.towers.size(); ++tower) {
        const StageRow row = stageRow(step.towers[tower]);
        for (std::size_t stage = 0; stage < kStages; ++stage) {
            slot.sums[tower][stage] += row[stage];
        }
    }
}

void StageAverage::clear() {
    slots_.clear();
}

std::vector<StageRow> StageAverage::towers() const {
    if (slots_.empty()) {
        return {};
    }
    std::vector<StageRow> means(slots_.back().sums.size(), StageRow{});
    double steps = 0;
    for (const Slot& slot : slots_) {
        steps += static_cast<double>(slot.steps);
        for (std::size_t tower = 0; tower < means.size(); ++tower) {
            for (std::size_t stage = 0; stage < kStages; ++stage) {
                means[tower][stage] += slot.sums[tower][stage];
            }
        }
    }
    for (StageRow& row : means) {
        for (double& milliseconds : row) {
            milliseconds /= steps;
        }
    }
    return means;
}

double StageAverage::stepMilliseconds() const {
    double milliseconds = 0, steps = 0;
    for (const Slot& slot : slots_) {
        milliseconds += slot.milliseconds;
        steps += static_cast<double>(slot.steps);
    }
    return steps > 0 ? milliseconds / steps : 0;
}

} // namespace belfry
