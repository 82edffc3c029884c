#include "core/train/distribution_reporter.h"

#include "core/model/layer_kind.h"
#include "core/model/layer_outputs.h"

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

std::vector<std::uint8_t> firstImages(const ImageStore& store, const ImageShape& shape) {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(std::min(kWatchedImages, store.size())));
    std::iota(ids.begin(), ids.end(), std::int64_t{0});
    std::vector<std::uint8_t> images(ids.size() * static_cast<std::size_t>(shape.bytes()));
    store.read(ids, images.data());
    return images;
}

} // namespace

bool DistributionReporter::isDue(std::int64_t step, bool epochEnds) const {
    const Plan& plan = prepared_.plan;
    if (!plan.tensorboard)
        return false;
    return plan.histogramsEvery > 0 ? step % plan.histogramsEvery == 0 : epochEnds;
}

Distributions DistributionReporter::collect(const Replicas& replicas, std::int64_t step) {
    const Blueprint& blueprint = *prepared_.blueprint;
    const std::vector<float> weights = replicas.variables().weights(), gradient = replicas.variables().meanGradient();
    Distributions found{step, {}};
    for (const Slice& slice : blueprint.slices) {
        found.vectors.push_back({tagOf(slice), spreadOf(slice, weights)});
        if (slice.offset < blueprint.trainableSize) // running averages have none
            found.vectors.push_back({tagOf(slice) + "/gradients", spreadOf(slice, gradient)});
    }
    if (images_.empty())
        images_ = firstImages(*prepared_.data->validation, blueprint.image);
    const auto add = [&](std::size_t layer, std::span<const float> numbers) {
        if (kindOf(blueprint.layers[layer].spec).computes())
            found.vectors.push_back({blueprint.layers[layer].name + "/activations", distributionOf(numbers)});
    };
    const std::int64_t count = static_cast<std::int64_t>(images_.size()) / blueprint.image.bytes();
    if (count > 0)
        forEachOutput(blueprint, weights, images_.data(), count, add);
    return found;
}

} // namespace belfry
