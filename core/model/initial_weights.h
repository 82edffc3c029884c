// Weights at the start of a run. Any thread.
#pragma once

#include "core/model/blueprint.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace belfry {

// The flat vector at the start: truncated normal (drawn again beyond 2 deviations) or Glorot uniform weights, constants
// for all else; the same for every device. Returns blueprint.flatSize floats.
std::vector<float> initialWeights(const Blueprint& blueprint, std::uint64_t seed);
// The same, for a run that may be stopped meanwhile: a large network takes half a minute. None when a stop cut it
// short, which it looks for every million numbers.
std::optional<std::vector<float>> initialWeights(const Blueprint& blueprint, std::uint64_t seed,
                                                 const std::stop_token& stop);

} // namespace belfry
