// Where a run keeps what its towers share, and what its last step moved: what the towers' diagram shows, as values.
// Any one thread.
#pragma once

#include "core/train/events.h"

#include <cstdint>
#include <vector>

namespace belfry {

struct TowerScene {
    // Where variables, mean and update are.
    enum class Home {
        Cpu,        // one copy in the computer's memory
        Device,     // one copy on a tower's device
        Everywhere, // every tower updates its own replica by a mean that all make together
    };
    std::vector<TowerPlacement> towers; // empty: no run
    Home home = Home::Cpu;
    int owner = -1; // the tower whose own weights are the variables; -1: they are apart
    std::int64_t gradientBytes = 0, imageBytes = 0;
    std::int64_t step = 0;         // the last one; 0: none yet
    std::vector<StageTimes> times; // of it, by tower

    bool sharesCpu() const; // every tower is on the CPU
    float exchange() const; // milliseconds of the last step
    float update() const;
    // To and from a home; what lies there is not moved.
    std::int64_t movedBytes(int tower) const { return tower == owner ? 0 : gradientBytes; }
    std::int64_t dataBytes(int tower) const;
};

TowerScene sceneOf(const Started& started);

} // namespace belfry
