// The stages of a run that starts from a backbone: which layers are frozen, and what each stage gained. Session thread;
// internal to the engine (ATen).
#pragma once

#include "core/train/prepare.h"

#include <cstdint>

namespace belfry {

class Unfreezing {
public:
    explicit Unfreezing(const PreparedRun& prepared) : prepared_(prepared) {} // which must outlive it

    // Before the first step. images: of the run so far.
    void begin(TowerTeam& team, std::int64_t images);
    // bestAccuracy: of the validations so far. Since which the gain of this stage counts.
    void startStage(double bestAccuracy) { startAccuracy_ = bestAccuracy; }
    // After an epoch's validation. What to tell where more layers are trained from now on; else empty.
    Text advance(TowerTeam& team, std::int64_t images, double bestAccuracy);
    // At the end of the run. Empty: it has no stages.
    Text end(double bestAccuracy) const;

private:
    bool freeze(TowerTeam& team, std::int64_t images);
    Text gained(double bestAccuracy) const;

    const PreparedRun& prepared_;
    std::size_t frozenLayers_ = 0;
    double startAccuracy_ = 0; // of validation, before the stage
};

} // namespace belfry
