// Variables that every replica has and updates itself: `allreduce` among devices. Internal to the engine (ATen).
#pragma once

#include "core/exchange/variable_store.h"
#include "core/exchange/variables.h"
#include "core/exchange/watchdog.h"
#include "core/tower/tower_team.h"

#include <deque>

namespace belfry {

class ReplicatedVariables : public VariableStore {
public:
    // watchdog: of the sums that lead to the updates; it must outlive the store.
    ReplicatedVariables(TowerTeam& team, const Optimizer& optimizer, const UpdateRules& rules,
                        const Watchdog& watchdog);

    std::deque<Variables>& replicas() { return replicas_; } // by tower
    const std::deque<Variables>& replicas() const { return replicas_; }
    std::vector<at::Tensor>& means() { return means_; } // by tower, on its device

    std::vector<float> weights() const override { return checked(first().hostWeights()); }
    std::vector<float> averagedWeights() const override { return checked(first().hostAverage()); }
    std::vector<std::vector<float>> optimizerState() const override { return checked(first().hostState()); }
    std::vector<float> meanGradient() const override { return checked(first().toHost(means_.front())); }
    void setWeights(std::span<const float> weights) override;
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override;
    void synchroniseReplicas() override {} // they are equal after every step
    bool onHost() const override { return first().weights().is_cpu(); }
    void check() const override { watchdog_.check(); }

private:
    const Variables& first() const { return replicas_.front(); }
    // Numbers that were waited for, if the sums behind them were made.
    template <typename Numbers>
    Numbers checked(Numbers numbers) const {
        check();
        return numbers;
    }

    const Watchdog& watchdog_;
    std::deque<Variables> replicas_;
    std::vector<at::Tensor> means_;
};

} // namespace belfry
