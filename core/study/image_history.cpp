#include "core/study/image_history.h"

#include "core/base/error.h"
#include "core/predict/predictor.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"

#include <algorithm>

namespace belfry {

ImageHistory imageHistory(const std::filesystem::path& runFolder, std::span<const std::uint8_t> image, int label,
                          const std::stop_token& stop) {
    const RunWeights weights = runWeights(runFolder);
    std::vector<std::filesystem::path> files = weights.checkpoints;
    for (const auto& file : {weights.best, weights.final})
        if (file)
            files.push_back(*file);
    ImageHistory history;
    for (const std::filesystem::path& file : files) {
        if (stop.stop_requested())
            break;
        try {
            const auto snapshot = loadSnapshot(file);
            if (std::ranges::find(history.moments, snapshot->step, &ImageMoment::step) != history.moments.end())
                continue;
            const Prediction prediction = Predictor(snapshot).predict(image);
            const auto probability = [&](int of) { return prediction.probabilities.at(static_cast<std::size_t>(of)); };
            history.moments.push_back(
                {snapshot->step, prediction.best, probability(prediction.best), probability(label)});
        } catch (const Error&) {
            if (std::filesystem::exists(file)) // else it made room for a newer one just now
                history.unreadable.push_back(file);
        }
    }
    std::ranges::sort(history.moments, {}, &ImageMoment::step);
    return history;
}

} // namespace belfry
