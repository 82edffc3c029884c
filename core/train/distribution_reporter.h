// Looks into the network, for plans that want it: how weights, gradients and activations are spread. It costs a
// copy of the vectors and a pass over few images. Session thread only; internal to the engine (ATen).
#pragma once

#include "core/train/replicas.h"

#include <cstdint>
#include <vector>

namespace belfry {

class DistributionReporter {
public:
    explicit DistributionReporter(const PreparedRun& prepared) : prepared_(prepared) {}
    // After this step, which may end an epoch.
    bool isDue(std::int64_t step, bool epochEnds) const;
    Distributions collect(const Replicas& replicas, std::int64_t step);

private:
    const PreparedRun& prepared_;
    std::vector<std::uint8_t> images_; // of the validation set, whose activations are reported; empty: not read yet
};

} // namespace belfry
