// `allreduce` among towers on the CPU: every core has its own piece of the flat vector, takes the mean over all towers'
// gradients there, updates it and writes it into every replica. Nothing goes through one thread, and a piece stays in
// the cache from the first gradient to the last replica.
#pragma once

#include "core/exchange/central_variables.h"
#include "core/exchange/exchange.h"

#include <optional>

namespace belfry {

class SharedMemoryExchange : public Exchange {
public:
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    void begin(std::span<const std::int64_t>) override {}
    void ready(int, int) override {}
    ExchangeTimes finish(const ExchangeStep& step) override;
    VariableStore& variables() override { return *store_; }
    RunAhead* runAhead() override { return nullptr; }

private:
    struct Term { // of the mean
        const float* gradient;
        float scale;
    };
    void gather(const ExchangeStep& step);
    void average(std::span<const Term> terms, std::int64_t begin, std::int64_t count, float* out) const;

    TowerTeam* team_ = nullptr;
    Optimizer* optimizer_ = nullptr;
    // The first tower's own weights; the mean takes the place of one of the gradients, which is not needed then.
    std::optional<CentralVariables> store_;
    std::vector<Term> terms_;
};

} // namespace belfry
