#include "core/train/async_steps.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace belfry {

AsyncSteps::AsyncSteps(TowerTeam& team, Feed& feed, Ready ready, Seconds limit)
    : team_(team), feed_(feed), ready_(std::move(ready)), limit_(limit), lanes_(static_cast<std::size_t>(team.size())) {
}

bool AsyncSteps::someoneIsLate() const {
    const Seconds most = StallWatch::patience(limit_, longest_);
    return std::ranges::any_of(lanes_,
                               [&](const Lane& lane) { return lane.atWork && Seconds(lane.begun.seconds()) > most; });
}

std::optional<AsyncSteps::Done> AsyncSteps::next(std::int64_t most, const std::stop_token& stop) {
    if (settled())
        epochGiven_ = false;
    const bool waits = someoneIsLate();
    for (int t = 0; t < team_.size() && atWork_ < most && !epochGiven_ && !waits; ++t)
        if (!lanes_[static_cast<std::size_t>(t)].atWork && !give(t, stop))
            break;
    if (settled())
        return std::nullopt;
    Done done;
    try {
        done.tower = team_.waitForOne();
    } catch (...) {
        --atWork_; // it is at rest, too
        throw;
    }
    Lane& lane = lanes_[static_cast<std::size_t>(done.tower)];
    lane.atWork = false;
    longest_ = std::max(longest_, Seconds(lane.begun.seconds()));
    --atWork_;
    done.step = team_.tower(done.tower).collect();
    done.step.times.wait = lane.wait;
    done.step.times.straggler = lane.done.lap(); // the one place for the variables served others meanwhile
    done.staleness = updates_ - lane.weightsOf;
    return done;
}

void AsyncSteps::drain() noexcept {
    for (; atWork_ > 0; --atWork_)
        try {
            team_.waitForOne();
        } catch (const std::exception&) {
        }
}

// The feed's batch is another one at its next call, but the towers work on several.
bool AsyncSteps::give(int tower, const std::stop_token& stop) {
    Lane& lane = lanes_[static_cast<std::size_t>(tower)];
    const Batch& batch = feed_.next(stop);
    if (batch.images() == 0)
        return false;
    const Share& share = batch.shares[0];
    lane.share.ids = share.ids;
    lane.share.labels = share.labels;
    lane.share.images.resize(share.images.size());
    std::copy_n(share.images.data(), share.images.size(), lane.share.images.data());
    lane.epoch = batch.epoch;
    lane.wait = lane.idle.lap();
    lane.atWork = true;
    lane.begun = {};
    epochGiven_ = batch.lastOfEpoch;
    ++atWork_;
    team_.start(tower, [this, &lane](Tower& worker) {
        worker.compute(lane.share, lane.epoch, [&](int slice) { ready_(worker.index(), slice); });
        if (worker.stream())
            worker.stream()->synchronize(); // done is done, whoever collects
        lane.done = Stopwatch();
    });
    return true;
}

void AsyncSteps::updated(int tower) {
    Lane& lane = lanes_[static_cast<std::size_t>(tower)];
    lane.weightsOf = ++updates_;
    lane.idle = {};
}

void AsyncSteps::aligned() {
    for (Lane& lane : lanes_) {
        lane.weightsOf = updates_;
        lane.idle = {};
    }
}

} // namespace belfry
