#include "core/train/evaluator.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kChunk =
    512; // images of a tower at a time: small enough to stop quickly, large enough for speed

// Images [first, last) of a split in host memory; one tower's, used by its thread.
struct Chunk {
    void read(const ImageStore& store, std::int64_t bytesPerImage, std::int64_t first, std::int64_t last) {
        ids.resize(static_cast<std::size_t>(last - first));
        std::iota(ids.begin(), ids.end(), first);
        images.resize(ids.size() * static_cast<std::size_t>(bytesPerImage));
        store.read(ids, images.data());
        labels.resize(ids.size());
        std::transform(ids.begin(), ids.end(), labels.begin(), [&store](std::int64_t id) { return store.label(id); });
    }
    std::vector<std::int64_t> ids;
    std::vector<std::uint8_t> images, labels;
};

EvaluationResult collect(TowerTeam& team) {
    EvaluationResult result;
    double lossSum = 0;
    for (int t = 0; t < team.size(); ++t) {
        const TowerEvaluation part = team.tower(t).collectEvaluation();
        lossSum += part.lossSum;
        result.correct += part.correct;
        result.images += part.images;
        result.confusion.resize(part.confusion.size());
        std::transform(part.confusion.begin(), part.confusion.end(), result.confusion.begin(), result.confusion.begin(),
                       std::plus());
    }
    result.loss = result.images > 0 ? lossSum / static_cast<double>(result.images) : 0.0;
    return result;
}

} // namespace

// Chunk by chunk over all towers, not tower by tower: one thread enqueues on several devices, and while it waits to
// fill one's next chunk the others work.
EvaluationResult evaluate(TowerTeam& team, const ImageStore& store, std::stop_token stop) {
    const std::int64_t total = store.size(), towers = team.size();
    const auto partBegin = [&](std::int64_t tower) { return total * tower / towers; };
    const std::int64_t longest = (total + towers - 1) / towers;
    std::vector<Chunk> chunks(static_cast<std::size_t>(towers));
    team.run([](Tower& tower) { tower.beginEvaluation(); });
    for (std::int64_t offset = 0; offset < longest && !stop.stop_requested(); offset += kChunk)
        team.run([&](Tower& tower) {
            const std::int64_t begin = partBegin(tower.index()) + offset;
            const std::int64_t end = std::min(begin + kChunk, partBegin(tower.index() + 1));
            if (begin >= end)
                return;
            Chunk& chunk = chunks[static_cast<std::size_t>(tower.index())];
            chunk.read(store, tower.blueprint().image.bytes(), begin, end);
            tower.evaluate(chunk.images.data(), chunk.labels.data(), end - begin);
        });
    return collect(team);
}

} // namespace belfry
