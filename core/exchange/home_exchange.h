// `cpu` and `first`: the variables live in one home, gradients travel to it, weights travel back.
#pragma once

#include "core/exchange/parameter_home.h"

#include <optional>

namespace belfry {

class HomeExchange : public Exchange {
public:
    ExchangeTimes finish(const ExchangeStep& step) override;
    std::vector<float> meanGradient() const override { return home_->hostMeanGradient(); }
    void setWeights(std::span<const float> weights) override;
    std::vector<float> weights() const override { return home_->hostWeights(); }
    std::vector<float> averagedWeights() const override { return home_->hostAverage(); }
    std::vector<std::vector<float>> optimizerState() const override { return home_->hostState(); }
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override;

protected:
    void spread(); // the variables to every replica

    TowerTeam* team_ = nullptr;
    std::optional<ParameterHome> home_;
};

// The seeds' diagram: variables, mean and update on the CPU. A tower on the CPU lends its own weights for them.
class CpuExchange : public HomeExchange {
public:
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

// The first tower's device holds the variables: that tower's own weights are the variables.
class FirstExchange : public HomeExchange {
public:
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

} // namespace belfry
