#include "core/study/image_history.h"

#include "core/predict/predictor.h"
#include "core/study/run_moments.h"

#include <algorithm>

namespace belfry {

ImageHistory imageHistory(const std::filesystem::path& runFolder, std::span<const std::uint8_t> image, int label,
                          const std::stop_token& stop) {
    ImageHistory history;
    const auto look = [&](const std::shared_ptr<const Snapshot>& snapshot) {
        const Prediction prediction = Predictor(snapshot).predict(image);
        const auto probability = [&](int of) { return prediction.probabilities.at(static_cast<std::size_t>(of)); };
        history.moments.push_back({snapshot->step, prediction.best, probability(prediction.best), probability(label)});
    };
    history.unreadable = eachMoment(runFolder, look, stop);
    std::ranges::sort(history.moments, {}, &ImageMoment::step);
    return history;
}

} // namespace belfry
