#include "core/predict/familiarity.h"

#include "core/data/evenly.h"
#include "core/predict/body_features.h"
#include "core/train/data_fit.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kNeighbours = 10;
constexpr std::int64_t kRowsAtOnce = 1024; // of a product with all training features
constexpr double kToldUnfamiliar = 0.05;   // of the validation pictures

} // namespace

struct Familiarity::Body {
    explicit Body(const Snapshot& snapshot) : features(snapshot) {}

    std::vector<float> familiarityOf(const at::Tensor& found) const {
        std::vector<float> result;
        const std::int64_t neighbours = std::min(kNeighbours, seen.size(0));
        for (std::int64_t first = 0; first < found.size(0); first += kRowsAtOnce) {
            const at::Tensor rows = found.narrow(0, first, std::min(kRowsAtOnce, found.size(0) - first));
            const at::Tensor nearest = std::get<0>(at::mm(rows, seen.t()).topk(neighbours, 1)).mean(1).contiguous();
            result.insert(result.end(), nearest.const_data_ptr<float>(),
                          nearest.const_data_ptr<float>() + nearest.numel());
        }
        return result;
    }

    BodyFeatures features;
    at::Tensor seen; // of training pictures
};

Familiarity::Familiarity(const Snapshot& snapshot, const DataSet& data, const std::stop_token& stop,
                         const std::function<void(double)>& onProgress, std::int64_t mostPictures) {
    checkFits(snapshot, data);
    body_ = std::make_unique<Body>(snapshot);
    std::vector<std::int64_t> trained = evenly(data.train->size(), mostPictures),
                              validated = evenly(data.validation->size(), mostPictures);
    const double part = static_cast<double>(trained.size()) / static_cast<double>(trained.size() + validated.size());
    body_->seen = body_->features.of(*data.train, trained, stop, [&](double done) {
        if (onProgress)
            onProgress(part * done);
    });
    if (!body_->seen.defined())
        return;
    const at::Tensor others = body_->features.of(*data.validation, validated, stop, [&](double done) {
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
    const at::Tensor features = body_->features.of(pictures, ids, stop, {});
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
