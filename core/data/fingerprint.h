// Whether two machines have the same data: a short text. Any thread.
#pragma once

#include "core/data/dataset.h"

#include <string>

namespace belfry {

// Of names, counts, all labels, and the bytes of a thousand images that are spread over every split: "55,000 + 5,000 +
// 10,000 images, checksum 5a1f03bc". Reads those images; may block for the disk. Throws what the stores throw.
std::string fingerprintOf(const DataSet& data);

} // namespace belfry
