// What a snapshot answers to the images of a split. Free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/predict/evaluation.h"
#include "core/train/snapshot.h"

#include <functional>
#include <stop_token>

namespace belfry {

struct EvaluationWatch {
    std::function<void(double)> progress{}; // the part that is done, 0 to 1; called by several threads at a time
    std::stop_token stop{};                 // asked to stop, an evaluation ends soon, without images
};

// Throws Error(Data) when the snapshot was made for pictures of another shape or for other classes.
void checkFits(const Snapshot& snapshot, const DataSet& data);

// `images` are of the snapshot's shape and classes. Deals them over one single-threaded tower per usable core. Blocks;
// any thread, whose priority the towers have.
Evaluation evaluateSnapshot(const Snapshot& snapshot, const ImageStore& images, const EvaluationWatch& watch = {});

} // namespace belfry
