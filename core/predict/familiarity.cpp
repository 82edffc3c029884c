#include "core/predict/familiarity.h"

#include "core/base/error.h"
#include "core/data/evenly.h"
#include "core/device/devices.h"
#include "core/tower/predict_batch.h"
#include "core/train/backbone_check.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kNeighbours = 10;
constexpr std::int64_t kRowsAtOnce = 1024; // of a product with all training features
constexpr double kToldUnfamiliar = 0.05;   // of the validation pictures

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

struct Familiarity::Body {
    explicit Body(const Snapshot& snapshot)
        : blueprint(std::make_shared<const Blueprint>(bodyOfSnapshot(snapshot))),
          team(std::vector<at::Device>{at::Device(at::kCPU)}, usableCores(), blueprint, 0) {
        std::vector<float> weights(static_cast<std::size_t>(blueprint->flatSize));
        copyBody({.name = {}, .blueprint = *snapshot.blueprint, .weights = snapshot.weights, .origin = {}}, *blueprint,
                 weights);
        team.setWeights(weights);
    }

    // Of length 1, images x width; undefined when stopped.
    at::Tensor featuresOf(const ImageStore& pictures, const std::vector<std::int64_t>& ids, const std::stop_token& stop,
                          const std::function<void(double)>& onProgress) {
        const auto count = static_cast<std::int64_t>(ids.size());
        const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* to) {
            pictures.read(
                std::span(ids).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)), to);
            if (onProgress)
                onProgress(static_cast<double>(first) / static_cast<double>(count));
        };
        const std::vector<float> numbers = predictBatch(team, count, read, stop);
        if (numbers.empty())
            return {};
        const at::Tensor features =
            at::from_blob(const_cast<float*>(numbers.data()), {count, blueprint->classes}, at::kFloat); // read only
        return features / features.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
    }

    std::vector<float> familiarityOf(const at::Tensor& features) const {
        std::vector<float> result;
        const std::int64_t neighbours = std::min(kNeighbours, seen.size(0));
        for (std::int64_t first = 0; first < features.size(0); first += kRowsAtOnce) {
            const at::Tensor rows = features.narrow(0, first, std::min(kRowsAtOnce, features.size(0) - first));
            const at::Tensor nearest = std::get<0>(at::mm(rows, seen.t()).topk(neighbours, 1)).mean(1).contiguous();
            result.insert(result.end(), nearest.const_data_ptr<float>(),
                          nearest.const_data_ptr<float>() + nearest.numel());
        }
        return result;
    }

    std::shared_ptr<const Blueprint> blueprint;
    mutable TowerTeam team;
    at::Tensor seen; // features of training pictures
};

Familiarity::Familiarity(const Snapshot& snapshot, const DataSet& data, const std::stop_token& stop,
                         const std::function<void(double)>& onProgress) {
    if (snapshot.blueprint->image != data.shape)
        throw dataError(
            Text::tr("The network reads pictures of %1x%2, those of %3 are %4x%5. Give the size of the network.",
                     snapshot.blueprint->image.width, snapshot.blueprint->image.height, data.title, data.shape.width,
                     data.shape.height));
    body_ = std::make_unique<Body>(snapshot);
    const std::vector<std::int64_t> trained = evenly(data.train->size(), kMostPictures),
                                    validated = evenly(data.validation->size(), kMostPictures);
    const double part = static_cast<double>(trained.size()) / static_cast<double>(trained.size() + validated.size());
    body_->seen = body_->featuresOf(*data.train, trained, stop, [&](double done) {
        if (onProgress)
            onProgress(part * done);
    });
    if (!body_->seen.defined())
        return;
    const at::Tensor others = body_->featuresOf(*data.validation, validated, stop, [&](double done) {
        if (onProgress)
            onProgress(part + (1 - part) * done);
    });
    if (!others.defined())
        return;
    std::vector<float> all = body_->familiarityOf(others);
    const auto place = all.begin() + static_cast<std::ptrdiff_t>(kToldUnfamiliar * static_cast<double>(all.size()));
    std::ranges::nth_element(all, place);
    threshold_ = *place;
}

Familiarity::~Familiarity() = default;

std::vector<float> Familiarity::of(const ImageStore& pictures, const std::stop_token& stop) const {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(pictures.size()));
    std::iota(ids.begin(), ids.end(), 0);
    if (ids.empty() || !body_->seen.defined())
        return {};
    const at::Tensor features = body_->featuresOf(pictures, ids, stop, {});
    return features.defined() ? body_->familiarityOf(features) : std::vector<float>();
}

double areaUnderCurve(std::span<const float> familiar, std::span<const float> unfamiliar) {
    std::vector<float> sorted(unfamiliar.begin(), unfamiliar.end());
    std::ranges::sort(sorted);
    double below = 0;
    for (const float value : familiar) {
        const auto [first, last] = std::ranges::equal_range(sorted, value);
        below += static_cast<double>(first - sorted.begin()) + 0.5 * static_cast<double>(last - first);
    }
    return below / (static_cast<double>(familiar.size()) * static_cast<double>(sorted.size()));
}

} // namespace belfry
