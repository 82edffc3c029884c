// What an explanation of a network has (core/explain) as pictures of the screen. Any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/explain/explainer.h"

#include <QImage>
#include <cstdint>
#include <span>

namespace belfry {

// What the colours of a picture stand for: black `low`, bright `high`.
struct MapRange {
    float low = 0, high = 0;
};
MapRange rangeOf(std::span<const float> values);

// The map over its picture (heat_map_picture.h); a null picture where they do not belong together.
QImage heatImage(const HeatMap& map, std::span<const std::uint8_t> picture, const ImageShape& shape);
// A map of a layer, one pixel for each of its places, in the heat map's colours.
QImage mapImage(std::span<const float> map, int height, int width, const MapRange& range);
// The same, enlarged over the picture that the layer made it of.
QImage mapOverPicture(std::span<const float> map, int height, int width, const MapRange& range,
                      std::span<const std::uint8_t> picture, const ImageShape& shape);
// In grey, or in colours where the picture has some: middle grey is 0, and white the largest weight of all filters.
QImage filterImage(const FilterPictures& filters, int filter);
std::span<const float> filterValues(const FilterPictures& filters, int filter);

} // namespace belfry
