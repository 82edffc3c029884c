// Whether a plan's training figures can be compared with its validation. Pure function; any thread.
#pragma once

#include "core/train/plan.h"

namespace belfry {

// True when the network drops units in training: the loss and accuracy of a step are then measured with dropout on, and
// look worse than the same weights in evaluation. False for a plan whose network cannot be read.
bool trainsWithDropout(const Plan& plan);

} // namespace belfry
