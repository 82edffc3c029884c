// Measures the fastest number of towers for a plan's global batch on its devices: one tower with all threads
// against several that share them. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/train/plan.h"

#include <stop_token>
#include <vector>

namespace belfry {

struct TowerTrial {
    int towers = 1;
    double imagesPerSecond = 0; // median of the rounds
};

struct TowerChoice {
    Plan plan;                      // with that many towers, and the images per step that it had
    std::vector<TowerTrial> trials; // in rising order of towers
    Text remark;                    // the measurements and the choice, as a sentence
};

// Trains for some seconds, in turn, with 1, 2, 4, ... towers, up to one per GPU, on the CPU per core. Blocks; after a
// stop request the plan is as it was. Throws Error for a plan that cannot be, of the category Training when steps fail.
TowerChoice chooseTowers(const Plan& plan, std::stop_token stop = {});

} // namespace belfry
