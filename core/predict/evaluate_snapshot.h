// Evaluates a snapshot on the images of a split. Free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/predict/evaluation.h"
#include "core/train/snapshot.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace belfry {

struct EvaluationWatch {
    std::function<void(double)> progress{}; // fraction done, 0 to 1; called by several threads concurrently
    std::stop_token stop{};                 // after a stop the evaluation has no images
    int views = 1;                          // 1, 2 or 6 of each picture (tower/test_views.h)
};

// `images` have the snapshot's shape and classes (train/data_fit.h). Those that cannot be decoded are left out; throws
// Error(Data) where none can. They are divided among single-threaded towers, one per usable core, which have the
// priority of the calling thread. Blocks; any thread.
Evaluation evaluateSnapshot(const Snapshot& snapshot, const ImageStore& images, const EvaluationWatch& watch = {});

// The images that the rows of this evaluation of them are of: all but those that could not be decoded.
std::shared_ptr<const ImageStore> evaluatedImages(std::shared_ptr<const ImageStore> images,
                                                  const Evaluation& evaluation);

} // namespace belfry
