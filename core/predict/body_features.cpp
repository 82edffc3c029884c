#include "core/predict/body_features.h"

#include "core/base/error.h"
#include "core/data/stores.h"
#include "core/device/devices.h"
#include "core/tower/predict_batch.h"
#include "core/train/backbone_check.h"
#include "core/train/evaluator.h"

#include <algorithm>

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

at::Tensor BodyFeatures::of(const ImageStore& pictures, std::vector<std::int64_t>& ids, const std::stop_token& stop,
                            const std::function<void(double)>& onProgress) const {
    const auto count = static_cast<std::int64_t>(ids.size());
    const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* to) {
        pictures.read(std::span(ids).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)),
                      to);
        if (onProgress)
            onProgress(static_cast<double>(first) / static_cast<double>(count));
    };
    std::vector<float> numbers = predictBatch(team_, count, read, stop);
    if (numbers.empty())
        return {};
    std::vector<std::int64_t> rows; // of those that could be read
    for (std::int64_t row = 0; row < count; ++row)
        if (pictures.readable(ids[static_cast<std::size_t>(row)]))
            rows.push_back(row);
    if (rows.empty())
        throw noneReadable(pictures);
    if (std::ssize(rows) < count) {
        numbers = pickedRows(numbers, rows, blueprint_->classes);
        std::ranges::transform(rows, rows.begin(),
                               [&](std::int64_t row) { return ids[static_cast<std::size_t>(row)]; });
        ids = rows;
    }
    const at::Tensor features =
        at::from_blob(numbers.data(), {std::ssize(ids), blueprint_->classes}, at::kFloat); // divided into another one
    return features / features.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
}

} // namespace belfry
