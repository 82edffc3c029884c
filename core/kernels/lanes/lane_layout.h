// Into and out of the lane layout of lane_convolution.h: [channel][row][column][16 images].
// `count` images (1..16) are present; the other lanes are written as zeros and never read into rows.
// No allocation, no state; any thread.
#pragma once

#include "core/kernels/lanes/lane_convolution.h"

#include <cstddef>
#include <cstdint>

namespace belfry::lanes {

struct LaneImage {
    int height = 1;
    int width = 1;
    int channels = 1;
    std::size_t elements() const { return std::size_t(height) * std::size_t(width) * std::size_t(channels); }
};

// images[i]: height x width x channels bytes. Lane value = byte * scale[channel] + shift[channel].
void gather(const LaneImage& image, const std::uint8_t* const* images, int count, const float* scale,
            const float* shift, float* lanes);

// Lanes to rows of height x width x channels floats, the order in which a dense layer reads them; row i starts at
// rows + i * stride (in floats).
void lanesToRows(const LaneImage& image, const float* lanes, int count, float* rows, std::size_t stride);

// The way back, for the gradient.
void rowsToLanes(const LaneImage& image, const float* rows, std::size_t stride, int count, float* lanes);

} // namespace belfry::lanes
