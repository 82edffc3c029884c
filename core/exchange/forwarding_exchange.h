// An exchange that forwards everything to another one, and its variables likewise: what wraps a strategy overrides what
// it adds. Internal to the engine (ATen).
#pragma once

#include "core/exchange/exchange.h"

#include <utility>

namespace belfry {

class ForwardingExchange : public Exchange {
public:
    explicit ForwardingExchange(std::unique_ptr<Exchange> inner) : inner_(std::move(inner)) {}
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override {
        inner_->attach(team, optimizer, rules);
    }
    void begin(std::span<const std::int64_t> images) override { inner_->begin(images); }
    void ready(int tower, int slice) override { inner_->ready(tower, slice); }
    ExchangeTimes finish(const ExchangeStep& step) override { return inner_->finish(step); }
    VariableStore& variables() override { return inner_->variables(); }
    RunAhead* runAhead() override { return inner_->runAhead(); }

private:
    std::unique_ptr<Exchange> inner_;
};

class ForwardingVariables : public VariableStore {
public:
    explicit ForwardingVariables(VariableStore& inner) : inner_(inner) {}
    std::vector<float> weights() const override { return inner_.weights(); }
    std::vector<float> averagedWeights() const override { return inner_.averagedWeights(); }
    std::vector<std::vector<float>> optimizerState() const override { return inner_.optimizerState(); }
    std::vector<float> meanGradient() const override { return inner_.meanGradient(); }
    void setWeights(std::span<const float> weights) override { inner_.setWeights(weights); }
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override {
        inner_.restore(weights, average, optimizerState);
    }
    void synchroniseReplicas() override { inner_.synchroniseReplicas(); }
    bool onHost() const override { return inner_.onHost(); }
    void check() const override { inner_.check(); }

private:
    VariableStore& inner_;
};

} // namespace belfry
