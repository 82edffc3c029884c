// State beside the weights with which a run resumes as if it had never stopped. Plain values; part of a checkpoint
// (Snapshot::training). Random numbers need no place here: they are keyed by seed, epoch and image.
#pragma once

#include "core/base/evaluation_result.h"
#include "core/train/plan.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace belfry {

// Sums over the images of a step or an epoch.
struct TrainingSums {
    double lossSum = 0;
    std::int64_t correct = 0;
    std::int64_t images = 0;
    double meanLoss() const { return lossSum / divisor(); } // 0 of no images
    double accuracy() const { return static_cast<double>(correct) / divisor(); }
    TrainingSums& operator+=(const TrainingSums& more) {
        lossSum += more.lossSum;
        correct += more.correct;
        images += more.images;
        return *this;
    }

private:
    double divisor() const { return static_cast<double>(std::max<std::int64_t>(images, 1)); }
};

// How far a run has come.
struct TrainingProgress {
    std::int64_t step = 0;   // updates done
    std::int64_t images = 0; // seen since the start: says where the feed stands too
    double seconds = 0;      // of training
    double warmSeconds = 0;  // seconds and images at the end of the warm-up, so far of its first step; 0 before
    std::int64_t warmImages = 0;
    TrainingSums epochSums; // of the epoch in progress
};

// Results of its validations.
struct ValidationRecord {
    std::int64_t epochs = 0;        // validated, a last part included
    EvaluationResult validation;    // last; without confusion counts
    std::vector<float> bestWeights; // empty before the first validation
    std::int64_t bestStep = 0, bestEpoch = 0;
    double bestValidation = 0; // accuracy
    double bestLoss = 0;
    ClassMeans bestMeans = {};
};

struct TrainingState : TrainingProgress, ValidationRecord {
    LiveSettings settings;                          // as they were then
    std::vector<std::vector<float>> optimizerState; // flatSize floats each
};

} // namespace belfry
