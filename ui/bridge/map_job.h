// Lays out pictures by what a layer of a network makes of them, off the GUI thread and at the lowest priority: training
// in this window keeps its cores. Principal components first, then UMAP, refined bit by bit. GUI thread only.
#pragma once

#include "core/explain/picture_map.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

struct MapRequest {
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const ImageStore> images; // of the snapshot's shape
    std::vector<std::int64_t> ids;            // which of them
    std::size_t layer = 0;                    // of the blueprint's layers
};

// Where the pictures are by now, in the order of the request.
struct MapLayout {
    std::vector<MapPoint> points;
    double refined = 0; // the part done, 0 to 1
    bool finished = false;
    std::optional<MapPoint> placed; // where the picture belongs that was asked for last
};

// Which pictures of so many are laid out: all of them, or evenly spread ones where a layer's numbers of all of them
// would fill the memory.
std::vector<std::int64_t> mapImages(std::int64_t images, int width);

class MapJob : public QObject {
    Q_OBJECT
public:
    using QObject::QObject; // the destructor stops and waits

    // An earlier request is stopped and its answer dropped.
    void start(const MapRequest& request);
    void stop();
    bool isRunning() const { return laying_.isRunning(); }
    bool isLaidOut() const { return work_ != nullptr; } // at least by principal components
    // One more picture (height x width x channels bytes of the snapshot's shape): placed() tells where it belongs, now
    // and when the others have moved. The newest counts. Before there is a layout, it waits for it.
    void place(std::vector<std::uint8_t> picture);
    void forgetPlaced();
    // What the layer makes of the pictures; null before there is a layout. For files.
    std::shared_ptr<const LayerFeatures> features() const;

Q_SIGNALS:
    void progressed(double part); // of reading what the layer makes of the pictures; about ten times a second
    void moved(const belfry::MapLayout& layout); // at most ten times a second
    void placed(const belfry::MapPoint& place);
    void failed(const belfry::Text& sentence);

private:
    struct Work; // used by the background's thread alone, but for its features, which stay as they are
    struct Moved {
        MapLayout layout;
        bool more = false;
    };
    static Moved refine(Work& work, const std::stop_token& stop);
    void refineNext();
    void placeNext();

    std::shared_ptr<Work> work_;        // null: no layout yet
    std::vector<std::uint8_t> picture_; // to be placed; empty: none
    Background background_;             // Destroyed before the above: its jobs may still run.
    LatestJob laying_{background_}, placing_{background_};
};

} // namespace belfry
