// What a network answered to every image of a split, and the figures that people take from it. Plain values; any
// thread.
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
    std::vector<std::uint8_t> answers; // by image: the classes that the confusion matrix counts
    std::vector<float> probabilities;  // images x classes

    std::int64_t images() const { return static_cast<std::int64_t>(labels.size()); }
    std::span<const float> probabilitiesOf(std::int64_t image) const;
    float probability(std::int64_t image, int label) const;
};

struct ClassResult {
    std::int64_t correct = 0, images = 0;
    std::optional<double> accuracy() const; // none without images
};
// By label: the rows of `result`'s confusion matrix, which has one.
std::vector<ClassResult> classResults(const EvaluationResult& result, int classes);

// A cell of the confusion matrix.
struct ConfusionCell {
    int truth = 0, answer = 0; // row, column
    bool operator==(const ConfusionCell&) const = default;
};
// The images of one cell, or of all, worst first: wrong answers from the surest on, then right ones from the least sure
// on. Equals stay in their order.
std::vector<std::int64_t> worstFirst(const Evaluation& evaluation, const std::optional<ConfusionCell>& cell = {});

// Whether the network is as often right as it says. Confidence is the probability of the answer; bins are of equal
// width, each with its upper end (Guo et al. 2017, On Calibration of Modern Neural Networks).
struct CalibrationBin {
    std::int64_t images = 0;
    double confidence = 0, accuracy = 0; // means over its images; 0 without any
};
struct Calibration {
    std::vector<CalibrationBin> bins;
    double expectedError = 0; // mean distance of confidence and accuracy, bins weighted by images
};
inline constexpr int kCalibrationBins = 10;
Calibration calibrationOf(const Evaluation& evaluation, int bins = kCalibrationBins);

} // namespace belfry
