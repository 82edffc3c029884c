// A last layer fitted on features: multinomial logistic regression by L-BFGS. Internal to the engine (ATen); any
// thread.
#pragma once

#include "core/tower/class_terms.h"

#include <ATen/ATen.h>

#include <stop_token>
#include <vector>

namespace belfry {

struct LabelledFeatures {
    at::Tensor features; // images x width, fp32, on the CPU
    at::Tensor labels;   // images, int64
};

struct LinearHead {
    at::Tensor weights; // classes x width: of the features as they are
    at::Tensor biases;  // classes
    double decay = 0;   // the L2 coefficient that was best
    double validationAccuracy = 0;
};

// Minimises the mean loss of the training features, plus decay / 2 times the squared norm of the weights of features
// that are brought to mean 0 and deviation 1. Of a row of decays, from strong to weak, that which gives the smallest
// loss on the validation features is taken. terms: as in a training step's loss. The features are changed in place. The
// same bits for the same number of threads. A stop request ends it with what is the best so far.
LinearHead fitLinearHead(LabelledFeatures train, LabelledFeatures validation, int classes, const ClassTerms& terms = {},
                         const std::stop_token& stop = {});
// The same at one decay, without validation.
LinearHead fitLinearHeadAt(double decay, LabelledFeatures train, int classes, const std::stop_token& stop = {});

} // namespace belfry
