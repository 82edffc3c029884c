// Predictions of one large batch by all towers: each takes a run of the images, the answers are put together in order.
// Any number of images, also fewer than towers; the answers are those of one tower. Internal to the engine (ATen).
#pragma once

#include "core/tower/tower_team.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace belfry {

// Writes images [first, last) to `out`; called by several towers' threads at a time.
using ReadImages = std::function<void(std::int64_t first, std::int64_t last, std::uint8_t* out)>;

// The logits of images [0, count), count x classes, with the weights that the towers hold. Images are read and computed
// some hundred at a time, fewer of a network that needs much memory for each (prediction_part.h); CUDA towers are
// waited for once, at the end. Blocks; a stop request ends it within such a part, with no answers. onProgress() is
// called after each part, by several towers' threads.
std::vector<float> predictBatch(TowerTeam& team, std::int64_t count, const ReadImages& read,
                                const std::stop_token& stop = {}, const std::function<void()>& onProgress = {});
// The same for images that are contiguous in memory.
std::vector<float> predictBatch(TowerTeam& team, std::span<const std::uint8_t> images);

} // namespace belfry
