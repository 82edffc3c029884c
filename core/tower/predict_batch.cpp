#include "core/tower/predict_batch.h"

#include "core/tower/prediction_part.h"

#include <algorithm>

namespace belfry {

std::vector<float> predictBatch(TowerTeam& team, std::int64_t count, const ReadImages& read,
                                const std::stop_token& stop, const std::function<void()>& onProgress) {
    const std::int64_t towers = team.size(), classes = team.tower(0).blueprint().classes,
                       atOnce = predictionPart(team.tower(0).blueprint());
    const auto begin = [&](std::int64_t tower) { return count * tower / towers; };
    const std::int64_t parts = ((count + towers - 1) / towers + atOnce - 1) / atOnce; // of the longest run
    std::vector<std::vector<std::uint8_t>> buffers(static_cast<std::size_t>(towers));
    team.run([&](Tower& tower) { tower.beginPrediction(begin(tower.index() + 1) - begin(tower.index())); });
    team.runParts(parts, [&](Tower& tower, std::int64_t part) {
        const std::int64_t first = begin(tower.index()) + part * atOnce;
        const std::int64_t last = std::min(first + atOnce, begin(tower.index() + 1));
        if (first >= last || stop.stop_requested())
            return;
        std::vector<std::uint8_t>& buffer = buffers[static_cast<std::size_t>(tower.index())];
        buffer.resize(static_cast<std::size_t>((last - first) * tower.blueprint().image.bytes()));
        read(first, last, buffer.data());
        tower.predict(buffer.data(), last - first);
        if (onProgress)
            onProgress();
    });
    if (stop.stop_requested())
        return {};
    std::vector<float> logits(static_cast<std::size_t>(count * classes));
    team.run([&](Tower& tower) { tower.collectLogits(logits.data() + begin(tower.index()) * classes); });
    return logits;
}

std::vector<float> predictBatch(TowerTeam& team, std::span<const std::uint8_t> images) {
    const std::int64_t bytes = team.tower(0).blueprint().image.bytes();
    return predictBatch(team, static_cast<std::int64_t>(images.size()) / bytes,
                        [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
                            std::copy(images.data() + first * bytes, images.data() + last * bytes, out);
                        });
}

} // namespace belfry
