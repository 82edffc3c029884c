// Variables that live in one place, of which every replica is a copy: `cpu`, `first`, `async`, and `allreduce` among
// towers on the CPU. Internal to the engine (ATen).
#pragma once

#include "core/exchange/variable_store.h"
#include "core/exchange/variables.h"
#include "core/tower/tower_team.h"

namespace belfry {

class CentralVariables : public VariableStore {
public:
    // weights, stream: as of Variables.
    CentralVariables(TowerTeam& team, at::Tensor weights, std::optional<c10::Stream> stream, const Optimizer& optimizer,
                     const UpdateRules& rules)
        : team_(team), stream_(stream),
          variables_(std::move(weights), stream, team.tower(0).blueprint(), optimizer, rules) {}

    Variables& variables() { return variables_; }
    const Variables& variables() const { return variables_; }
    at::Tensor& mean() { return mean_; } // gradient of the last step, where the variables are

    std::vector<float> weights() const override { return variables_.hostWeights(); }
    std::vector<float> averagedWeights() const override { return variables_.hostAverage(); }
    std::vector<std::vector<float>> optimizerState() const override { return variables_.hostState(); }
    std::vector<float> meanGradient() const override { return variables_.toHost(mean_); }
    void setWeights(std::span<const float> weights) override;
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override;
    void synchroniseReplicas() override;
    bool onHost() const override { return variables_.weights().is_cpu(); }
    void check() const override {}
    // Waits for everything queued on the variables' stream: then other streams may read them.
    void synchronize() const;

private:
    TowerTeam& team_;
    std::optional<c10::Stream> stream_;
    Variables variables_;
    at::Tensor mean_;
};

} // namespace belfry
