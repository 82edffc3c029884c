#include "core/exchange/device_exchange.h"

#include "core/base/stopwatch.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace belfry {

DeviceExchange::DeviceExchange(std::unique_ptr<Collective> collective, std::int64_t bucketFloats,
                               std::chrono::milliseconds stall, int firstTower)
    : collective_(std::move(collective)), watchdog_(*collective_, stall), bucketFloats_(bucketFloats),
      firstTower_(firstTower) {}

// A device that is lost takes no part in a sum any more, and the others would be waited for for ever.
DeviceExchange::~DeviceExchange() {
    const auto failsFor = [this](const std::function<void(Tower&)>& work) {
        bool failed = false;
        for (int t = 0; team_ != nullptr && t < team_->size(); ++t)
            try {
                work(team_->tower(t));
            } catch (const std::exception&) {
                failed = true;
            }
        return failed;
    };
    if (failsFor([this](Tower& tower) { collective_->join(tower.index()); }))
        collective_->abort();
    failsFor([](Tower& tower) { tower.synchronize(); }); // while the watchdog still looks
    failsFor([](Tower& tower) { tower.setLossWeight(std::nullopt); });
}

void DeviceExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    optimizer_ = &optimizer;
    store_.emplace(team, optimizer, rules, watchdog_);
    clocks_.clear();
    for (Tower& tower : team)
        if (tower.stream())
            clocks_.emplace_back(tower.device());
    buckets_.emplace(team.tower(0).blueprint(), team.size(), bucketFloats_);
}

void DeviceExchange::beginBuckets(std::span<const std::int64_t> images) {
    const std::vector<double> weights = imageWeights(images);
    alone_ = images.size() == 1;
    scales_.clear();
    for (const Tower& tower : *team_)
        scales_.push_back(static_cast<float>(weights[static_cast<std::size_t>(firstTower_ + tower.index())]));
    buckets_->beginStep();
}

// Synchronised layers weigh their sums over the towers themselves. One tower's weight is 1.
void DeviceExchange::begin(std::span<const std::int64_t> images) {
    const std::lock_guard lock(mutex_);
    beginBuckets(images);
    weighsLoss_ = !alone_ && team_->tower(0).blueprint().synchronisedLayers() == 0;
    for (Tower& tower : *team_)
        if (weighsLoss_)
            tower.setLossWeight(scales_[static_cast<std::size_t>(tower.index())]);
}

void DeviceExchange::ready(int tower, int slice) {
    const std::lock_guard lock(mutex_);
    if (scales_.empty())
        return;
    if (const int bucket = buckets_->end(tower, slice); bucket >= 0)
        mark(tower, bucket);
}

// Under the lock: so all devices are given the sums in the same order, in one grouped call each.
void DeviceExchange::mark(int tower, int bucket) {
    collective_->mark(tower, bucket);
    for (int next = buckets_->takeNext(); next >= 0; next = buckets_->takeNext())
        queue(next);
}

void DeviceExchange::queue(int bucket) {
    const auto [begin, end, slices] = (*buckets_)[bucket];
    const bool plain = alone_ || (weighsLoss_ && begin < team_->tower(0).blueprint().trainableSize);
    std::vector<Collective::Part> parts;
    for (Tower& member : *team_) {
        const auto t = static_cast<std::size_t>(member.index());
        parts.push_back({member.gradient().const_data_ptr<float>() + begin,
                         store_->means()[t].data_ptr<float>() + begin, plain ? 1.0F : scales_[t]});
    }
    collective_->queue(bucket, parts, end - begin, plain);
}

ExchangeTimes DeviceExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    {
        const std::lock_guard lock(mutex_);
        if (scales_.empty())
            beginBuckets(step.images);
        for (int t = 0; t < team_->size(); ++t) // not announced before
            for (int bucket = buckets_->endNext(t); bucket >= 0; bucket = buckets_->endNext(t))
                mark(t, bucket);
        scales_.clear();
        if (std::exchange(weighsLoss_, false))
            for (Tower& tower : *team_)
                tower.setLossWeight(1.0F); // of a step that is not announced
    }
    ExchangeTimes times{.exchange = watch.lap(), .update = 0};
    optimizer_->beginStep();
    team_->run([&](Tower& tower) {
        const c10::OptionalStreamGuard guard(tower.stream());
        const auto t = static_cast<std::size_t>(tower.index());
        StageClock* clock = clocks_.empty() ? nullptr : &clocks_[t];
        if (clock)
            clock->start();
        collective_->join(tower.index());
        if (clock)
            clock->end(&StageTimes::exchange);
        store_->replicas()[t].step(store_->means()[t], step.update);
        if (clock)
            clock->end(&StageTimes::update);
    });
    times.update = watch.lap();
    store_->check();
    return times;
}

// A sum ends on all devices at about the same time: the one that came to it last did not wait for any other.
ExchangeTimes DeviceExchange::deviceTimes(int tower, int stepsAgo) const {
    std::vector<StageTimes> times(clocks_.size());
    for (std::size_t t = 0; t < clocks_.size(); ++t)
        clocks_[t].read(times[t], stepsAgo);
    if (times.empty())
        return {};
    const float sum = std::ranges::min(times, {}, &StageTimes::exchange).exchange;
    const StageTimes& own = times[static_cast<std::size_t>(tower)];
    return {.exchange = sum, .update = own.update, .straggler = own.exchange - sum};
}

void DeviceExchange::restartClocks() {
    for (StageClock& clock : clocks_)
        clock.restart();
}

void DeviceExchange::useGraphs() {
    for (Variables& replica : store_->replicas())
        replica.useGraph();
    for (StageClock& clock : clocks_)
        clock.sample();
}

Text DeviceExchange::graphProblem() const {
    for (const Variables& replica : store_->replicas())
        if (!replica.graphProblem().empty())
            return replica.graphProblem();
    return {};
}

} // namespace belfry
