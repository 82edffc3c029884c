// Heat maps, maps of layers and filters laid out as pictures for files. Plain values; any thread.
#pragma once

#include "core/explain/explainer.h"
#include "core/formats/image.h"

#include <cstdint>
#include <span>

namespace belfry {

inline constexpr int kSheetHeight = 224; // pixels, at least

// The picture enlarged by a whole number, the same with the heat map over it, and the scale of its colours from 0 to 1,
// from left to right. picture: uint8 of the map's height x width x channels (1 or 3).
DecodedImage heatMapSheet(const HeatMap& map, std::span<const std::uint8_t> picture, int channels);

// All maps of a layer in a grid, row by row, from the layer's least number (dark) to its largest. Units are squares.
DecodedImage layerSheet(const LayerMaps& layer);

// All filters in a grid, in grey or colour. 0 is the middle grey; all have one scale.
DecodedImage filterSheet(const FilterPictures& filters);

} // namespace belfry
