#include "core/exchange/device_exchange.h"

#include "core/base/stopwatch.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace belfry {

std::vector<Bucket> makeBuckets(const Blueprint& blueprint, std::int64_t floats) {
    std::vector<Bucket> buckets;
    const auto open = [&](std::int64_t end) { buckets.push_back({end, end, 0}); };
    open(blueprint.flatSize);
    for (auto slice = blueprint.slices.rbegin(); slice != blueprint.slices.rend(); ++slice) {
        const bool tailEnds = slice->offset < blueprint.trainableSize && buckets.back().end > blueprint.trainableSize;
        const Bucket& last = buckets.back();
        if (last.slices > 0 && (tailEnds || (last.end <= blueprint.trainableSize && last.end - last.begin >= floats)))
            open(last.begin);
        buckets.back().begin = slice->offset;
        ++buckets.back().slices;
    }
    return buckets;
}

DeviceExchange::DeviceExchange(std::unique_ptr<Collective> collective, std::int64_t bucketFloats,
                               std::chrono::milliseconds stall)
    : collective_(std::move(collective)), watchdog_(*collective_, stall), bucketFloats_(bucketFloats) {}

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
    const Blueprint& blueprint = team.tower(0).blueprint();
    store_.emplace(team, optimizer, rules, watchdog_);
    clocks_.clear();
    bucketOf_.clear();
    for (Tower& tower : team)
        if (tower.stream())
            clocks_.emplace_back(tower.device());
    buckets_ = makeBuckets(blueprint, bucketFloats_);
    for (const Slice& slice : blueprint.slices)
        bucketOf_.push_back(
            static_cast<int>(std::ranges::find_if(buckets_, [&](const Bucket& b) { return b.begin <= slice.offset; }) -
                             buckets_.begin()));
}

void DeviceExchange::setScales(std::span<const std::int64_t> images) {
    scales_.clear();
    for (const double weight : imageWeights(images))
        scales_.push_back(static_cast<float>(weight));
    marks_.assign(buckets_.size(), 0);
    std::vector<int> slices;
    for (const Bucket& bucket : buckets_)
        slices.push_back(bucket.slices);
    missing_.assign(images.size(), slices);
}

// Synchronised layers weigh their sums over the towers themselves. One tower's weight is 1.
void DeviceExchange::begin(std::span<const std::int64_t> images) {
    const std::lock_guard lock(mutex_);
    setScales(images);
    weighsLoss_ = team_->size() > 1 && team_->tower(0).blueprint().synchronisedLayers() == 0;
    for (Tower& tower : *team_)
        if (weighsLoss_)
            tower.setLossWeight(scales_[static_cast<std::size_t>(tower.index())]);
}

void DeviceExchange::ready(int tower, int slice) {
    const std::lock_guard lock(mutex_);
    if (scales_.empty())
        return;
    const int bucket = bucketOf_[static_cast<std::size_t>(slice)];
    if (--missing_[static_cast<std::size_t>(tower)][static_cast<std::size_t>(bucket)] == 0)
        mark(tower, bucket);
}

// Under the lock: so all devices are given the sums in the same order, in one grouped call each.
void DeviceExchange::mark(int tower, int bucket) {
    collective_->mark(tower, bucket);
    if (++marks_[static_cast<std::size_t>(bucket)] < team_->size())
        return;
    const auto [begin, end, slices] = buckets_[static_cast<std::size_t>(bucket)];
    const bool plain = weighsLoss_ && begin < team_->tower(0).blueprint().trainableSize;
    std::vector<Collective::Part> parts;
    for (Tower& member : *team_) {
        const auto t = static_cast<std::size_t>(member.index());
        parts.push_back({member.gradient().const_data_ptr<float>() + begin,
                         store_->means()[t].data_ptr<float>() + begin, plain ? 1.0F : scales_[t]});
    }
    collective_->queue(bucket, parts, end - begin);
}

ExchangeTimes DeviceExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    {
        const std::lock_guard lock(mutex_);
        if (scales_.empty())
            setScales(step.images);
        for (int t = 0; t < team_->size(); ++t) // not announced before
            for (std::size_t b = 0; b < buckets_.size(); ++b)
                if (missing_[static_cast<std::size_t>(t)][b] > 0)
                    mark(t, static_cast<int>(b));
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
        store_->replicas()[t].step(store_->means()[t], step.rate);
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
