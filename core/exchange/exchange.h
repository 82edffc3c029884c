// The strategy that turns N towers' gradients into one update of N replicas. One file per strategy, one table
// (exchange.cpp). Session thread only, except ready(). Internal to the engine (ATen).
#pragma once

#include "core/exchange/exchange_table.h"
#include "core/optim/optimizer.h"
#include "core/tower/tower_team.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct ExchangeStep {
    std::span<const std::int64_t> images; // really seen, per tower; their sum is > 0
    double rate = 0;                      // learning rate of this update
};

// Milliseconds of one finish().
struct ExchangeTimes {
    float exchange = 0;
    float update = 0;
    float straggler = 0; // until the last tower had come, where the sums wait for it
};

class Exchange {
public:
    virtual ~Exchange() = default;
    // Once, before the first step: keeps references, makes the strategy's own vectors. The towers hold equal weights,
    // which become the variables.
    virtual void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules = {}) = 0;
    // Before a step's first gradient, with the images that each tower will see: a strategy may then start in backward.
    virtual void begin(std::span<const std::int64_t> images) { (void)images; }
    // In backward, from the tower's thread: this slice of its gradient is final. A strategy may start at once or wait.
    virtual void ready(int tower, int slice) {
        (void)tower;
        (void)slice;
    }
    // Ends the step: the mean gradient, weighted by the images each tower saw, updates the variables; on return every
    // replica holds, or has queued on its own stream, the weights of the next step.
    virtual ExchangeTimes finish(const ExchangeStep& step) = 0;
    // Whether nothing in a step need be waited for: finish() only queues, each replica's update on its tower's stream.
    // Then UpdateRules::unseen lets the host run ahead of the devices. Before attach().
    virtual bool queues(TowerTeam& team) const {
        (void)team;
        return false;
    }
    // From now on updates on CUDA devices may be replayed as graphs. After attach(); not while another thread captures
    // steps.
    virtual void useGraphs() {}
    // Why none are, English; "" when they may, or are never.
    virtual std::string graphProblem() const { return ""; }
    // What a tower's device went on with after the finish() that `behind` others have followed (0: the last one), in
    // the next step's time: once all towers were waited for, that long.
    virtual ExchangeTimes afterwards(int tower, int behind) {
        (void)tower;
        (void)behind;
        return {};
    }
    // Throws Error(Device) when what was asked of the devices has failed since: their weights mean nothing then. So
    // do all that return numbers to the host, once they have them; whoever waited for the towers in another way calls
    // it.
    virtual void check() const {}
    // The variables, and all that restore() takes, are in the host's memory: to be had whatever becomes of a device.
    virtual bool variablesAreOnHost() const = 0;
    // Every replica holds the variables, as after finish(): for strategies whose replicas run apart. No tower is at
    // work.
    virtual void align() {}
    // The mean gradient of the last finish(), clipped when it was, flatSize floats on the host (for tests and
    // diagnostics).
    virtual std::vector<float> meanGradient() const = 0;
    // Replaces the variables and every replica's weights; the optimizer's state stays. After attach() this is the only
    // way: weights put into the towers alone would be the variables too or not, as the strategy keeps them.
    virtual void setWeights(std::span<const float> weights) = 0;
    // The variables and the optimizer's state vectors, flatSize floats each, on the host.
    virtual std::vector<float> weights() const = 0;
    // The moving average of the variables; the variables themselves when none is kept.
    virtual std::vector<float> averagedWeights() const = 0;
    virtual std::vector<std::vector<float>> optimizerState() const = 0;
    // All of what those three return, as it was at another moment. The optimizer's own step is the caller's to restore.
    // Throws Error(Data) for vectors that are not flatSize floats or not as many as the optimizer keeps.
    virtual void restore(std::span<const float> weights, std::span<const float> average,
                         std::span<const std::vector<float>> optimizerState) = 0;
};

// For the towers of this team. Throws Error(Usage) for an unknown name, or with exchangeRefusal()'s sentence; Error
// (Device) when the devices cannot reach one another.
std::unique_ptr<Exchange> makeExchange(const std::string& name, TowerTeam& team);

} // namespace belfry
