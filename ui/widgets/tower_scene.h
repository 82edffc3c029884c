// The contents of the tower diagram as values: where a run keeps its variables, and what its last step moved.
// Any one thread.
#pragma once

#include "core/train/events.h"

#include <QString>
#include <cstdint>
#include <vector>

namespace belfry {

// Of a run over ranks on different machines: their names tell the towers apart.
bool onSeveralHosts(const std::vector<TowerPlacement>& towers);
// "GPU0", and among several hosts "node4 · GPU0", without the host's domain.
QString placeName(const TowerPlacement& tower, bool withHost);

struct TowerScene {
    // The place of variables, mean and update.
    enum class VariablesPlace {
        Cpu,        // one copy in the computer's memory
        Device,     // one copy on a tower's device
        Shared,     // one copy in the computer's memory; every tower makes a piece of the mean, updates it, spreads it
        Everywhere, // every tower updates its own replica by a mean that all make together
    };
    std::vector<TowerPlacement> towers; // empty: no run
    VariablesPlace variables = VariablesPlace::Cpu;
    int owner = -1;            // the tower whose own weights are the variables; -1: they are separate
    bool resident = false;     // the images lie on every device; a step brings their numbers and labels
    bool asynchronous = false; // no mean: each gradient is an update of its own
    std::int64_t gradientBytes = 0;
    std::int64_t imageBytes = 0;   // of what a step brings for one image
    std::int64_t step = 0;         // the last one; 0: none yet
    std::vector<StageTimes> times; // by tower, of the last step that it had a part in

    bool isAlone() const { return towers.size() == 1; }
    void take(const StepDone& step); // of as many towers
    bool sharesCpu() const;          // every tower is on the CPU of one machine
    bool overRanks() const { return !towers.empty() && !towers[0].host.empty(); }
    float exchange() const { return longest(&StageTimes::exchange); } // milliseconds of the last step
    float update() const { return longest(&StageTimes::update); }
    float longest(float StageTimes::*stage) const;
    // Bytes to and from the central copy (0 for the tower that owns it); without one, to the next tower of the ring.
    std::int64_t movedBytes(int tower) const;
    std::int64_t dataBytes(int tower) const;
};

TowerScene sceneOf(const Started& started);

} // namespace belfry
