// Shared by the CPU and the CUDA input stage: the random draws of an image, and where a pixel comes from. Random
// numbers are hashed from (seed, purpose, epoch, id, number), so they depend on neither towers nor feed. Ids are the
// draws of an epoch (feed/feed.h): an image that it shows twice is augmented in two ways.
#pragma once

#include "core/kernels/dropout_hash.h"
#include "core/kernels/input_stage.h"

#include <cmath>

namespace belfry {

inline constexpr std::uint32_t kAugmentPurpose = 0xA0000000U; // beside the numbers of the dropout layers

BELFRY_HD inline std::uint64_t augmentKey(std::uint64_t seed, std::uint32_t epoch, std::int64_t image) {
    return dropoutImageKey(seed, kAugmentPurpose, epoch, static_cast<std::uint64_t>(image));
}

// The draw's number `n`, uniform in [low, high).
BELFRY_HD inline float uniformBetween(std::uint64_t key, std::uint32_t n, float low, float high) {
    return low + (high - low) * (static_cast<float>(dropoutBits(key, n) >> 8) * 0x1p-24f);
}

BELFRY_HD inline int wholeBelow(std::uint64_t key, std::uint32_t n, int bound) {
    return static_cast<int>((std::uint64_t{dropoutBits(key, n)} * static_cast<std::uint64_t>(bound)) >> 32);
}

struct TutorialDraw {
    int top = 0, left = 0;
    bool flip = false;
    float brightness = 0, contrast = 1;
};

BELFRY_HD inline TutorialDraw centralCrop(const PictureSize& in) {
    return {(in.height - kTutorialCrop) / 2, (in.width - kTutorialCrop) / 2, false, 0.0f, 1.0f};
}

BELFRY_HD inline TutorialDraw drawTutorial(std::uint64_t key, const PictureSize& in) {
    return {wholeBelow(key, 0, in.height - kTutorialCrop + 1), wholeBelow(key, 1, in.width - kTutorialCrop + 1),
            wholeBelow(key, 2, 2) == 1, uniformBetween(key, 3, -63.0f, 63.0f), uniformBetween(key, 4, 0.2f, 1.8f)};
}

// Byte of the crop's pixel (y, x), before brightness and contrast.
BELFRY_HD inline float croppedValue(const std::uint8_t* image, const PictureSize& in, const TutorialDraw& draw, int y,
                                    int x, int channel) {
    const int column = draw.left + (draw.flip ? kTutorialCrop - 1 - x : x);
    return static_cast<float>(
        image[(static_cast<std::int64_t>(draw.top + y) * in.width + column) * in.channels + channel]);
}

// Elastic bending: random displacements at the knots of a coarse grid, joined by cubic B-splines, which is as smooth as
// Simard's blurred noise (ICDAR 2003) and needs no field per pixel.
inline constexpr int kBendCells = 4, kBendKnots = kBendCells + 3;

struct DigitDraw {        // without initial values: CUDA's shared memory allows none
    float xx, xy, yx, yy; // where a pixel comes from, around the centre
    float shiftX, shiftY;
    float bendX[kBendKnots][kBendKnots], bendY[kBendKnots][kBendKnots];
};

BELFRY_HD inline void drawDigit(std::uint64_t key, const PictureSize& in, DigitDraw& draw) {
    constexpr float kTurn = 15.0f * 3.14159265f / 180.0f;
    const float angle = uniformBetween(key, 0, -kTurn, kTurn), size = uniformBetween(key, 1, 0.9f, 1.1f);
    draw.xx = draw.yy = cosf(angle) / size;
    draw.xy = sinf(angle) / size;
    draw.yx = -draw.xy;
    const float width = static_cast<float>(in.width), height = static_cast<float>(in.height);
    draw.shiftX = uniformBetween(key, 2, -width / 14, width / 14);
    draw.shiftY = uniformBetween(key, 3, -height / 14, height / 14);
    std::uint32_t n = 4; // +-3/28 at a knot leaves a deviation of about 1/32 between them
    for (int i = 0; i < kBendKnots; ++i)
        for (int j = 0; j < kBendKnots; ++j) {
            draw.bendX[i][j] = uniformBetween(key, n++, -3 * width / 28, 3 * width / 28);
            draw.bendY[i][j] = uniformBetween(key, n++, -3 * height / 28, 3 * height / 28);
        }
}

// Cubic B-spline: the four knots from `cell` on count with these weights.
struct Spline {
    int cell = 0;
    float weight[4] = {};
};

BELFRY_HD inline Spline splineAt(int position, int size) {
    const float t = size > 1 ? static_cast<float>(position) * (kBendCells / static_cast<float>(size - 1)) : 0.0f;
    Spline spline;
    spline.cell = static_cast<int>(t) < kBendCells - 1 ? static_cast<int>(t) : kBendCells - 1;
    const float f = t - static_cast<float>(spline.cell), g = 1 - f;
    spline.weight[0] = g * g * g / 6;
    spline.weight[1] = (3 * f * f * f - 6 * f * f + 4) / 6;
    spline.weight[2] = (3 * g * g * g - 6 * g * g + 4) / 6;
    spline.weight[3] = f * f * f / 6;
    return spline;
}

// The bending of one row of pixels, at the knots across it.
struct BentRow {
    float x[kBendKnots] = {}, y[kBendKnots] = {};
};

BELFRY_HD inline BentRow bentRow(const DigitDraw& draw, int y, int height) {
    const Spline down = splineAt(y, height);
    BentRow row;
    for (int j = 0; j < kBendKnots; ++j)
        for (int i = 0; i < 4; ++i) {
            row.x[j] += down.weight[i] * draw.bendX[down.cell + i][j];
            row.y[j] += down.weight[i] * draw.bendY[down.cell + i][j];
        }
    return row;
}

struct SourcePoint {
    float y = 0, x = 0;
};

BELFRY_HD inline SourcePoint sourceOf(const DigitDraw& draw, const BentRow& row, const PictureSize& in, int y, int x) {
    const Spline across = splineAt(x, in.width);
    const float middleX = 0.5f * static_cast<float>(in.width - 1), middleY = 0.5f * static_cast<float>(in.height - 1);
    const float dx = static_cast<float>(x) - middleX, dy = static_cast<float>(y) - middleY;
    SourcePoint from{middleY + draw.yx * dx + draw.yy * dy + draw.shiftY,
                     middleX + draw.xx * dx + draw.xy * dy + draw.shiftX};
    for (int j = 0; j < 4; ++j) {
        from.y += across.weight[j] * row.y[across.cell + j];
        from.x += across.weight[j] * row.x[across.cell + j];
    }
    return from;
}

// Between four pixels; beyond the edge is 0.
BELFRY_HD inline float valueBetween(const std::uint8_t* image, const PictureSize& in, const SourcePoint& from,
                                    int channel) {
    const float floorY = floorf(from.y), floorX = floorf(from.x);
    const int top = static_cast<int>(floorY), left = static_cast<int>(floorX);
    const float fy = from.y - floorY, fx = from.x - floorX;
    float sum = 0;
    for (int corner = 0; corner < 4; ++corner) {
        const int y = top + corner / 2, x = left + corner % 2;
        if (y < 0 || y >= in.height || x < 0 || x >= in.width)
            continue;
        const float weight = (corner / 2 == 1 ? fy : 1 - fy) * (corner % 2 == 1 ? fx : 1 - fx);
        sum +=
            weight * static_cast<float>(image[(static_cast<std::int64_t>(y) * in.width + x) * in.channels + channel]);
    }
    return sum;
}

} // namespace belfry
