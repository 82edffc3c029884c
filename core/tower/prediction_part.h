// The number of images that a tower predicts at a time, and its memory: all of an evaluation's images at once may not
// fit where a training batch does. Free of torch; any thread.
#pragma once

#include "core/model/blueprint.h"

#include <cstdint>

namespace belfry {

// Images of a tower at a time: at least 1, at most 512. The network alone decides, so that the same file gives the same
// answers wherever it is read; every network of the zoo but keras-cnn takes 512 of MNIST's and of CIFAR-10's pictures.
std::int64_t predictionPart(const Blueprint& blueprint);

// Bytes beside the weights while a tower answers for such a part; an estimate.
std::int64_t predictionBytes(const Blueprint& blueprint);

} // namespace belfry
