#include "ui/bridge/map_job.h"

#include "core/data/evenly.h"
#include "core/data/stores.h"

#include <algorithm>
#include <chrono>

namespace belfry {
namespace {

constexpr std::int64_t kMostImages = 100'000;      // that a chart can show
constexpr std::int64_t kMostNumbers = 128'000'000; // of the layer: half a gigabyte
constexpr std::chrono::milliseconds kPause{100};   // between two layouts that are shown

} // namespace

struct MapJob::Work {
    Work(const MapRequest& request, LayerFeatures features)
        : snapshot(request.snapshot), layer(request.layer), map(std::move(features)) {}

    MapLayout layout(bool more) const {
        return {map.points(), map.refined(), !more, drawn.empty() ? std::nullopt : std::optional(map.place(drawn))};
    }

    std::shared_ptr<const Snapshot> snapshot;
    std::size_t layer;
    PictureMap map;
    std::vector<float> drawn; // what the layer makes of the picture that is placed; empty: none is
};

void MapJob::start(const MapRequest& request) {
    stop();
    using Begun = std::shared_ptr<Work>;
    laying_.start<Begun>(
        [this, request](const LatestJob::Token& job) -> Begun {
            yieldToTraining();
            LayerFeatures features =
                layerFeatures(*request.snapshot, *request.images, request.ids, request.layer, job.stop,
                              job.reportParts([this](double part) { Q_EMIT progressed(part); }));
            return features.images > 0 ? std::make_shared<Work>(request, std::move(features)) : nullptr;
        },
        [this](const Begun& work) {
            if (!work)
                return;
            work_ = work;
            const MapLayout first = work->layout(true); // nothing else uses it yet
            if (!picture_.empty())
                placeNext();
            refineNext();
            Q_EMIT moved(first);
        },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

// Several short ones are one step, so that a window is not asked to paint more often than it can.
MapJob::Moved MapJob::refine(Work& work, const std::stop_token& stop) {
    const auto until = std::chrono::steady_clock::now() + kPause;
    bool more = true;
    do {
        more = work.map.refine(stop);
    } while (more && !stop.stop_requested() && std::chrono::steady_clock::now() < until);
    return {work.layout(more), more};
}

// One short job after another: a picture that is to be placed comes between them.
void MapJob::refineNext() {
    laying_.start<Moved>(
        [work = work_](const LatestJob::Token& job) {
            yieldToTraining();
            return refine(*work, job.stop);
        },
        [this](const Moved& step) {
            if (step.more)
                refineNext();
            MapLayout layout = step.layout;
            if (picture_.empty())
                layout.placed.reset(); // forgotten meanwhile
            Q_EMIT moved(layout);
        },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

void MapJob::place(std::vector<std::uint8_t> picture) {
    picture_ = std::move(picture);
    if (work_)
        placeNext();
}

void MapJob::placeNext() {
    placing_.start<MapPoint>(
        [work = work_, picture = picture_](const LatestJob::Token& job) {
            yieldToTraining();
            const auto bytes = static_cast<std::int64_t>(picture.size());
            const auto store = memoryStore(picture, std::vector<std::uint8_t>(1), bytes);
            work->drawn = layerFeatures(*work->snapshot, *store, {0}, work->layer, job.stop).values;
            return work->drawn.empty() ? MapPoint() : work->map.place(work->drawn);
        },
        [this](const MapPoint& point) { Q_EMIT placed(point); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

void MapJob::forgetPlaced() {
    placing_.cancel();
    picture_.clear();
}

void MapJob::stop() {
    laying_.cancel();
    placing_.cancel();
    work_.reset();
}

std::shared_ptr<const LayerFeatures> MapJob::features() const {
    return work_ ? std::shared_ptr<const LayerFeatures>(work_, &work_->map.features()) : nullptr;
}

std::vector<std::int64_t> mapImages(std::int64_t images, int width) {
    return evenly(images, std::min(kMostImages, kMostNumbers / std::max(width, 1)));
}

} // namespace belfry
