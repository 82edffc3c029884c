// The trainer's look into the network, for plans that want one: how weights, gradients and activations are spread. It
// costs a copy of the vectors and a pass over few images, outside of the time that counts as training.
#include "core/model/layer_outputs.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kWatchedImages = 64; // the same ones each time: what changes is the network

// "conv1/weight" of slice "conv1.weight": TensorBoard's groups are parted by slashes.
std::string tagOf(const Slice& slice) {
    std::string tag = slice.name;
    std::ranges::replace(tag, '.', '/');
    return tag;
}

Distribution spreadOf(const Slice& slice, std::span<const float> flat) {
    return distributionOf(flat.subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count)));
}

// Padding and dropout hand on what they get.
bool computes(const Layer& layer) {
    return !std::holds_alternative<PadLayer>(layer) && !std::holds_alternative<DropoutLayer>(layer);
}

std::vector<std::uint8_t> firstImages(const ImageStore& store, const ImageShape& shape) {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(std::min(kWatchedImages, store.size())));
    std::iota(ids.begin(), ids.end(), std::int64_t{0});
    std::vector<std::uint8_t> images(ids.size() * static_cast<std::size_t>(shape.bytes()));
    store.read(ids, images.data());
    return images;
}

} // namespace

bool Trainer::distributionsAreDue() const {
    const Plan& plan = prepared_.plan;
    if (!plan.tensorboard)
        return false;
    return plan.histogramsEvery > 0 ? state_.step % plan.histogramsEvery == 0
                                    : epochIsDone() || state_.step >= totalSteps();
}

void Trainer::reportDistributions() {
    if (!distributionsAreDue())
        return;
    catchUp();
    const Blueprint& blueprint = *prepared_.blueprint;
    const std::vector<float> weights = exchange_->variables().weights(),
                             gradient = exchange_->variables().meanGradient();
    Distributions told{state_.step, {}};
    for (const Slice& slice : blueprint.slices) {
        told.vectors.push_back({tagOf(slice), spreadOf(slice, weights)});
        if (slice.offset < blueprint.trainableSize) // running averages have none
            told.vectors.push_back({tagOf(slice) + "/gradients", spreadOf(slice, gradient)});
    }
    if (watchedImages_.empty())
        watchedImages_ = firstImages(*prepared_.data->validation, blueprint.image);
    const auto look = [&](std::size_t layer, std::span<const float> numbers) {
        if (computes(blueprint.layers[layer].spec))
            told.vectors.push_back({blueprint.layers[layer].name + "/activations", distributionOf(numbers)});
    };
    const std::int64_t count = static_cast<std::int64_t>(watchedImages_.size()) / blueprint.image.bytes();
    if (count > 0)
        forEachOutput(blueprint, weights, watchedImages_.data(), count, look);
    observer_.onEvent(told);
}

} // namespace belfry
