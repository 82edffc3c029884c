#include "core/explain/picture_map.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/device/devices.h"
#include "core/explain/neighbour_search.h"
#include "core/explain/principal_components.h"
#include "core/explain/umap_layout.h"
#include "core/tower/tower_team.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace belfry {
namespace {

constexpr std::int64_t kLeastImages = 10;
constexpr std::int64_t kMostComponents = 64; // what neighbours are searched in
constexpr std::int64_t kNeighbours = 15;
constexpr std::int64_t kPlacedBy = 5;   // neighbours
constexpr float kStart = 10;            // UMAP begins within -10 to 10
constexpr float kJitter = 1e-4F;        // that parts equal points
constexpr double kSecondsAtOnce = 0.1;  // of refine()
constexpr float kLeastDistance = 1e-6F; // of features within -1 to 1: rounding

at::Tensor asRows(std::span<const float> values, std::int64_t rows, std::int64_t width) {
    return at::from_blob(const_cast<float*>(values.data()), {rows, width}, at::kFloat); // read only
}

void checkFeatures(const LayerFeatures& features) {
    if (features.images < 1 || features.width < 1 ||
        std::ssize(features.values) != features.images * std::int64_t{features.width})
        throw usageError(Text::tr("A map has %1 numbers for %2 pictures with %3 features each; expected at least one "
                                  "picture, and all numbers of each.",
                                  std::ssize(features.values), features.images, features.width));
    const at::Tensor finite = at::isfinite(asRows(features.values, features.images, features.width)).all(1);
    const std::int64_t broken = features.images - finite.sum().item<std::int64_t>();
    if (broken > 0)
        throw dataError(Text::tr("The outputs of this layer are not finite numbers for %1 of %2 pictures, first for "
                                 "number %3. The network has diverged: choose an earlier checkpoint.",
                                 broken, features.images, finite.to(at::kByte).argmin().item<std::int64_t>()));
}

// Into -1 to 1, the middle of both ranges at 0.
std::vector<MapPoint> scaledPlane(std::span<const float> plane) {
    std::vector<MapPoint> points(plane.size() / 2);
    MapPoint low{plane[0], plane[1]}, high = low;
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = {plane[2 * i], plane[2 * i + 1]};
        low = {std::min(low.x, points[i].x), std::min(low.y, points[i].y)};
        high = {std::max(high.x, points[i].x), std::max(high.y, points[i].y)};
    }
    const float half = std::max(high.x - low.x, high.y - low.y) / 2, factor = half > 0 ? 1 / half : 0;
    const auto within = [](float value) { return std::clamp(value, -1.0F, 1.0F); };
    for (MapPoint& point : points)
        point = {within((point.x - (low.x + high.x) / 2) * factor), within((point.y - (low.y + high.y) / 2) * factor)};
    return points;
}

} // namespace

struct PictureMap::Impl {
    Impl(LayerFeatures given, std::uint64_t itsSeed) : features(std::move(given)), seed(itsSeed) {
        checkFeatures(features);
        useThreads(usableCores());
        const at::Tensor rows = asRows(features.values, features.images, features.width);
        const float largest = rows.abs().max().item<float>();
        scale = largest > 0 ? 1 / largest : 1; // their squares may not be finite
        components.emplace(rows * scale, kMostComponents, seed);
        reduced = components->of(rows * scale).contiguous();
        for (std::int64_t i = 0; i < features.images; ++i)
            for (std::int64_t axis = 0; axis < 2; ++axis)
                plane.push_back(axis < reduced.size(1) ? reduced.const_data_ptr<float>()[i * reduced.size(1) + axis]
                                                       : 0);
        const auto [least, most] = std::ranges::minmax(plane);
        if (most - least < kLeastDistance) // all alike: rounding is no difference
            std::ranges::fill(plane, 0.0F);
        else if (features.images >= kLeastImages)
            search.emplace(reduced, kNeighbours);
    }

    void startLayout() {
        float largest = 0;
        for (const float number : plane)
            largest = std::max(largest, std::abs(number));
        RandomStream random(seed, Purpose::Sample);
        for (float& number : plane)
            number = number * kStart / largest + kJitter * static_cast<float>(random.normal());
        layout.emplace(search->found(), plane, seed);
        search.reset();
    }

    // Whether there is more to do.
    bool step() {
        if (search && !search->step())
            startLayout();
        else if (layout)
            return layout->step();
        return true;
    }

    LayerFeatures features;
    std::uint64_t seed;
    float scale = 1;
    std::optional<PrincipalComponents> components;
    at::Tensor reduced;       // features in fewer dimensions, images x at most kMostComponents
    std::vector<float> plane; // x, y of each picture, where UMAP starts
    std::optional<NeighbourSearch> search;
    std::optional<UmapLayout> layout; // after the search
};

PictureMap::PictureMap(LayerFeatures features, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(std::move(features), seed)) {}

PictureMap::~PictureMap() = default;

const LayerFeatures& PictureMap::features() const { return impl_->features; }

std::vector<MapPoint> PictureMap::points() const {
    return scaledPlane(impl_->layout ? impl_->layout->points() : impl_->plane);
}

bool PictureMap::refine(const std::stop_token& stop) {
    if (!impl_->search && !impl_->layout)
        return false;
    useThreads(usableCores());
    const Stopwatch clock;
    bool more = true;
    while (more && !stop.stop_requested() && clock.seconds() < kSecondsAtOnce)
        more = impl_->step();
    return more;
}

double PictureMap::refined() const {
    if (impl_->layout)
        return kNeighboursKnown + (1 - kNeighboursKnown) * impl_->layout->part();
    return impl_->search ? kNeighboursKnown * impl_->search->part() : 1;
}

MapPoint PictureMap::place(std::span<const float> features) const {
    if (std::ssize(features) != impl_->features.width)
        throw usageError(Text::tr("A picture on this map has %1 features; found %2. Take them from the same layer.",
                                  impl_->features.width, std::ssize(features)));
    const at::Tensor row = impl_->components->of(asRows(features, 1, std::ssize(features)) * impl_->scale);
    const at::Tensor distances = (impl_->reduced - row).square().sum(1).sqrt();
    if (!at::isfinite(distances).all().item<bool>())
        throw dataError(Text::tr("The features of this picture are not finite numbers: the network has diverged. "
                                 "Choose an earlier checkpoint."));
    const auto [nearest, ids] =
        distances.topk(std::min(kPlacedBy, distances.size(0)), 0, /*largest=*/false, /*sorted=*/true);
    const std::vector<MapPoint> all = points();
    MapPoint mean;
    float sum = 0;
    for (std::int64_t i = 0; i < nearest.size(0); ++i) {
        const float weight = 1 / std::max(nearest[i].item<float>(), kLeastDistance);
        const MapPoint& point = all[static_cast<std::size_t>(ids[i].item<std::int64_t>())];
        mean = {mean.x + weight * point.x, mean.y + weight * point.y};
        sum += weight;
    }
    return {mean.x / sum, mean.y / sum};
}

} // namespace belfry
