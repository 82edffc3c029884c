// What it costs, and what it gains, to let a network answer "none of these" when it is not sure. Plain values; any
// thread.
#pragma once

#include "core/predict/evaluation.h"

#include <cstdint>
#include <vector>

namespace belfry {

// Of an evaluation, with answers below `threshold` refused.
struct Rejection {
    double threshold = 0;
    std::int64_t answered = 0, right = 0; // of the images; right: answered rightly
    std::int64_t refusedRight = 0;        // right answers that are lost
    double share(std::int64_t images) const { return images > 0 ? double(answered) / double(images) : 0; }
    double accuracy() const { return answered > 0 ? double(right) / double(answered) : 0; } // of the answered
    bool operator==(const Rejection&) const = default;
};

Rejection rejectionAt(const Evaluation& evaluation, double threshold);

// At 0, 0.01, ... 1.
std::vector<Rejection> rejectionCurve(const Evaluation& evaluation);

} // namespace belfry
