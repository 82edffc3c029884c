#include "core/train/distribution_reporter.h"

#include "core/model/layer_kind.h"
#include "core/model/layer_outputs.h"
#include "core/train/training_clock.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kWatchedImages = 64; // the same ones each time: what changes is the network
constexpr std::int64_t kMostOutputs = std::int64_t{1}
                                      << 25; // numbers of all layers, of a run that has not asked for it

// "conv1/weight" of slice "conv1.weight": TensorBoard's groups are parted by slashes.
std::string tagOf(const Slice& slice) {
    std::string tag = slice.name;
    std::ranges::replace(tag, '.', '/');
    return tag;
}

Distribution spreadOf(const Slice& slice, std::span<const float> flat) {
    return distributionOf(flat.subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count)));
}

std::vector<std::uint8_t> firstImages(const ImageStore& store, const ImageShape& shape, std::int64_t most) {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(std::min(most, store.size())));
    std::iota(ids.begin(), ids.end(), std::int64_t{0});
    std::vector<std::uint8_t> images(ids.size() * static_cast<std::size_t>(shape.bytes()));
    store.read(ids, images.data());
    return images;
}

} // namespace

bool DistributionReporter::isDue(std::int64_t step, bool epochEnds, double seconds) const {
    const bool forEventFile = prepared_.plan.tensorboard && isForEventFile(prepared_.plan, step, epochEnds);
    return forEventFile || (recorded_ && epochEnds && budget_.allows(seconds));
}

// Few where the network makes much of each.
std::int64_t DistributionReporter::watchedImages() const {
    std::int64_t outputs = 1;
    for (const BlueprintLayer& layer : prepared_.blueprint->layers)
        outputs += layer.out.elements();
    return prepared_.plan.tensorboard ? kWatchedImages
                                      : std::clamp<std::int64_t>(kMostOutputs / outputs, 1, kWatchedImages);
}

Distributions DistributionReporter::collect(const Replicas& replicas, std::int64_t step) {
    TrainingClock clock(prepared_.trainingClock);
    clock.start(0);
    const Blueprint& blueprint = *prepared_.blueprint;
    const std::vector<float> weights = replicas.variables().weights(), gradient = replicas.variables().meanGradient();
    Distributions found{step, {}};
    for (const Slice& slice : blueprint.slices) {
        found.vectors.push_back({tagOf(slice), spreadOf(slice, weights)});
        if (slice.offset < blueprint.trainableSize) // running averages have none
            found.vectors.push_back({tagOf(slice) + "/gradients", spreadOf(slice, gradient)});
    }
    if (images_.empty())
        images_ = firstImages(*prepared_.data->validation, blueprint.image, watchedImages());
    const auto add = [&](std::size_t layer, std::span<const float> numbers) {
        if (kindOf(blueprint.layers[layer].spec).computes())
            found.vectors.push_back({blueprint.layers[layer].name + "/activations", distributionOf(numbers)});
    };
    const std::int64_t count = static_cast<std::int64_t>(images_.size()) / blueprint.image.bytes();
    if (count > 0)
        forEachOutput(blueprint, weights, images_.data(), count, add);
    budget_.spend(clock.seconds());
    return found;
}

} // namespace belfry
