// Pictures laid out in two dimensions, so that those are near that a layer of a network makes much the same of.
// Internal calls block for the disk and the processors; one thread at a time; free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct MapPoint {
    float x = 0, y = 0; // -1 to 1; the middle of all points is 0
};

// What a layer makes of each picture: channels averaged over their places where the layer's outputs are pictures.
struct LayerFeatures {
    std::size_t layer = 0; // of blueprint.layers
    std::int64_t images = 0;
    int width = 0;
    std::vector<float> values; // images x width
};

// The layers whose outputs can be laid out, by their index in blueprint.layers, and which one is usual: what the last
// layer gets.
struct MapLayer {
    std::size_t layer = 0;
    std::string id;   // "dense7": tells it from others of the same text
    std::string name; // as the network's text has it
    int width = 0;
};
std::vector<MapLayer> mapLayers(const Blueprint& blueprint);
std::size_t usualMapLayer(const Blueprint& blueprint);

// Of the pictures with these ids, by all usable cores. They must be of the snapshot's size, which a store does not tell
// (checkFits() in train/data_fit.h). onProgress: the part done, 0 to 1. Empty values when stopped. Throws
// Error(Usage) for a layer that is not there.
LayerFeatures layerFeatures(const Snapshot& snapshot, const ImageStore& pictures, const std::vector<std::int64_t>& ids,
                            std::size_t layer, const std::stop_token& stop = {},
                            const std::function<void(double)>& onProgress = {});

// One layout: its principal components at once, then UMAP (McInnes, Healy, Melville 2018) step by step.
class PictureMap {
public:
    // Computes the first two principal components. Same features, same seed: same points. At least one picture. Throws
    // Error(Data) for features that are not finite.
    explicit PictureMap(LayerFeatures features, std::uint64_t seed = 1);
    ~PictureMap();

    const LayerFeatures& features() const;
    std::vector<MapPoint> points() const; // the newest, one per picture
    // Goes on for a while, about a tenth of a second once the neighbours are known. Returns whether there is more to
    // do. Fewer than ten pictures, and pictures that are all alike, stay as their principal components have them.
    bool refine(const std::stop_token& stop = {});
    double refined() const; // the part done, 0 to 1: up to kNeighboursKnown they are searched
    static constexpr double kNeighboursKnown = 0.15;
    // Where a picture with these features (of the same layer, `width` of them) belongs: the mean of its five nearest
    // neighbours, weighted by inverse distance. Throws Error(Usage) for another number of them, Error(Data) for those
    // that are not finite.
    MapPoint place(std::span<const float> features) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
