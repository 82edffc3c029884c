// Weights at the start of a run that may be called off: drawing those of a large network takes half a minute. Any
// thread.
#pragma once

#include "core/model/blueprint.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace belfry {

// initialWeights() of blueprint.h; none when a stop cut the drawing short, which it looks for every million numbers.
std::optional<std::vector<float>> initialWeights(const Blueprint& blueprint, std::uint64_t seed,
                                                 const std::stop_token& stop);

} // namespace belfry
