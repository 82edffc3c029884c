// Steps before the first one, on devices: in them libraries are loaded and choose their algorithms, memory is taken,
// and steps and updates are captured and compared. Else the first steps of a run would wait for all that. Afterwards
// the run is as if there had been none. Session thread; internal to the engine (ATen).
#pragma once

#include "core/feed/feed.h"
#include "core/train/prepare.h"
#include "core/train/replicas.h"
#include "core/train/stall_watch.h"

#include <stop_token>

namespace belfry {

class WarmUp {
public:
    // Parts of a run that has made no step yet; all must outlive it.
    WarmUp(const PreparedRun& prepared, TowerTeam& team, Feed& feed, Replicas& replicas, StallWatch& watch)
        : prepared_(prepared), team_(team), feed_(feed), replicas_(replicas), watch_(watch) {}

    // Whether the run has any such steps: on the CPU there is nothing to wait for. Nor has one whose exchange is
    // checked, which is slow in any case.
    static bool isFor(const PreparedRun& prepared);
    // Steps with the shapes of an epoch's, until own kernels have been tried and all is replayed that will be, or for
    // some seconds after the trial, or until a stop. Then feed, variables and optimizer are as they were.
    void run(const std::stop_token& stop);

private:
    void makeSteps(const std::stop_token& stop);
    bool makeStep(const std::stop_token& stop);
    bool computeAlone(const std::stop_token& stop);

    const PreparedRun& prepared_;
    TowerTeam& team_;
    Feed& feed_;
    Replicas& replicas_;
    StallWatch& watch_;
};

} // namespace belfry
