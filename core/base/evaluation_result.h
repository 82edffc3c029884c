// Loss, accuracy and confusion matrix of an evaluation on a split.
#pragma once

#include <cstdint>
#include <vector>

namespace belfry {

struct EvaluationResult {
    double loss = 0; // mean over the images
    std::int64_t correct = 0;
    std::int64_t images = 0;
    std::vector<std::int64_t> confusion; // classes x classes, row = true label, column = prediction; may be empty
    double seconds = 0;                  // duration; 0: unknown
    double accuracy() const { return images > 0 ? static_cast<double>(correct) / static_cast<double>(images) : 0.0; }
    double imagesPerSecond() const { return seconds > 0 ? static_cast<double>(images) / seconds : 0.0; }
};

} // namespace belfry
