// Outputs of every layer for some images in evaluation, one layer at a time. Internal to the engine (ATen).
#pragma once

#include "core/model/blueprint.h"

#include <cstdint>
#include <functional>
#include <span>

namespace belfry {

// Called in the order of the layers with an index into blueprint.layers and all numbers that came out of it, in no
// order that could be relied on, valid until it returns.
using LookAtOutput = std::function<void(std::size_t layer, std::span<const float> numbers)>;

// On the CPU, in fp32, with the calling thread and its helpers. weights: blueprint.flatSize floats; images: `count` of
// blueprint.image's shape one after another.
void forEachOutput(const Blueprint& blueprint, std::span<const float> weights, const std::uint8_t* images,
                   std::int64_t count, const LookAtOutput& look);

} // namespace belfry
