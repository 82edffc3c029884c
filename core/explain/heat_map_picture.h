// A heat map as a picture. Plain values; any thread.
#pragma once

#include "core/explain/explainer.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

// The colour of 0 to 1: matplotlib's "inferno" (CC0), even in lightness and legible to the colour-blind. Within 2 of
// its bytes; what is outside of 0 to 1 has the colour of the nearer end.
std::array<std::uint8_t, 3> heatColour(float value);

// picture: uint8 of height x width x channels (1 or 3). Returns 8-bit RGB of the same size, the colour of each value
// over the picture in grey, at most `opacity` of it where the value is 1.
std::vector<std::uint8_t> blend(const HeatMap& map, std::span<const std::uint8_t> picture, int channels,
                                float opacity = 0.7F);

} // namespace belfry
