// `allreduce` among towers on the CPU: every core has its own piece of the flat vector, takes the mean over all towers'
// gradients there, updates it and writes it into every replica. Nothing goes through one thread, and a piece stays in
// the cache from the first gradient to the last replica.
#pragma once

#include "core/exchange/exchange.h"
#include "core/exchange/variables.h"

#include <optional>

namespace belfry {

class SharedMemoryExchange : public Exchange {
public:
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    ExchangeTimes finish(const ExchangeStep& step) override;
    bool variablesAreOnHost() const override { return true; }
    std::vector<float> meanGradient() const override { return variables_->toHost(mean_); }
    void setWeights(std::span<const float> weights) override;
    std::vector<float> weights() const override { return variables_->hostWeights(); }
    std::vector<float> averagedWeights() const override { return variables_->hostAverage(); }
    std::vector<std::vector<float>> optimizerState() const override { return variables_->hostState(); }
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override;

private:
    struct Term { // of the mean
        const float* gradient;
        float scale;
    };
    void gather(const ExchangeStep& step);
    void average(std::span<const Term> terms, std::int64_t begin, std::int64_t count, float* out) const;
    void spread(std::int64_t begin, std::int64_t end);
    // Calls work(begin, end) for small ranges that cover the vector, on all towers' threads.
    void forPieces(const std::function<void(std::int64_t begin, std::int64_t end)>& work);

    TowerTeam* team_ = nullptr;
    Optimizer* optimizer_ = nullptr;
    std::optional<Variables> variables_; // the first tower's own weights
    at::Tensor mean_; // of the last step; it takes the place of one of the gradients, which nobody needs then
    std::vector<Term> terms_;
};

} // namespace belfry
