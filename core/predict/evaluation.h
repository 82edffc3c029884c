// The predictions of a network for every image of a split that can be decoded, and the figures computed from them.
// Plain values; any thread.
#pragma once

#include "core/base/evaluation_result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace belfry {

struct Evaluation {
    EvaluationResult result;
    int classes = 0;
    std::vector<std::uint8_t> labels;  // by image
    std::vector<std::uint8_t> answers; // by image: the predicted classes
    std::vector<float> probabilities;  // images x classes, at the snapshot's temperature; the loss is without it
    // By image: its index in the store. Those that could not be decoded are missing. Ascending.
    std::vector<std::int64_t> indices{};

    std::int64_t images() const { return static_cast<std::int64_t>(labels.size()); }
    std::span<const float> probabilitiesOf(std::int64_t image) const;
    float probability(std::int64_t image, int label) const;
};

// A cell of the confusion matrix.
struct ConfusionCell {
    int truth = 0, answer = 0; // row, column
    bool operator==(const ConfusionCell&) const = default;
};
// The images of one cell, or of all, worst first: wrong predictions by descending confidence, then right ones by
// ascending confidence. Stable.
std::vector<std::int64_t> worstFirst(const Evaluation& evaluation, const std::optional<ConfusionCell>& cell = {});

// Calibration: whether accuracy equals confidence, the probability of the predicted class. Bins have equal width and
// include their upper end (Guo et al. 2017, On Calibration of Modern Neural Networks).
struct CalibrationBin {
    std::int64_t images = 0;
    double confidence = 0, accuracy = 0; // means over its images; 0 without images
};
struct Calibration {
    std::vector<CalibrationBin> bins;
    double expectedError = 0; // mean difference of confidence and accuracy, weighted by images
};
inline constexpr int kCalibrationBins = 10;
Calibration calibrationOf(const Evaluation& evaluation, int bins = kCalibrationBins);

} // namespace belfry
