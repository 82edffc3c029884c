// A strategy that turns N towers' gradients into one update of N replicas. One class per strategy, one table
// (exchange.cpp). Each step is begin(), ready() for every slice of every gradient, finish(). Session thread only,
// except ready(). Internal to the engine (ATen).
#pragma once

#include "core/base/error.h"
#include "core/exchange/exchange_table.h"
#include "core/exchange/run_ahead.h"
#include "core/exchange/variable_store.h"
#include "core/optim/optimizer.h"
#include "core/ranks/rank_group.h"
#include "core/tower/tower_team.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace belfry {

struct ExchangeStep {
    std::span<const std::int64_t> images; // really seen, per tower; their sum is > 0
    UpdateStep update;                    // its learning rate, and what else it is told
};

// The weight of each tower in a mean over images. images: per tower; their sum is > 0. The weights' sum is 1.
std::vector<double> imageWeights(std::span<const std::int64_t> images);

// Thrown by finish() where the mean gradient cannot be had, and no weight has begun to change.
class NoMeanGradient : public Error {
public:
    explicit NoMeanGradient(const Error& reason) : Error(reason) {}
};

// No function has a default: a wrapper of a strategy cannot forget to forward a call.
class Exchange {
public:
    virtual ~Exchange() = default;
    // Before the first step; a strategy that was tried is attached anew for a run, after which nothing is left of the
    // trial. The towers hold equal weights, which become the variables. Keeps references.
    virtual void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) = 0;
    // Called before a step's first gradient, with the images of each tower. A step without begin() is summed in
    // finish().
    virtual void begin(std::span<const std::int64_t> images) = 0;
    // During backward, on the tower's thread: this slice of its gradient is final, and may be summed already.
    virtual void ready(int tower, int slice) = 0;
    // Ends the step: the mean gradient, weighted by the images each tower saw, updates the variables. On return every
    // replica holds the weights of the next step, or has queued them on its own stream.
    virtual ExchangeTimes finish(const ExchangeStep& step) = 0;
    // The variables that the steps update. After attach().
    virtual VariableStore& variables() = 0;
    // Null for a strategy whose steps are done when finish() returns.
    virtual RunAhead* runAhead() = 0;
};

// Makes the exchange for the towers of this team. Throws Error(Usage) for an unknown name, or with exchangeRefusal()'s
// sentence; Error(Device) when the devices cannot reach one another.
std::unique_ptr<Exchange> makeExchange(const std::string& name, TowerTeam& team);
// `allreduce` among the towers of several processes, all of which call this at the same time with the same sums. Nccl:
// every tower is on a GPU that no other has. Gloo: through the computers' memory, in 16 bits on the wire if wanted.
// MemoryOrGloo: without a wire where all processes are on one host, else over Gloo in fp32.
enum class RankSums { Nccl, MemoryOrGloo, Gloo, GlooBf16 };
std::unique_ptr<Exchange> makeRankExchange(const RankSeat& seat, TowerTeam& team, RankSums sums);

} // namespace belfry
