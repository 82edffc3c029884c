// A map of pictures as files: a table, drawings, and what TensorBoard's projector opens. Free of torch; any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/data/stores.h"
#include "core/explain/map_colours.h"
#include "core/explain/picture_map.h"
#include "core/formats/image.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// The pictures of a map and what a network answers for each.
struct MappedPictures {
    std::vector<std::string> classes; // names by label
    std::vector<std::int64_t> ids;    // in their store
    std::vector<std::string> files;   // "": it has no file of its own
    std::vector<std::uint8_t> labels, answers;
    std::vector<float> confidences; // probabilities of the answers
    std::vector<MapPoint> points;
    std::optional<SplitBegins> splits{}; // of a map of all splits: where each begins in the store

    std::size_t splitOf(std::size_t picture) const;   // index into kSplitNames; 0 without splits
    std::int64_t numberOf(std::size_t picture) const; // in its split
};

// image,file,label,answer,confidence,x,y: classes by name, one picture a line. Of a map of all splits "split," before
// them, and the images by their numbers there.
std::string mapCsv(const MappedPictures& pictures);

// On white, with a legend.
std::string mapSvg(const MappedPictures& pictures, MapColouring colouring);

// On white, side x side pixels, RGB, without a legend.
DecodedImage mapDrawing(const MappedPictures& pictures, MapColouring colouring, int side = 1600);

// For TensorBoard's projector, as a folder that is whole or absent: tensors.tsv (the features), map.tsv (the points, in
// three dimensions), metadata.tsv (with a header; of a map of all splits with theirs), sprite.png (thumbnails, of shape
// `shape` in `store`, unless they are more than fit in 8192 x 8192 pixels) and projector_config.pbtxt. name: of the
// features. Blocks for the disk. Throws Error(Usage) for a folder that has files, Error(Io).
void writeProjectorFolder(const std::filesystem::path& folder, const MappedPictures& pictures,
                          const LayerFeatures& features, const std::string& name, const ImageStore& store,
                          const ImageShape& shape);

} // namespace belfry
