// The mean gradient of several batches, on every tower. Each tower's own part on its thread; internal to the engine
// (ATen).
#pragma once

#include "core/tower/tower_team.h"

#include <cstdint>
#include <vector>

namespace belfry {

class GradientSum {
public:
    // Before the first batch of a step.
    void begin(int towers);
    // The tower has computed the gradient of so many images; queued on its stream.
    void add(Tower& tower, std::int64_t images);
    // The tower's gradient becomes the mean of those that were added, weighted by images; as it is where none was.
    void finish(Tower& tower);

private:
    struct Part {
        at::Tensor sum; // of images x gradient
        std::int64_t images = 0;
    };
    std::vector<Part> parts_; // by tower
};

} // namespace belfry
