// `allreduce` among devices that each have a tower: the mean gradient is summed on all of them in buckets, while
// backward still runs, and every device updates its own replica. Each tower weighs its loss gradient by its images, so
// that the buckets are plain sums, which switches and links can make; only statistics of batch norm are scaled.
// Internal to the engine (ATen).
#pragma once

#include "core/exchange/collective.h"
#include "core/exchange/exchange.h"
#include "core/exchange/replicated_variables.h"
#include "core/exchange/watchdog.h"

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

namespace belfry {

// A contiguous run of the flat vector that is summed in one go.
struct Bucket {
    std::int64_t begin = 0, end = 0; // floats
    int slices = 0;
};
// Buckets of at least `floats`, from the vector's end, where backward begins, to its start; the running averages of
// batch norm, final only when all is, have one of their own.
std::vector<Bucket> makeBuckets(const Blueprint& blueprint, std::int64_t floats);

class DeviceExchange : public Exchange, public RunAhead {
public:
    // stall: without any sum, after which the collective is aborted.
    explicit DeviceExchange(std::unique_ptr<Collective> collective, std::int64_t bucketFloats = 1 << 20,
                            std::chrono::milliseconds stall = std::chrono::seconds(60));
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
    std::vector<int> groupOf() const override { return bucketOf_; }
    ExchangeTimes deviceTimes(int tower, int stepsAgo) const override;

private:
    void setScales(std::span<const std::int64_t> images);
    void mark(int tower, int bucket);

    std::unique_ptr<Collective> collective_;
    Watchdog watchdog_; // of the collective
    std::int64_t bucketFloats_;
    TowerTeam* team_ = nullptr;
    Optimizer* optimizer_ = nullptr;
    std::optional<ReplicatedVariables> store_;
    std::deque<StageClock> clocks_; // by tower; none on the CPU, where finish() itself takes the time
    std::vector<Bucket> buckets_;
    std::vector<int> bucketOf_; // by slice

    std::mutex mutex_;                      // guards what follows while towers call ready()
    std::vector<float> scales_;             // by tower; empty outside begin() .. finish()
    bool weighsLoss_ = false;               // of this step: the towers do, so that gradients need no scale
    std::vector<std::vector<int>> missing_; // slices, by tower and bucket
    std::vector<int> marks_;                // by bucket: towers that have marked it
};

} // namespace belfry
