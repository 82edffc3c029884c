// What the training loss knows of classes: of Plan::classWeights and Plan::logitAdjustment (train/class_weights.h).
#pragma once

#include <vector>

namespace belfry {

struct ClassTerms {
    std::vector<float> weights;      // by label, as softmaxLoss() has them; empty: all 1
    std::vector<float> logitOffsets; // by label, added to the logits before the loss; empty: none
};

} // namespace belfry
