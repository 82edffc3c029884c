// Searches as the window sees them, without training: a real strategy asks, and a made-up figure, always the same for
// the same network, is told. For tests and pictures.
#pragma once

#include "ui/bridge/search_view.h"

#include <cstdint>
#include <string>

namespace belfry {

struct MadeUpSearch {
    std::string preset = "genetic-mnist";
    std::string strategy = {}; // "": the preset's
    int population = 20;
    int generations = 10;
    std::int64_t trials = 0;        // as in SearchPlan
    int halving = 0;                // as in SearchPlan
    std::int64_t ended = 1'000'000; // so many at most; what was asked for next is in training
    int inTraining = 0;             // at the same time
    int failEvery = 0;              // every so many-th fails; 0: none
};
SearchView madeUp(const MadeUpSearch& search);

} // namespace belfry
