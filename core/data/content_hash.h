// Whether two machines have the same data set. Any thread; blocks for the disk.
#pragma once

#include "core/data/dataset.h"

#include <string>

namespace belfry {

// SHA-256 of the shape, the labels and the images of the training and validation splits, in their order; 64 hexadecimal
// digits. Of a set that is streamed some hundred images, spread evenly, stand for all: reading it takes hours.
std::string contentHash(const DataSet& data);
// The same of the test split.
std::string testContentHash(const DataSet& data);

} // namespace belfry
