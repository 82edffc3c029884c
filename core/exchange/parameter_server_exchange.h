// The variables live on one device, gradients travel to it, weights travel back: `cpu`, `first` and `async`.
#pragma once

#include "core/exchange/parameter_server.h"

#include <memory>
#include <optional>
#include <vector>

namespace belfry {

// A tower's weights in page-locked memory, once its stream has brought them there.
at::Tensor copyForDevices(Tower& tower);

class ParameterServerExchange : public Exchange, public RunAhead {
public:
    explicit ParameterServerExchange(std::int64_t piece = ParameterServer::kPiece) : piece_(piece) {} // floats
    void begin(std::span<const std::int64_t>) override {}
    void ready(int, int) override {}
    ExchangeTimes finish(const ExchangeStep& step) override;
    VariableStore& variables() override { return server_->store(); }
    RunAhead* runAhead() override { return this; }

    bool queuesOnly(TowerTeam&) const override { return false; }
    void useGraphs() override { server_->store().variables().useGraph(); }
    Text graphProblem() const override { return server_->store().variables().graphProblem(); }
    ExchangeTimes deviceTimes(int tower, int stepsAgo) const override;

protected:
    // Makes the server of these variables; part of attach().
    void start(TowerTeam& team, at::Tensor variables, std::optional<c10::Stream> stream, Optimizer& optimizer,
               const UpdateRules& rules);

    TowerTeam* team_ = nullptr;
    std::optional<ParameterServer> server_;

private:
    void sendBehind();
    void send(std::int64_t begin, std::int64_t end);

    std::vector<std::unique_ptr<StageClock>> transferClocks_; // by tower, of weights to CUDA, which nobody waits for
    std::int64_t piece_;
    bool ahead_ = false;  // the host waits neither for the server nor for the towers, which are all on CUDA
    DeviceEvent updated_; // on the server's stream
};

} // namespace belfry
