// Plan::classWeights and Plan::logitAdjustment as numbers. Free of torch; any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/train/plan.h"

#include <vector>

namespace belfry {

// Throws Error(Usage) for weights that are neither "balanced" nor a list of numbers of at least 0, one of them above.
void checkClassWeights(const Plan& plan);

// By label; empty: all 1. The mean over the images that an epoch shows is 1, so the learning rate keeps its meaning and
// only the ratios of a list matter. "balanced": the inverse of how often an epoch shows the class, so all classes weigh
// the same together; after balanced sampling that is 1 for each. Throws Error(Usage) for a list that has not one weight
// for each class, or only zeros for those that have images to train on.
std::vector<float> classWeights(const Plan& plan, const DataSet& data);

// By label; empty without an adjustment. Plan::logitAdjustment times the logarithm of the fraction of the images of an
// epoch that is the class's; of a class without images: as of the rarest. With 1, the largest logit of the network is
// then that of the class which would be likeliest if all were equally frequent (Menon et al. 2021, "Long-tail learning
// via logit adjustment").
std::vector<float> logitOffsets(const Plan& plan, const DataSet& data);

} // namespace belfry
