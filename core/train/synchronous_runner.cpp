#include "core/train/synchronous_runner.h"

#include "core/base/stopwatch.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

// all: milliseconds from the step's start on the towers to the end of the slowest.
void addStragglers(std::vector<StageTimes>& towers, float all) {
    for (StageTimes& times : towers)
        times.straggler += towers.size() > 1 ? std::max(0.0F, all - (times.total() - times.wait)) : 0.0F;
}

} // namespace

SynchronousRunner::SynchronousRunner(TowerTeam& team, Feed& feed, Exchange& exchange, bool waits, int firstTower,
                                     std::int64_t batches)
    : team_(team), feed_(feed), exchange_(exchange), waits_(waits), firstTower_(firstTower), batches_(batches) {
    if (waits_)
        return;
    for (Tower& tower : team_)
        tower.endWithUpdate(exchange_.runAhead()->halted(tower.index()));
}

bool SynchronousRunner::compute(Step& step, std::int64_t, const std::stop_token& stop) {
    return batches_ == 1 ? computeBatch(step, stop) : accumulate(step, stop);
}

// The exchange is told of none of the batches: it sums what the towers have at the end.
bool SynchronousRunner::accumulate(Step& step, const std::stop_token& stop) {
    gradients_.begin(team_.size());
    for (std::int64_t batch = 0; batch < batches_; ++batch) {
        Step one;
        if (!computeBatch(one, stop))
            return false;
        team_.run([&](Tower& tower) {
            gradients_.add(tower, one.towerImages[static_cast<std::size_t>(firstTower_ + tower.index())]);
        });
        step.times.resize(one.times.size());
        for (std::size_t t = 0; t < one.times.size(); ++t)
            step.times[t] += one.times[t];
        step.towerImages.resize(one.towerImages.size());
        for (std::size_t t = 0; t < one.towerImages.size(); ++t)
            step.towerImages[t] += one.towerImages[t];
        step.sums.add(one.sums);
        step.computed = one.computed;
        step.queueFill = one.queueFill;
        if (lastOfEpoch_)
            break;
    }
    team_.run([this](Tower& tower) { gradients_.finish(tower); });
    return true;
}

bool SynchronousRunner::computeBatch(Step& step, const std::stop_token& stop) {
    Stopwatch watch;
    const Batch& batch = feed_.next(stop);
    const float waited = watch.lap();
    if (batch.images() == 0)
        return false;
    lastOfEpoch_ = batch.lastOfEpoch;
    const auto towers = static_cast<std::size_t>(team_.size());
    step.times.assign(towers, {.wait = waited});
    step.computed.resize(towers);
    step.towerImages.clear();
    for (const Share& share : batch.shares)
        step.towerImages.push_back(share.count());
    computeGradients(step, batch);
    step.queueFill = feed_.fill();
    return true;
}

void SynchronousRunner::computeGradients(Step& step, const Batch& batch) {
    Stopwatch watch;
    const bool announced = batches_ == 1;
    if (announced)
        exchange_.begin(step.towerImages);
    team_.run([&](Tower& tower) {
        const auto place = static_cast<std::size_t>(firstTower_ + tower.index());
        tower.compute(
            batch.shares[place], batch.epoch,
            [this, announced, index = tower.index()](int slice) {
                if (announced)
                    exchange_.ready(index, slice);
            },
            batch.images());
    });
    for (std::size_t t = 0; t < step.computed.size(); ++t)
        step.computed[t] = team_.tower(static_cast<int>(t)).computed();
    if (!waits_)
        return;
    readTowers(step, 0);
    // Until all are done and the thread that leads the step knows: being woken, or passed over by the system's
    // scheduler for other programs, is waiting too. What devices had still to do of the last step's exchange is not.
    addStragglers(step.times, watch.lap());
}

void SynchronousRunner::updated(const Step&) {
    if (!waits_)
        team_.run([](Tower& tower) { tower.endStep(); });
}

void SynchronousRunner::collect(Step& step, int updatesSince) {
    readTowers(step, updatesSince);
    float slowest = 0;
    for (const StageTimes& times : step.times)
        slowest = std::max(slowest, times.total() - times.wait);
    addStragglers(step.times, slowest);
}

void SynchronousRunner::readTowers(Step& step, int updatesSince) {
    for (std::size_t t = 0; t < step.times.size(); ++t) {
        const TowerStep found = team_.tower(static_cast<int>(t)).collect(step.computed[t]);
        const StageTimes host = std::exchange(step.times[t], found.times);
        step.times[t].wait = host.wait;
        step.times[t].exchange = host.exchange;
        step.times[t].update = host.update;
        step.sums.add(found);
    }
    // Of the step before, whose sums and update the devices finished in this one's time.
    const RunAhead* ahead = exchange_.runAhead();
    for (std::size_t t = 0; ahead != nullptr && t < step.times.size(); ++t) {
        const ExchangeTimes late = ahead->deviceTimes(static_cast<int>(t), updatesSince);
        step.times[t].exchange += late.exchange;
        step.times[t].update += late.update;
        step.times[t].straggler += late.straggler;
    }
}

} // namespace belfry
