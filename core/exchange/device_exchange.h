// `allreduce` among devices that each have a tower: the mean gradient is summed on all of them in buckets, while
// backward still runs, and every device updates its own replica. Each tower weighs its loss gradient by its images, so
// that the buckets are plain sums, which switches and links can make; only statistics of batch norm are scaled.
// Internal to the engine (ATen).
#pragma once

#include "core/exchange/collective.h"
#include "core/exchange/exchange.h"
#include "core/exchange/gradient_buckets.h"
#include "core/exchange/replicated_variables.h"
#include "core/exchange/watchdog.h"

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

namespace belfry {

class DeviceExchange : public Exchange, public RunAhead {
public:
    // stall: without any sum, after which the collective is aborted. firstTower: of the team, among those of all
    // processes whose sums the collective makes.
    static constexpr std::int64_t kBucketFloats = 1 << 20;
    static constexpr std::chrono::milliseconds kStall = std::chrono::seconds(60);
    explicit DeviceExchange(std::unique_ptr<Collective> collective, std::int64_t bucketFloats = kBucketFloats,
                            std::chrono::milliseconds stall = kStall, int firstTower = 0);
    // Waits for what is queued; what a lost device keeps from its end is aborted.
    ~DeviceExchange() override;
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    void begin(std::span<const std::int64_t> images) override;
    void ready(int tower, int slice) override;
    ExchangeTimes finish(const ExchangeStep& step) override;
    VariableStore& variables() override { return *store_; }
    RunAhead* runAhead() override { return this; }

    bool queuesOnly(TowerTeam&) const override { return true; }
    void useGraphs() override;
    Text graphProblem() const override;
    const std::int32_t* halted(int tower) const override {
        return store_->replicas()[static_cast<std::size_t>(tower)].halted();
    }
    std::vector<int> groupOf() const override { return buckets_->bucketOf(); }
    ExchangeTimes deviceTimes(int tower, int stepsAgo) const override;
    void restartClocks() override;

private:
    void beginBuckets(std::span<const std::int64_t> images);
    void mark(int tower, int bucket);
    void queue(int bucket);

    std::unique_ptr<Collective> collective_;
    Watchdog watchdog_; // of the collective
    std::int64_t bucketFloats_;
    int firstTower_;
    TowerTeam* team_ = nullptr;
    Optimizer* optimizer_ = nullptr;
    std::optional<ReplicatedVariables> store_;
    std::deque<StageClock> clocks_; // by tower; none on the CPU, where finish() itself takes the time

    std::mutex mutex_; // guards what follows while towers call ready()
    std::optional<GradientBuckets> buckets_;
    std::vector<float> scales_; // by tower of the team; empty outside begin() .. finish()
    bool alone_ = false;        // the only tower, whose scale is 1
    bool weighsLoss_ = false;   // of this step: the towers do, so that gradients need no scale
};

} // namespace belfry
