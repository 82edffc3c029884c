// Interface of strategies that queue steps on CUDA devices: the host may queue the next steps before the devices are
// done, replay updates as graphs, and ask later how long the devices took. Session thread only.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <vector>

namespace belfry {

class TowerTeam;

// Milliseconds of one step's exchange.
struct ExchangeTimes {
    float exchange = 0;
    float update = 0;
    float straggler = 0; // until the last tower had come, where the sums wait for it
    // Of a rank's sums over a network, where they are known: beside backward too.
    float onTheWay = 0;         // while any was
    std::int64_t sentBytes = 0; // for them
};

class RunAhead {
public:
    virtual ~RunAhead() = default;
    // Whether finish() only queues, each replica's update on its tower's stream: then UpdateRules::haltUnlessFinite
    // lets the host run ahead of the devices. Before attach().
    virtual bool queuesOnly(TowerTeam& team) const = 0;
    // From now on updates on CUDA devices may be replayed as graphs. After attach(); not while another thread captures
    // steps.
    virtual void useGraphs() = 0;
    // Why none are; empty when they may, or are never.
    virtual Text graphProblem() const = 0;
    // Where the tower's device keeps whether updates are still made (ExecutionContext::halted); null: another
    // tower's does. After attach().
    virtual const std::int32_t* halted(int tower) const = 0;
    // Which slices of the gradient are summed together, by slice, so that the sums may begin within backward; empty:
    // none are.
    virtual std::vector<int> groupOf() const { return {}; }
    // Times of the tower's device after finish() returned, `stepsAgo` steps before the last finish() (0: that one);
    // readable once the towers have been waited for up to that step. Zero if it did nothing.
    virtual ExchangeTimes deviceTimes(int tower, int stepsAgo) const = 0;
    // Forgets the times of the steps so far, all of which the devices have finished.
    virtual void restartClocks() = 0;
};

} // namespace belfry
