// Loss, accuracy and confusion counts of a snapshot on a split. Free of torch.
#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/train/snapshot.h"

namespace belfry {

// Deals the images over one single-threaded tower per usable core. Blocks; any thread.
// Throws Error(Data) when the snapshot was made for pictures of another shape or for other classes.
EvaluationResult evaluateSnapshot(const Snapshot& snapshot, const DataSet& data, const ImageStore& split);

} // namespace belfry
