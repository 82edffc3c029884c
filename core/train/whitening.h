// What the first layer of a network is when it whitens: filters and biases from the training pictures. Any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/model/blueprint.h"

#include <vector>

namespace belfry {

// If the network begins with a WhitenLayer, writes its filters and biases into `weights` (blueprint.flatSize floats).
// Over up to 5,000 pictures of `train`, taken evenly, not augmented, its outputs before the activation then have the
// mean 0 and, but for directions in which patches hardly vary, the variance 1. Blocks for the data. Returns whether it
// does.
bool whitenFirstLayer(const Blueprint& blueprint, const ImageStore& train, std::vector<float>& weights);

} // namespace belfry
