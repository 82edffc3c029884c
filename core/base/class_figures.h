// Figures of the classes, from the confusion counts of a split. The only place where they are computed. Any thread.
#pragma once

#include "core/base/evaluation_result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace belfry {

struct ClassFigures {
    std::int64_t images = 0, predicted = 0, correct = 0;
    std::optional<double> recall() const;    // none without images
    std::optional<double> precision() const; // none where it was never predicted
    // The harmonic mean of both: 2 correct / (images + predicted). None without either, 0 where only one is known.
    std::optional<double> f1() const;
};

// By label. confusion: classes x classes, row = true label, column = prediction.
std::vector<ClassFigures> figuresByClass(std::span<const std::int64_t> confusion);

// Unknown without counts. As scikit-learn's: balanced_accuracy_score is the mean recall of the classes that have
// images; f1_score(average = "macro") is the mean F1 of those that have images or were predicted.
ClassMeans classMeans(std::span<const std::int64_t> confusion);

} // namespace belfry
