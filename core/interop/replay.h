// What the engine answers, on all cores. Free of torch.
#pragma once

#include "core/train/snapshot.h"

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

struct Answers {
    std::vector<float> logits, probabilities; // images x classes each
};

// images: bytes of the snapshot's image shape one after another.
Answers answersOf(const Snapshot& snapshot, std::span<const std::uint8_t> images);

} // namespace belfry
