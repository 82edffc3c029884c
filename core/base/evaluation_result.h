// Loss, accuracy and confusion matrix of an evaluation on a split.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace belfry {

// Means over classes, in which each counts alike however few images it has (class_figures.h). None: unknown.
struct ClassMeans {
    std::optional<double> balancedAccuracy, macroF1;
    bool operator==(const ClassMeans&) const = default;
};

struct EvaluationResult {
    double loss = 0; // mean over the images
    std::int64_t correct = 0;
    std::int64_t images = 0;
    std::vector<std::int64_t> confusion; // classes x classes, row = true label, column = prediction; may be empty
    double seconds = 0;                  // duration; 0: unknown
    ClassMeans means = {};               // from the confusion counts, and kept without them
    double accuracy() const { return images > 0 ? static_cast<double>(correct) / static_cast<double>(images) : 0.0; }
    double imagesPerSecond() const { return seconds > 0 ? static_cast<double>(images) / seconds : 0.0; }
};

} // namespace belfry
