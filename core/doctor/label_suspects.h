// Pictures whose label is probably wrong, by what linear heads say of them that were fitted on all others (Northcutt et
// al. 2021, "Confident learning"). Internal to the engine (ATen); one thread.
#pragma once

#include "core/train/linear_head.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace belfry {

struct LabelSuspect {
    std::int64_t index = 0; // of the features
    int label = 0, proposed = 0;
    double doubt = 0; // logarithm of how much more probable the proposed label is
};

struct LabelCheck {
    std::vector<LabelSuspect> suspects;  // whose proposed label is another one; the greatest doubt first
    double accuracy = 0;                 // of the heads, on pictures that they have not seen
    std::vector<std::int64_t> confusion; // label x classes + answer
};

// onProgress(part done, 0 to 1). No suspects when stopped. The same bits for the same number of threads.
LabelCheck checkLabels(const LabelledFeatures& pictures, int classes, const std::stop_token& stop = {},
                       const std::function<void(double)>& onProgress = {});

} // namespace belfry
