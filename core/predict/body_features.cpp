#include "core/predict/body_features.h"

#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/tower/predict_batch.h"
#include "core/train/backbone_check.h"

namespace belfry {
namespace {

// The network without its last layer.
Blueprint bodyOfSnapshot(const Snapshot& snapshot) {
    const Blueprint& whole = *snapshot.blueprint;
    if (!std::holds_alternative<DenseLayer>(whole.layers.back().spec) || whole.layers.size() < 2)
        throw usageError(
            Text::tr("The network '%1' does not end in a dense layer behind others, so that it has no features "
                     "to compare. Choose a run of another network.",
                     whole.architecture.name));
    return bodyOf(whole);
}

} // namespace

BodyFeatures::BodyFeatures(const Snapshot& snapshot)
    : blueprint_(std::make_shared<const Blueprint>(bodyOfSnapshot(snapshot))),
      team_(std::vector<at::Device>{at::Device(at::kCPU)}, usableCores(), blueprint_, 0) {
    std::vector<float> weights(static_cast<std::size_t>(blueprint_->flatSize));
    copyBody({.name = {}, .blueprint = *snapshot.blueprint, .weights = snapshot.weights, .origin = {}}, *blueprint_,
             weights);
    team_.setWeights(weights);
}

at::Tensor BodyFeatures::of(const ImageStore& pictures, const std::vector<std::int64_t>& ids,
                            const std::stop_token& stop, const std::function<void(double)>& onProgress) const {
    const auto count = static_cast<std::int64_t>(ids.size());
    const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* to) {
        pictures.read(std::span(ids).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)),
                      to);
        if (onProgress)
            onProgress(static_cast<double>(first) / static_cast<double>(count));
    };
    const std::vector<float> numbers = predictBatch(team_, count, read, stop);
    if (numbers.empty())
        return {};
    const at::Tensor features =
        at::from_blob(const_cast<float*>(numbers.data()), {count, blueprint_->classes}, at::kFloat); // read only
    return features / features.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
}

} // namespace belfry
