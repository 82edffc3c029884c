// The network's replicas on the towers of a run, and the exchange that keeps them equal. Everything that reads or
// writes the run's weights passes here, so that one place knows whether they can be trusted. Session thread, but for
// what says otherwise; internal to the engine (ATen).
#pragma once

#include "core/tower/tower_team.h"
#include "core/train/prepare.h"
#include "core/train/replica_check.h"
#include "core/train/stall_watch.h"
#include "core/train/start_exchange.h"
#include "core/train/step.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

class Replicas {
public:
    // Starts the plan's exchange with these weights on every tower; `auto` tries several first. mayRunAhead: updates
    // may be queued before the host knows their gradients. Team and watch must outlive it.
    Replicas(const PreparedRun& prepared, TowerTeam& team, const std::vector<float>& weights, bool mayRunAhead,
             StallWatch& watch);

    const StartedExchange& started() const { return started_; }
    Exchange& exchange() const { return *started_.exchange; } // for the runners
    bool runsAhead() const { return started_.ahead; }
    bool usesGraphs() const { return usesGraphs_; } // on devices that can

    // One update with the step's gradients, in the watch's section "Step".
    ExchangeTimes update(const Step& step);
    // Weights and the optimizer's vectors of a checkpoint with its training state, for every replica.
    void restore(const Snapshot& checkpoint);
    // Compares the hashes of every tower's weights. Throws Error(Training) when replicas differ: what a run
    // resumes from is never one of several. A NaN in the weights of one replica is its own; a bit that flipped is found
    // here. Nothing to compare: nothing happens.
    void requireEqual(std::int64_t step);
    // Of this process's replicas, which are equal: for other processes to compare. Waits for devices.
    std::uint64_t hash();
    // As requireEqual(), but where the host runs ahead nothing is waited for: the hashes are queued, and
    // compareQueued(), called after the numbers of each step were read, compares them some steps later.
    void compareSoon(std::int64_t step);
    void compareQueued(std::int64_t newestStep);
    // Throws Error(Device) when what was asked of the devices has failed since.
    void check() const { variables().check(); }
    // The variables, their moving average and the optimizer's vectors.
    VariableStore& variables() const { return exchange().variables(); }

    // Other weights in every replica, for an evaluation, and the run's own again.
    void substitute(const std::vector<float>& weights);
    void restoreWeights(const std::vector<float>& weights);

    // The variables are those of the last step that was counted, as far as is known: false within an update, and
    // with weights that were substituted. Any thread that knows the session's to be waiting.
    bool weightsAreConsistent() const { return weightsConsistent_; }
    bool variablesAreOnHost() const { return variables().onHost(); }
    // The variables are on the host, and no replica there differs. Asks no thread and no device, which may be the one
    // that fails or hangs. Any thread, as above.
    bool hostWeightsAreIntact() const;
    // Waits for what was queued on the devices, whatever becomes of it.
    void finishQueued() noexcept;

    // The fault in the sums or replicas after this step, reported once; empty: none, or reported before.
    Text newFault(std::int64_t step);
    // On the exchange and on graphs, for the end of the run.
    std::vector<Text> remarks() const;

private:
    void useGraphs(const PreparedRun& prepared);
    bool compares() const;
    void compare(std::int64_t step, bool now);

    const Plan& plan_;
    TowerTeam& team_;
    StallWatch& watch_;
    std::unique_ptr<Optimizer> optimizer_;
    StartedExchange started_; // refers to the team and the optimizer
    ReplicaCheck replicaCheck_;
    std::optional<std::int64_t> queuedCheck_; // the step of a check that was queued and not compared yet
    bool usesGraphs_ = false;
    bool weightsConsistent_ = true;
    bool faultReported_ = false;
};

} // namespace belfry
