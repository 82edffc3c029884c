#include "core/train/async_runner.h"

#include <algorithm>
#include <exception>

namespace belfry {

AsyncRunner::AsyncRunner(TowerTeam& team, Feed& feed, Exchange& exchange, const StallWatch& watch)
    : team_(team), feed_(feed), exchange_(exchange), watch_(watch), lanes_(static_cast<std::size_t>(team.size())) {}

AsyncRunner::~AsyncRunner() {
    for (; atWork_ > 0; --atWork_)
        try {
            team_.waitForOne();
        } catch (const std::exception&) {
        }
    for (Tower& tower : team_)
        tower.finish(); // one that threw may still read its images
}

bool AsyncRunner::compute(Step& step, std::int64_t newSteps, const std::stop_token& stop) {
    startIdleTowers(newSteps, stop);
    if (idle())
        return false;
    step.tower = waitForOne();
    const auto t = static_cast<std::size_t>(step.tower);
    Lane& lane = lanes_[t];
    TowerStep found = team_.tower(step.tower).collect();
    found.times.wait = lane.wait;
    found.times.straggler = lane.done.lap(); // the one place for the variables served others meanwhile
    step.times.assign(lanes_.size(), {});
    step.times[t] = found.times;
    step.towerImages.assign(lanes_.size(), 0);
    step.towerImages[t] = found.images;
    step.sums.add(found);
    step.staleness = updates_ - lane.weightsVersion;
    ++staleness_.steps;
    staleness_.sum += static_cast<double>(step.staleness);
    staleness_.largest = std::max(staleness_.largest, step.staleness);
    step.queueFill = feed_.fill();
    return true;
}

void AsyncRunner::startIdleTowers(std::int64_t newSteps, const std::stop_token& stop) {
    if (idle())
        epochGiven_ = false;
    if (anyTowerOverdue())
        return;
    for (int t = 0; t < team_.size() && atWork_ < newSteps && !epochGiven_; ++t)
        if (!lanes_[static_cast<std::size_t>(t)].atWork && !start(t, stop))
            break;
}

bool AsyncRunner::anyTowerOverdue() const {
    const Seconds latest = watch_.now() - watch_.timeout(longest_);
    return std::ranges::any_of(lanes_, [&](const Lane& lane) { return lane.atWork && lane.begun < latest; });
}

// The feed's batch is another one at its next call, but the towers work on several.
bool AsyncRunner::start(int tower, const std::stop_token& stop) {
    Lane& lane = lanes_[static_cast<std::size_t>(tower)];
    const Batch& batch = feed_.next(stop);
    if (batch.images() == 0)
        return false;
    const Share& share = batch.shares[0];
    lane.share.ids = share.ids;
    lane.share.draws = share.draws;
    lane.share.labels = share.labels;
    lane.share.hasNext = share.hasNext;
    lane.share.images.resize(share.images.size());
    std::copy_n(share.images.data(), share.images.size(), lane.share.images.data());
    lane.epoch = batch.epoch;
    lane.wait = lane.idle.lap();
    lane.atWork = true;
    lane.begun = watch_.now();
    epochGiven_ = batch.lastOfEpoch;
    ++atWork_;
    team_.start(tower, [this, &lane](Tower& worker) {
        worker.compute(lane.share, lane.epoch, [&](int slice) { exchange_.ready(worker.index(), slice); });
        worker.synchronize(); // finished before any thread collects it
        lane.done = Stopwatch();
    });
    return true;
}

int AsyncRunner::waitForOne() {
    int tower = 0;
    try {
        tower = team_.waitForOne();
    } catch (...) {
        --atWork_; // it is idle, too
        throw;
    }
    Lane& lane = lanes_[static_cast<std::size_t>(tower)];
    lane.atWork = false;
    longest_ = std::max(longest_, watch_.now() - lane.begun);
    --atWork_;
    return tower;
}

void AsyncRunner::updated(const Step& step) {
    Lane& lane = lanes_[static_cast<std::size_t>(step.tower)];
    lane.weightsVersion = ++updates_;
    lane.idle = {};
}

void AsyncRunner::aligned() {
    for (Lane& lane : lanes_) {
        lane.weightsVersion = updates_;
        lane.idle = {};
    }
}

Text AsyncRunner::remark() const {
    if (staleness_.steps == 0)
        return {};
    return Text::tr("Gradients were %1 updates stale on average, %2 at most.",
                    decimals(staleness_.sum / static_cast<double>(staleness_.steps), 2), staleness_.largest);
}

} // namespace belfry
