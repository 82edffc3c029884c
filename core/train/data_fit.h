// Whether a network fits a data set: by the size of its pictures and the names of its classes. Free of torch; any
// thread.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

namespace belfry {

// Throws Error(Data) if the snapshot is for pictures of another shape or for other classes, also for the same ones in
// another order: it names those that are missing or new. Where one of both only numbers its classes, their count is
// compared.
void checkFits(const Snapshot& snapshot, const DataSet& data);

} // namespace belfry
