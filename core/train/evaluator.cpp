#include "core/train/evaluator.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kChunk = 512; // images at a time: small enough to stop quickly, large enough for speed

// Images [first, last) on one tower.
void evaluatePart(Tower& tower, const ImageStore& store, std::int64_t first, std::int64_t last,
                  const std::stop_token& stop, TowerEvaluation& sums) {
    std::vector<std::uint8_t> images, labels;
    std::vector<std::int64_t> ids;
    for (std::int64_t begin = first; begin < last && !stop.stop_requested(); begin += kChunk) {
        const std::int64_t count = std::min(kChunk, last - begin);
        ids.resize(static_cast<std::size_t>(count));
        std::iota(ids.begin(), ids.end(), begin);
        images.resize(static_cast<std::size_t>(count * tower.blueprint().image.bytes()));
        store.read(ids, images.data());
        labels.resize(ids.size());
        std::transform(ids.begin(), ids.end(), labels.begin(), [&store](std::int64_t id) { return store.label(id); });
        tower.evaluate(images.data(), labels.data(), count, sums);
    }
}

} // namespace

EvaluationResult evaluate(TowerTeam& team, const ImageStore& store, std::stop_token stop) {
    std::vector<TowerEvaluation> parts(static_cast<std::size_t>(team.size()));
    const std::int64_t total = store.size();
    team.run([&](Tower& tower) {
        const std::int64_t index = tower.index(), towers = team.size();
        evaluatePart(tower, store, total * index / towers, total * (index + 1) / towers, stop,
                     parts[static_cast<std::size_t>(index)]);
    });
    EvaluationResult result;
    double lossSum = 0;
    for (const TowerEvaluation& part : parts) {
        lossSum += part.lossSum;
        result.correct += part.correct;
        result.images += part.images;
        result.confusion.resize(std::max(result.confusion.size(), part.confusion.size()));
        for (std::size_t i = 0; i < part.confusion.size(); ++i)
            result.confusion[i] += part.confusion[i];
    }
    result.loss = result.images > 0 ? lossSum / static_cast<double>(result.images) : 0.0;
    return result;
}

} // namespace belfry
