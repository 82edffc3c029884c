// The images of another store in another size. Any thread may read.
#pragma once

#include "core/data/dataset.h"

#include <memory>

namespace belfry {

// Resizes on read, on all cores, as folders of pictures are (formats/resize.h). from: the shape of `whole`.
std::shared_ptr<const ImageStore> resizedStore(std::shared_ptr<const ImageStore> whole, const ImageShape& from,
                                               const ImageShape& to);

} // namespace belfry
