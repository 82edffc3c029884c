// An exchange that hands everything on to another one: what wraps a strategy overrides what it adds. Internal to the
// engine (ATen).
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
    ExchangeTimes afterwards(int tower, int behind) override { return inner_->afterwards(tower, behind); }
    void useGraphs() override { inner_->useGraphs(); }
    std::string graphProblem() const override { return inner_->graphProblem(); }
    void check() const override { inner_->check(); }
    bool variablesAreOnHost() const override { return inner_->variablesAreOnHost(); }
    void align() override { inner_->align(); }
    std::vector<float> meanGradient() const override { return inner_->meanGradient(); }
    void setWeights(std::span<const float> weights) override { inner_->setWeights(weights); }
    std::vector<float> weights() const override { return inner_->weights(); }
    std::vector<float> averagedWeights() const override { return inner_->averagedWeights(); }
    std::vector<std::vector<float>> optimizerState() const override { return inner_->optimizerState(); }
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override {
        inner_->restore(weights, average, optimizerState);
    }

private:
    std::unique_ptr<Exchange> inner_;
};

} // namespace belfry
