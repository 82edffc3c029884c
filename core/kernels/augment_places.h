// Where the pixels of an augmented picture come from: a part of it enlarged, moves by whole pixels, mirrors. For the
// CPU and for CUDA.
#pragma once

#include "core/kernels/augment.h"
#include "core/kernels/augment_colours.h"

namespace belfry {

// What the draws of an image are keyed by.
struct ImageKey {
    std::uint64_t seed = 0;
    std::uint32_t epoch = 0;
    std::int64_t id = 0;
};

inline constexpr std::uint32_t kSidePurpose = kAugmentPurpose + 1; // of alternate flips: keyed without the epoch

// A part of the picture.
struct PartDraw {
    int top = 0, left = 0, height = 0, width = 0;
};

// torchvision's RandomResizedCrop, with its ten attempts and the central part after them. In double, so that no
// rounding of one device or the other decides.
BELFRY_HD inline PartDraw drawPart(std::uint64_t key, const PictureSize& in, float minArea, float maxArea) {
    constexpr double kWidest = 4.0 / 3;
    const double whole = static_cast<double>(in.height) * in.width;
    for (std::uint32_t n = 16; n < 16 + 4 * 10; n += 4) {
        const double area = whole * static_cast<double>(uniformBetween(key, n, minArea, maxArea));
        const double aspect = exp(log(kWidest) * static_cast<double>(uniformBetween(key, n + 1, -1, 1)));
        const int width = static_cast<int>(rint(sqrt(area * aspect))),
                  height = static_cast<int>(rint(sqrt(area / aspect)));
        if (width > 0 && width <= in.width && height > 0 && height <= in.height)
            return {wholeBelow(key, n + 2, in.height - height + 1), wholeBelow(key, n + 3, in.width - width + 1),
                    height, width};
    }
    const double widest = rint(in.height * kWidest), highest = rint(in.width * kWidest);
    const int width = widest < in.width ? static_cast<int>(widest) : in.width,
              height = highest < in.height ? static_cast<int>(highest) : in.height;
    return {(in.height - height) / 2, (in.width - width) / 2, height, width};
}

// Moves by whole pixels and mirrors, after a part of the picture is enlarged.
struct PlaceDraw {
    int cropY = 0, cropX = 0;   // from where a padded picture's crop begins, without the padding
    int shiftY = 0, shiftX = 0; // the source's place less the pixel's
    bool flip = false;
    bool isPart = false;
    PartDraw part = {};
};

// From -bound to bound.
BELFRY_HD inline int wholeAround(std::uint64_t key, std::uint32_t n, int bound) {
    return wholeBelow(key, n, 2 * bound + 1) - bound;
}

BELFRY_HD inline PlaceDraw drawPlace(const AugmentOperations& operations, const PictureSize& in,
                                     const ImageKey& image) {
    const std::uint64_t key = augmentKey(image.seed, image.epoch, image.id);
    const int crop = operations.whole(AugmentOperation::PadCrop), shift = operations.whole(AugmentOperation::Shift);
    PlaceDraw draw{wholeAround(key, 0, crop), wholeAround(key, 1, crop), wholeAround(key, 2, shift),
                   wholeAround(key, 3, shift), operations.has(AugmentOperation::Flip) && wholeBelow(key, 4, 2) == 1};
    if (operations.has(AugmentOperation::AlternateFlip)) {
        const std::uint64_t side = dropoutImageKey(image.seed, kSidePurpose, 0, static_cast<std::uint64_t>(image.id));
        draw.flip = (wholeBelow(side, 0, 2) + image.epoch) % 2 == 1;
    }
    draw.isPart = operations.has(AugmentOperation::ResizedCrop);
    if (draw.isPart)
        draw.part = drawPart(key, in, operations.number(AugmentOperation::ResizedCrop, 0),
                             operations.number(AugmentOperation::ResizedCrop, 1));
    return draw;
}

// `at` is less than a picture outside.
BELFRY_HD inline int reflected(int at, int size) {
    at = at < 0 ? -at : at;
    return at < size ? at : 2 * (size - 1) - at;
}

// The line of the source that a line of the output comes from; outside the picture it is of zeros.
BELFRY_HD inline int sourceRow(const PlaceDraw& draw, int y, int height) {
    return reflected(y + draw.shiftY, height) + draw.cropY;
}
BELFRY_HD inline int sourceColumn(const PlaceDraw& draw, int x, int width) {
    return reflected((draw.flip ? width - 1 - x : x) + draw.shiftX, width) + draw.cropX;
}

// Of a line of the enlarged part the two that it lies between, and how far from the first. Inside the part.
struct Between {
    int first = 0, second = 0;
    float share = 0;
};
BELFRY_HD inline Between between(int at, int begin, int length, int size) {
    const float place =
        (static_cast<float>(at) + 0.5f) * (static_cast<float>(length) / static_cast<float>(size)) - 0.5f;
    const float inside = place < 0 ? 0.0f : place;
    const int first = static_cast<int>(inside);
    return {begin + first, begin + (first + 1 < length ? first + 1 : first), inside - static_cast<float>(first)};
}

// Pixel (y, x) of the part enlarged to the picture's size, bilinear.
BELFRY_HD inline void enlargedPixel(const std::uint8_t* image, const PictureSize& in, const PartDraw& part, int y,
                                    int x, std::uint8_t* to) {
    const Between down = between(y, part.top, part.height, in.height),
                  across = between(x, part.left, part.width, in.width);
    const std::uint8_t* above = image + std::int64_t{down.first} * in.width * in.channels;
    const std::uint8_t* below = image + std::int64_t{down.second} * in.width * in.channels;
    for (int channel = 0; channel < in.channels; ++channel) {
        const std::int64_t left = std::int64_t{across.first} * in.channels + channel,
                           right = std::int64_t{across.second} * in.channels + channel;
        const auto mix = [](float a, float b, float share) { return a + (b - a) * share; };
        to[channel] = byteOf(mix(mix(above[left], above[right], across.share),
                                 mix(below[left], below[right], across.share), down.share));
    }
}

BELFRY_HD inline void placePixel(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw, int y, int x,
                                 std::uint8_t* out) {
    const int row = sourceRow(draw, y, in.height), column = sourceColumn(draw, x, in.width);
    const bool inside = row >= 0 && row < in.height && column >= 0 && column < in.width;
    std::uint8_t* to = out + (std::int64_t{y} * in.width + x) * in.channels;
    if (inside && draw.isPart)
        return enlargedPixel(image, in, draw.part, row, column, to);
    const std::uint8_t* from = image + (std::int64_t{row} * in.width + column) * in.channels;
    for (int channel = 0; channel < in.channels; ++channel)
        to[channel] = inside ? from[channel] : std::uint8_t{0};
}

} // namespace belfry
