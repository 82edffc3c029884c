// `allreduce` over several processes, through the computers' memory. The gradients of a process's towers are added up,
// bucket by bucket while backward goes on, and each bucket is summed over all processes at once: the wire carries one
// gradient of each process, and most of it while the towers still compute. Gradients of towers on CUDA come to the host
// when backward is done, and weights go back. Internal to the engine (ATen).
#pragma once

#include "core/exchange/central_variables.h"
#include "core/exchange/exchange.h"
#include "core/exchange/gradient_buckets.h"
#include "core/exchange/host_gradients.h"
#include "core/ranks/rank_group.h"
#include "core/ranks/shared_vectors.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace belfry {

class RankExchange : public Exchange {
public:
    enum class Wire {
        Fp32,
        Bf16 // half the bytes; every number is rounded to 8 bits, and once more in each addition
    };
    static constexpr std::int64_t kBucketFloats = 1 << 20;
    // sharesMemory: where all ranks are on one host, which sums without a wire then, as the towers of one process do.
    // 16 bits are sent there too, so that what they change can be tried on one host.
    RankExchange(RankSeat seat, Wire wire, std::int64_t bucketFloats = kBucketFloats, bool sharesMemory = false);

    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    void begin(std::span<const std::int64_t> images) override; // of all ranks' towers
    void ready(int tower, int slice) override;                 // of this rank
    ExchangeTimes finish(const ExchangeStep& step) override;
    VariableStore& variables() override { return *store_; }
    RunAhead* runAhead() override { return nullptr; }

private:
    void beginStep(std::span<const std::int64_t> images);
    void queueEnded();
    void queue(int number);
    void awaitSums();
    void sumInMemory();
    void update(const UpdateStep& step);

    RankSeat seat_;
    Wire wire_;
    std::int64_t bucketFloats_;
    bool sharesMemory_;
    TowerTeam* team_ = nullptr;
    Optimizer* optimizer_ = nullptr;
    std::optional<CentralVariables> store_; // on the host
    std::optional<HostGradients> gradients_;
    std::unique_ptr<SharedVectors> shared_; // each rank's part of the mean, and the mean; null: sums are sent
    float* part_ = nullptr;                 // this rank's, of the mean

    std::mutex mutex_; // guards what follows while towers call ready()
    std::optional<GradientBuckets> buckets_;
    std::vector<float> scales_; // by tower of this rank; empty outside begin() .. finish()
    at::Tensor rounded_;        // of the mean gradient: what the wire carries, in 16 bits
    struct Sum {
        Bucket bucket;
        RankGroup::Wait wait;
    };
    std::vector<Sum> sums_; // that were begun in this step

    // While sums are on their way. The library's threads tell of their end: they keep it.
    class Clock {
    public:
        void begin();
        void end();
        float lap(); // milliseconds since the last one

    private:
        std::mutex mutex_;
        int sums_ = 0;
        std::chrono::steady_clock::time_point since_;
        std::chrono::duration<float, std::milli> time_{0};
    };
    std::shared_ptr<Clock> clock_ = std::make_shared<Clock>();
    std::int64_t summedBytes_ = 0; // in this step
};

} // namespace belfry
