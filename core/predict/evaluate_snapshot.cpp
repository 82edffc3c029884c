#include "core/predict/evaluate_snapshot.h"

#include "core/base/stopwatch.h"
#include "core/data/stores.h"
#include "core/device/devices.h"
#include "core/tower/test_views.h"
#include "core/train/evaluator.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kImagesPerTower = 64; // fewer are not worth a tower

std::vector<float> logitsOf(const Snapshot& snapshot, const ImageStore& images, const EvaluationWatch& watch) {
    const std::int64_t worthwhile = (images.size() + kImagesPerTower - 1) / kImagesPerTower;
    const std::int64_t towers = std::min(static_cast<std::int64_t>(usableCores()), worthwhile);
    TowerTeam team(std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU), 1, snapshot.blueprint, 0);
    team.setWeights(snapshot.weights);
    std::atomic<std::int64_t> done = 0;
    const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
        std::vector<std::int64_t> ids(static_cast<std::size_t>(last - first));
        std::iota(ids.begin(), ids.end(), first);
        images.read(ids, out);
        const std::int64_t begun = done.fetch_add(last - first); // batches read before are nearly done
        if (watch.progress)
            watch.progress(static_cast<double>(begun) / static_cast<double>(images.size() * watch.views));
    };
    return predictViews(team, watch.views, images.size(), read, watch.stop);
}

// The predicted class as in softmaxLoss(): the first maximum.
std::uint8_t answerOf(std::span<const float> logits) {
    return static_cast<std::uint8_t>(std::ranges::max_element(logits) - logits.begin());
}

void softmax(std::span<float> logits, double temperature) {
    const float top = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(static_cast<double>(logit - top) / temperature);
    for (float& logit : logits)
        logit = static_cast<float>(std::exp(static_cast<double>(logit - top) / temperature) / sum);
}

} // namespace

Evaluation evaluateSnapshot(const Snapshot& snapshot, const ImageStore& images, const EvaluationWatch& watch) {
    Evaluation evaluation;
    evaluation.classes = snapshot.blueprint->classes;
    if (images.size() == 0)
        return evaluation;
    const Stopwatch clock;
    evaluation.probabilities = logitsOf(snapshot, images, watch);
    if (evaluation.probabilities.empty()) // stopped
        return evaluation;
    evaluation.indices = readableIn(images, 0, images.size()); // known now that they were read
    if (evaluation.indices.empty())
        throw noneReadable(images);
    if (std::ssize(evaluation.indices) < images.size())
        evaluation.probabilities = pickedRows(evaluation.probabilities, evaluation.indices, evaluation.classes);
    for (const std::int64_t index : evaluation.indices)
        evaluation.labels.push_back(images.label(index));
    evaluation.result = figuresOf(evaluation.probabilities, evaluation.labels, evaluation.classes);
    const auto classes = static_cast<std::size_t>(evaluation.classes);
    for (std::size_t image = 0; image < evaluation.labels.size(); ++image) {
        const auto row = std::span(evaluation.probabilities).subspan(image * classes, classes);
        evaluation.answers.push_back(answerOf(row));
        softmax(row, snapshot.temperature);
    }
    evaluation.result.seconds = clock.seconds();
    return evaluation;
}

std::shared_ptr<const ImageStore> evaluatedImages(std::shared_ptr<const ImageStore> images,
                                                  const Evaluation& evaluation) {
    if (evaluation.images() == 0 || evaluation.images() == images->size()) // stopped, or all
        return images;
    return pickedStore(std::move(images), evaluation.indices);
}

} // namespace belfry
