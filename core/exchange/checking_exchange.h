// Runs any strategy beside a reference on the CPU: the mean gradient in double from copies of the towers' gradients,
// and the update of the weights that the strategy had. Slow; for users who distrust a machine, and for tests.
#pragma once

#include "core/exchange/forwarding_exchange.h"
#include "core/exchange/variables.h"

#include <optional>

namespace belfry {

// Largest relative distances (norm of the difference / norm of the reference) so far.
struct ExchangeDeviation {
    double gradient = 0, weights = 0;
    std::int64_t step = 0;          // of the largest distance of gradients; 1 for the first
    int differentTower = -1;        // whose replica was not the variables to the bit; -1: none
    std::int64_t differentStep = 0; // when it was
};

class CheckingExchange : public ForwardingExchange {
public:
    // settings: of the optimizer that attach() gets; the reference has its own.
    CheckingExchange(std::unique_ptr<Exchange> checked, const OptimizerSettings& settings);
    const ExchangeDeviation& largest() const { return largest_; }

    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    ExchangeTimes finish(const ExchangeStep& step) override;
    VariableStore& variables() override { return *store_; }

private:
    // Restores the reference, too.
    struct Store : ForwardingVariables {
        Store(VariableStore& inner, Variables& reference) : ForwardingVariables(inner), reference_(reference) {}
        void restore(std::span<const float> weights, std::span<const float> average,
                     std::span<const std::vector<float>> optimizerState) override;

    private:
        Variables& reference_;
    };
    at::Tensor referenceMean(const ExchangeStep& step);
    void compareReplicas(const std::vector<float>& weights);

    TowerTeam* team_ = nullptr;
    const Optimizer* checkedOptimizer_ = nullptr;
    std::unique_ptr<Optimizer> optimizer_;
    std::optional<Variables> reference_;
    std::optional<Store> store_;
    ExchangeDeviation largest_;
};

} // namespace belfry
