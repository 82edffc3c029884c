// Looks into the network: how weights, gradients and activations are spread. It costs a copy of the vectors and a pass
// over few images. A plan with event files has it as often as it says. A run that is recorded has it at the end of its
// epochs, of the first always and then as often as training is not slowed. Session thread only; internal to the engine
// (ATen).
#pragma once

#include "core/train/collection_budget.h"
#include "core/train/replicas.h"

#include <cstdint>
#include <vector>

namespace belfry {

class DistributionReporter {
public:
    DistributionReporter(const PreparedRun& prepared, bool recorded) : prepared_(prepared), recorded_(recorded) {}
    // Before the first step, at so many seconds of training.
    void start(double seconds) { budget_ = CollectionBudget(seconds); }
    // After this step, which may end an epoch, at so many seconds of training.
    bool isDue(std::int64_t step, bool epochEnds, double seconds) const;
    Distributions collect(const Replicas& replicas, std::int64_t step);

private:
    std::int64_t watchedImages() const;

    const PreparedRun& prepared_;
    const bool recorded_;
    CollectionBudget budget_;
    std::vector<std::uint8_t> images_; // of the validation set, whose activations are reported; empty: not read yet
};

} // namespace belfry
