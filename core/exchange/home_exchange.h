// The variables live in one home, gradients travel to it, weights travel back: `cpu` and `first`.
#pragma once

#include "core/exchange/parameter_home.h"

#include <memory>
#include <optional>
#include <vector>

namespace belfry {

// A tower's weights in page-locked memory, once its stream has brought them there.
at::Tensor copyForDevices(Tower& tower);

class HomeExchange : public Exchange {
public:
    explicit HomeExchange(std::int64_t piece = ParameterHome::kPiece) : piece_(piece) {} // floats
    ExchangeTimes finish(const ExchangeStep& step) override;
    ExchangeTimes afterwards(int tower, int behind) override;
    void useGraphs() override { home_->variables().useGraph(); }
    std::string graphProblem() const override { return home_->variables().graphProblem(); }
    bool variablesAreOnHost() const override { return home_->variables().weights().is_cpu(); }
    std::vector<float> meanGradient() const override { return home_->hostMeanGradient(); }
    void setWeights(std::span<const float> weights) override;
    std::vector<float> weights() const override { return home_->variables().hostWeights(); }
    std::vector<float> averagedWeights() const override { return home_->variables().hostAverage(); }
    std::vector<std::vector<float>> optimizerState() const override { return home_->variables().hostState(); }
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState) override;

protected:
    // Of a home that `rules` are the variables' of, once team_ is known.
    void settle(at::Tensor variables, std::optional<c10::Stream> stream, Optimizer& optimizer,
                const UpdateRules& rules);
    void spread(); // the variables to every replica
    void sendBehind();
    void send(std::int64_t begin, std::int64_t end);

    TowerTeam* team_ = nullptr;
    std::optional<ParameterHome> home_;
    std::vector<std::unique_ptr<StageClock>> ways_; // of weights to a tower on CUDA, which the host does not wait for
    std::int64_t piece_;
    bool ahead_ = false;  // the host waits neither for the home nor for the towers, which are all on CUDA
    DeviceEvent updated_; // on the home's stream
};

} // namespace belfry
