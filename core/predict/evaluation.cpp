#include "core/predict/evaluation.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace belfry {

std::span<const float> Evaluation::probabilitiesOf(std::int64_t image) const {
    const auto count = static_cast<std::size_t>(classes);
    return std::span(probabilities).subspan(static_cast<std::size_t>(image) * count, count);
}

float Evaluation::probability(std::int64_t image, int label) const {
    return probabilitiesOf(image)[static_cast<std::size_t>(label)];
}

std::vector<std::int64_t> worstFirst(const Evaluation& evaluation, const std::optional<ConfusionCell>& cell) {
    std::vector<std::int64_t> images;
    const auto pair = [&](std::int64_t image) {
        const auto index = static_cast<std::size_t>(image);
        return ConfusionCell{evaluation.labels[index], evaluation.answers[index]};
    };
    for (std::int64_t image = 0; image < evaluation.images(); ++image)
        if (!cell || pair(image) == *cell)
            images.push_back(image);
    const auto rank = [&](std::int64_t image) { // the minimum is the worst
        const ConfusionCell is = pair(image);
        const bool right = is.truth == is.answer;
        const float sure = evaluation.probability(image, is.answer);
        return std::tuple(right, right ? sure : -sure, image);
    };
    std::ranges::sort(images, {}, rank);
    return images;
}

Calibration calibrationOf(const Evaluation& evaluation, int bins) {
    Calibration calibration;
    calibration.bins.resize(static_cast<std::size_t>(bins));
    for (std::int64_t image = 0; image < evaluation.images(); ++image) {
        const auto index = static_cast<std::size_t>(image);
        const double sure = evaluation.probability(image, evaluation.answers[index]);
        const int place = std::clamp(static_cast<int>(std::ceil(sure * bins)) - 1, 0, bins - 1);
        CalibrationBin& bin = calibration.bins[static_cast<std::size_t>(place)];
        ++bin.images;
        bin.confidence += sure;
        bin.accuracy += evaluation.labels[index] == evaluation.answers[index] ? 1 : 0;
    }
    for (CalibrationBin& bin : calibration.bins) {
        if (bin.images == 0)
            continue;
        calibration.expectedError += std::abs(bin.confidence - bin.accuracy) / static_cast<double>(evaluation.images());
        bin.confidence /= static_cast<double>(bin.images);
        bin.accuracy /= static_cast<double>(bin.images);
    }
    return calibration;
}

} // namespace belfry
