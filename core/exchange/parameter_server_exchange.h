// The variables live on one device, gradients travel to it, weights travel back: `cpu`, `first` and `async`.
#pragma once

#include "core/exchange/parameter_server.h"

#include <memory>
#include <optional>
#include <vector>

namespace belfry {

class ParameterServerExchange : public Exchange, public RunAhead {
public:
    explicit ParameterServerExchange(std::int64_t piece = ParameterServer::kPiece) : piece_(piece) {} // floats
    void begin(std::span<const std::int64_t>) override {}
    void ready(int, int) override {}
    ExchangeTimes finish(const ExchangeStep& step) override;
    VariableStore& variables() override { return server_->store(); }
    RunAhead* runAhead() override { return this; }

    bool queuesOnly(TowerTeam&) const override { return false; }
    void useGraphs() override;
    Text graphProblem() const override { return server_->store().variables().graphProblem(); }
    const std::int32_t* halted(int tower) const override {
        return tower == 0 ? server_->store().variables().halted() : nullptr;
    }
    ExchangeTimes deviceTimes(int tower, int stepsAgo) const override;
    void restartClocks() override;

protected:
    // Makes the server of these variables; part of attach().
    void start(TowerTeam& team, at::Tensor variables, std::optional<c10::Stream> stream, Optimizer& optimizer,
               const UpdateRules& rules);

    TowerTeam* team_ = nullptr;
    std::optional<ParameterServer> server_;

private:
    void sendBehind();
    void send(std::int64_t begin, std::int64_t end);

    std::vector<std::unique_ptr<StageClock>> transferClocks_; // by tower, of weights to CUDA; never waited for
    std::int64_t piece_;
    bool ahead_ = false;  // the host waits neither for the server nor for the towers, which are all on CUDA
    DeviceEvent updated_; // on the server's stream
};

// `cpu`, as published: variables, mean and update on the CPU. A tower on the CPU lends its own weights for them.
class CpuExchange : public ParameterServerExchange {
public:
    using ParameterServerExchange::ParameterServerExchange;
    bool queuesOnly(TowerTeam& team) const override { return team.size() == 1 && team.tower(0).device().is_cpu(); }
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

// `first`: the first tower's device holds the variables; that tower's own weights are the variables.
class FirstExchange : public ParameterServerExchange {
public:
    bool queuesOnly(TowerTeam& team) const override; // on the devices alone
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
};

// `async`: the variables live on the CPU, and every tower brings its gradient and takes new weights when it is ready,
// without a look at the others. What a tower computed belongs to weights that are some updates old by then: stale.
class AsyncExchange : public ParameterServerExchange {
public:
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override;
    // One tower's step: it alone has seen images, and it alone gets the new weights. Others may be at work.
    ExchangeTimes finish(const ExchangeStep& step) override;
    RunAhead* runAhead() override { return nullptr; }
};

} // namespace belfry
