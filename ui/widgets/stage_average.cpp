#include "ui/widgets/stage_average.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {

StageRow stageRow(const StageTimes& times) {
    StageRow row{};
    for (std::size_t stage = 0; stage < kStages; ++stage)
        row[stage] = times.*kEveryStage[stage].milliseconds;
    return row;
}

double total(const StageRow& row) { return std::accumulate(row.begin(), row.end(), 0.0); }

double busy(const StageRow& row) { return total(row) - row[kStragglerStage]; }

TowerRanks ranksOf(const std::vector<StageRow>& rows) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&rows](std::size_t tower) { return busy(rows[tower]); });
    return {order.front(), order[(order.size() - 1) / 2], order.back()};
}

void StageAverage::add(const StepDone& step) {
    const double tenth = std::floor(step.seconds * 10);
    const std::size_t towers = step.towers.size();
    const bool another = slots_.empty() || tenth < slots_.back().tenth || towers != newest_.size() ||
                         asynchronous_ != (step.staleness >= 0);
    if (another) { // the first step, another run, or other towers: the past says nothing
        slots_.clear();
        newest_.assign(towers, StageRow{});
        newestImages_.assign(towers, 0);
        asynchronous_ = step.staleness >= 0;
    }
    while (!slots_.empty() && slots_.front().tenth < tenth - 10)
        slots_.pop_front();
    if (slots_.empty() || slots_.back().tenth != tenth)
        slots_.push_back({.tenth = tenth,
                          .sums = std::vector<StageRow>(towers),
                          .own = std::vector<double>(towers),
                          .images = std::vector<double>(towers)});
    Slot& slot = slots_.back();
    ++slot.steps;
    slot.milliseconds += double{step.milliseconds};
    slot.network += networkUseOf(step);
    for (std::size_t tower = 0; tower < towers; ++tower) {
        if (!step.isOf(tower))
            continue;
        newest_[tower] = stageRow(step.towers[tower]);
        newestImages_[tower] = static_cast<double>(step.towers[tower].images);
        ++slot.own[tower];
        slot.images[tower] += newestImages_[tower];
        for (std::size_t stage = 0; stage < kStages; ++stage)
            slot.sums[tower][stage] += newest_[tower][stage];
    }
}

void StageAverage::clear() {
    slots_.clear();
    newest_.clear();
    newestImages_.clear();
    asynchronous_ = false;
}

std::vector<StageRow> StageAverage::towers() const {
    std::vector<StageRow> means = newest_;
    for (std::size_t tower = 0; tower < means.size(); ++tower) {
        StageRow sums{};
        double steps = 0;
        for (const Slot& slot : slots_) {
            steps += slot.own[tower];
            for (std::size_t stage = 0; stage < kStages; ++stage)
                sums[stage] += slot.sums[tower][stage];
        }
        for (std::size_t stage = 0; stage < kStages && steps > 0; ++stage)
            means[tower][stage] = sums[stage] / steps;
    }
    return means;
}

std::vector<double> StageAverage::aloneSpeeds() const {
    const std::vector<StageRow> rows = towers();
    std::vector<double> speeds(rows.size(), 0.0);
    for (std::size_t tower = 0; tower < rows.size(); ++tower) {
        double images = 0, steps = 0;
        for (const Slot& slot : slots_) {
            images += slot.images[tower];
            steps += slot.own[tower];
        }
        const double mean = steps > 0 ? images / steps : newestImages_[tower];
        if (busy(rows[tower]) > 0)
            speeds[tower] = 1000 * mean / busy(rows[tower]);
    }
    return speeds;
}

NetworkUse StageAverage::network() const {
    NetworkUse sum;
    double steps = 0;
    for (const Slot& slot : slots_) {
        sum += slot.network;
        steps += static_cast<double>(slot.steps);
    }
    return steps > 0 ? sum.over(steps) : sum;
}

double StageAverage::stepMilliseconds() const {
    double milliseconds = 0, count = 0;
    if (asynchronous_) {
        for (const StageRow& tower : towers()) {
            milliseconds += total(tower);
            count += total(tower) > 0 ? 1 : 0; // one that has yet to end its first step says nothing
        }
    } else {
        for (const Slot& slot : slots_) {
            milliseconds += slot.milliseconds;
            count += static_cast<double>(slot.steps);
        }
    }
    return count > 0 ? milliseconds / count : 0;
}

} // namespace belfry
