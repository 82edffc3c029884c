#include "core/predict/predictor.h"

#include "core/base/error.h"
#include "core/model/network.h"
#include "core/tower/tower_team.h"

#include <algorithm>

namespace belfry {

BestAnswer bestAnswer(std::span<const float> probabilities, double noneBelow) {
    const auto best = std::ranges::max_element(probabilities);
    return {.label = static_cast<std::size_t>(best - probabilities.begin()),
            .confidence = *best,
            .noneOfThese = static_cast<double>(*best) < noneBelow};
}

struct Predictor::Impl {
    explicit Impl(std::shared_ptr<const Snapshot> first)
        : snapshot(std::move(first)), weights(at::empty({snapshot->blueprint->flatSize}, at::kFloat)),
          network(snapshot->blueprint, at::kCPU, weights, {}) {
        copyWeights();
    }

    void copyWeights() { std::copy(snapshot->weights.begin(), snapshot->weights.end(), weights.data_ptr<float>()); }

    std::shared_ptr<const Snapshot> snapshot;
    at::Tensor weights;
    Network network;
};

Predictor::Predictor(std::shared_ptr<const Snapshot> snapshot) : impl_(std::make_unique<Impl>(std::move(snapshot))) {
    useThreads(1); // of this thread's OpenMP team: training keeps the other cores
}

Predictor::~Predictor() = default;

void Predictor::update(std::shared_ptr<const Snapshot> snapshot) {
    if (snapshot == impl_->snapshot)
        return;
    if (snapshot->blueprint != impl_->snapshot->blueprint) {
        impl_ = std::make_unique<Impl>(std::move(snapshot));
        return;
    }
    impl_->snapshot = std::move(snapshot);
    impl_->copyWeights();
}

const Snapshot& Predictor::snapshot() const { return *impl_->snapshot; }

Prediction Predictor::predict(std::span<const std::uint8_t> image) {
    Prediction prediction{predictMany(image), 0, impl_->snapshot->step};
    prediction.best = static_cast<int>(bestAnswer(prediction.probabilities, 0).label);
    return prediction;
}

std::vector<float> Predictor::logits(std::span<const std::uint8_t> images) {
    const Blueprint& blueprint = *impl_->snapshot->blueprint;
    const auto bytes = static_cast<std::size_t>(blueprint.image.bytes());
    if (images.empty() || images.size() % bytes != 0)
        throw usageError(Text::tr("A picture for this network has %1 bytes; found %2.", bytes, images.size()));
    constexpr std::size_t kChunk = 256; // images per pass, so that activations stay in the cache
    std::vector<float> all;
    for (std::size_t first = 0; first < images.size(); first += kChunk * bytes) {
        const std::size_t count = std::min(kChunk * bytes, images.size() - first) / bytes;
        const at::Tensor logits = impl_->network.forward(images.data() + first, static_cast<std::int64_t>(count), {});
        const float* data = logits.const_data_ptr<float>();
        all.insert(all.end(), data, data + logits.numel());
    }
    return all;
}

std::vector<float> Predictor::predictMany(std::span<const std::uint8_t> images) {
    std::vector<float> all = logits(images);
    const std::int64_t classes = impl_->snapshot->blueprint->classes;
    const at::Tensor rows =
        at::from_blob(all.data(), {static_cast<std::int64_t>(all.size()) / classes, classes}, at::kFloat);
    const at::Tensor probabilities = at::softmax(rows / impl_->snapshot->temperature, 1);
    const float* data = probabilities.const_data_ptr<float>();
    return {data, data + probabilities.numel()};
}

} // namespace belfry
