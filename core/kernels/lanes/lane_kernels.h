// The kernels behind lane_convolution.h, each compiled for every instruction set and chosen at run time.
// Planes are [channel][row][column][16 floats]; strides are in floats.
#pragma once

#include "core/kernels/lanes/lane_convolution.h"

#include <cstddef>
#include <cstdint>

namespace belfry::lanes {

// A stack of planes with `border` zeros around each: height x width counts what is inside.
struct Planes {
    const float* data = nullptr;
    int channels = 0;
    int height = 0;
    int width = 0;
    int border = 0;
    std::size_t rowStride() const { return std::size_t(width + 2 * border) * kLanes; }
    std::size_t planeStride() const { return std::size_t(height + 2 * border) * rowStride(); }
};

// Every tap that can meet something other than the border, for every filter; out as in forward().
struct Convolve {
    Planes in;
    int kernel = 1;
    int filters = 1;
    const float* taps = nullptr; // [channel][kernel row][kernel column][filter]
    const float* bias = nullptr; // null: zero
    bool relu = false;
    bool pool = false;
    float* out = nullptr;
    std::uint8_t* argmax = nullptr; // null: not wanted
};
void convolve(const Convolve& work);

// Copies planes into planes with a zero border, and back.
void addBorder(const float* from, const Planes& to, float* data);
void removeBorder(const Planes& from, float* to);

// sums[i] += the 16 floats at laned + 16 i, in an order that does not depend on the instruction set.
void foldLanes(const float* laned, std::size_t count, float* sums);

// The gradient behind ReLU and its sum for the bias: masked = gradOut where out > 0 (everywhere without ReLU).
struct MaskGradient {
    int filters = 1;
    int cells = 1; // values of one plane
    bool relu = false;
    const float* gradOut = nullptr;
    const float* out = nullptr;
    float* masked = nullptr;
    float* lanedBias = nullptr; // += [filter][16]
};
void maskGradient(const MaskGradient& work);

// Puts each pooled gradient where its maximum was, inside planes with a zero border.
void unpool(const float* masked, const std::uint8_t* argmax, int rows, int columns, const Planes& to, float* data);

// laned += sum over positions of gradient x input. `gradient` holds as many channels as there are filters.
struct WeightGradient {
    Planes in;
    Planes gradient;
    int kernel = 1;
    float* laned = nullptr; // [filter][kernel row][kernel column][channel][16]
};
void weightGradient(const WeightGradient& work);

// For pooled layers with a 3x3 or 5x5 kernel on sets with mask registers: only one of the four positions under a
// pooled value has a gradient, another one in each lane, so inputs (or weights) are selected by arg-max instead of
// multiplying three zeros out of four.
struct PooledGradient {
    Planes in; // border included
    int kernel = 5;
    int filters = 1;
    int rows = 0; // pooled
    int columns = 0;
    const float* masked = nullptr;
    const std::uint8_t* argmax = nullptr;
    float* laned = nullptr;
    const float* tables = nullptr; // see pooledTables
    float* gradIn = nullptr;       // planes like `in`, overwritten, border included; null: not wanted
};
bool hasPooledGradient(int kernel);
void pooledGradient(const PooledGradient& work);

// For every position of the (kernel + 1)^2 window over a 2x2 the four weights that meet it, one per arg-max:
// [channel][part of the window][filter][position in part][4].
std::size_t pooledTableFloats(const LaneConvolution& shape);
void pooledTables(const LaneConvolution& shape, const float* weights, float* tables);
constexpr int pooledPart(int kernel) { return kernel == 3 ? 16 : 20; } // the first part; sums that fit in registers

} // namespace belfry::lanes
