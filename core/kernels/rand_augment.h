// RandAugment (Cubuk et al. 2019, arXiv:1909.13719) with the operations, ranges and 31 magnitudes of torchvision's,
// drawn with equal chance. What lies beyond the edge is black, and no pixels are mixed. For the CPU and for CUDA; a
// team is augment_operations.h's.
#pragma once

#include "core/kernels/augment.h"
#include "core/kernels/augment_colours.h"

namespace belfry {

enum class RandOperation {
    Identity,
    ShearX,
    ShearY,
    TranslateX,
    TranslateY,
    Rotate,
    Brightness,
    Colour, // saturation
    Contrast,
    Sharpness,
    Posterise,
    Solarise,
    AutoContrast,
    Equalise
};
inline constexpr int kRandOperations = 14;
inline constexpr float kMostMagnitude = 30;

struct RandDraw {
    RandOperation operation = RandOperation::Identity;
    float amount = 0; // what the magnitude means to the operation, with its sign
};

// magnitude: 0 to kMostMagnitude. sign: -1 or 1, where the operation has one.
BELFRY_HD inline RandDraw randDraw(RandOperation operation, const PictureSize& size, float magnitude, float sign) {
    const float share = magnitude / kMostMagnitude;
    switch (operation) {
    case RandOperation::ShearX:
    case RandOperation::ShearY:
        return {operation, sign * 0.3f * share};
    case RandOperation::TranslateX:
        return {operation, sign * floorf(150.0f / 331 * static_cast<float>(size.width) * share)};
    case RandOperation::TranslateY:
        return {operation, sign * floorf(150.0f / 331 * static_cast<float>(size.height) * share)};
    case RandOperation::Rotate:
        return {operation, sign * share * (30 * 3.14159265f / 180)};
    case RandOperation::Brightness:
    case RandOperation::Colour:
    case RandOperation::Contrast:
    case RandOperation::Sharpness:
        return {operation, 1 + sign * 0.9f * share};
    case RandOperation::Posterise:
        return {operation, 8 - rintf(magnitude / (kMostMagnitude / 4))}; // bits that stay
    case RandOperation::Solarise:
        return {operation, 255 * (1 - share)}; // from where on bytes are inverted
    default:
        return {operation, 0};
    }
}

// Where pixel (y, x) comes from.
struct FromPixel {
    int y = 0, x = 0;
};

BELFRY_HD inline FromPixel bentFrom(const RandDraw& draw, const PictureSize& size, int y, int x) {
    const float middleY = static_cast<float>(y) + 0.5f, middleX = static_cast<float>(x) + 0.5f;
    float fromY = middleY, fromX = middleX;
    if (draw.operation == RandOperation::ShearX) {
        fromX += draw.amount * middleY;
    } else if (draw.operation == RandOperation::ShearY) {
        fromY += draw.amount * middleX;
    } else if (draw.operation == RandOperation::TranslateX) {
        fromX -= draw.amount;
    } else if (draw.operation == RandOperation::TranslateY) {
        fromY -= draw.amount;
    } else { // Rotate
        const float aroundY = 0.5f * static_cast<float>(size.height), aroundX = 0.5f * static_cast<float>(size.width);
        const float cosine = cosf(draw.amount), sine = sinf(draw.amount);
        fromX = aroundX + cosine * (middleX - aroundX) + sine * (middleY - aroundY);
        fromY = aroundY - sine * (middleX - aroundX) + cosine * (middleY - aroundY);
    }
    return {static_cast<int>(floorf(fromY)), static_cast<int>(floorf(fromX))};
}

BELFRY_HD inline bool bends(RandOperation operation) {
    return operation >= RandOperation::ShearX && operation <= RandOperation::Rotate;
}

BELFRY_HD inline void bentPixel(const std::uint8_t* from, const PictureSize& size, const RandDraw& draw, int y, int x,
                                std::uint8_t* to) {
    const FromPixel pixel = bentFrom(draw, size, y, x);
    const bool inside = pixel.y >= 0 && pixel.y < size.height && pixel.x >= 0 && pixel.x < size.width;
    for (int channel = 0; channel < size.channels; ++channel)
        to[channel] =
            inside ? from[(std::int64_t{pixel.y} * size.width + pixel.x) * size.channels + channel] : std::uint8_t{0};
}

// Between the pixel and the mean of its neighbours, itself weighted by five; pixels at the edge stay.
BELFRY_HD inline void sharpPixel(const std::uint8_t* from, const PictureSize& size, float factor, int y, int x,
                                 std::uint8_t* to) {
    const bool inner = y > 0 && y + 1 < size.height && x > 0 && x + 1 < size.width;
    const std::int64_t line = std::int64_t{size.width} * size.channels, at = y * line + std::int64_t{x} * size.channels;
    for (int channel = 0; channel < size.channels; ++channel) {
        const std::uint8_t* pixel = from + at + channel;
        if (!inner) {
            to[channel] = *pixel;
            continue;
        }
        int sum = 4 * *pixel;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                sum += pixel[dy * line + std::int64_t{dx} * size.channels];
        to[channel] = byteOf(factor * static_cast<float>(*pixel) + (1 - factor) * (static_cast<float>(sum) / 13));
    }
}

// Each byte by a table that is made from how often each of them is there, channel by channel.
template <typename Team>
BELFRY_TEAM void spread(const Team& team, const PictureSize& size, bool equalise, std::uint8_t* picture) {
    const std::int64_t pixels = std::int64_t{size.height} * size.width;
    int *const counts = team.table(0), *const mapped = team.table(1);
    for (int channel = 0; channel < size.channels; ++channel) {
        team.each(
            256, [&](std::int64_t value) { counts[value] = 0; });
        team.each(pixels, [&](std::int64_t i) { team.count(counts[picture[i * size.channels + channel]]); });
        int least = 0, most = 255;
        while (counts[least] == 0)
            ++least;
        while (counts[most] == 0)
            --most;
        const int step = static_cast<int>(pixels - counts[most]) / 255;
        const bool changes = equalise ? step > 0 : least < most;
        team.each(256, [&](std::int64_t value) {
            int below = 0; // pixels that are darker
            for (int darker = 0; equalise && darker < value; ++darker)
                below += counts[darker];
            const float scale = 255.0f / static_cast<float>(most > least ? most - least : 1);
            const int equal = (below + step / 2) / (step > 0 ? step : 1);
            mapped[value] = !changes   ? static_cast<int>(value)
                            : equalise ? (equal < 255 ? equal : 255)
                                       : byteOf(static_cast<float>(static_cast<int>(value) - least) * scale);
        });
        team.each(pixels, [&](std::int64_t i) {
            std::uint8_t& value = picture[i * size.channels + channel];
            value = static_cast<std::uint8_t>(mapped[value]);
        });
    }
}

// Of a pixel alone; mean: of the picture's grey, for Contrast.
BELFRY_HD inline void recolour(const RandDraw& draw, int channels, float mean, std::uint8_t* pixel) {
    const Colour colour = colourOf(pixel, channels);
    const float towards = draw.operation == RandOperation::Contrast ? mean
                          : draw.operation == RandOperation::Colour ? greyOf(colour, channels)
                                                                    : 0.0f;
    put(mixed(colour, towards, draw.amount), channels, pixel);
}

BELFRY_HD inline std::uint8_t remapped(const RandDraw& draw, std::uint8_t value) {
    if (draw.operation == RandOperation::Posterise)
        return static_cast<std::uint8_t>(value & (0xFF << (8 - static_cast<int>(draw.amount))));
    return static_cast<float>(value) >= draw.amount ? static_cast<std::uint8_t>(255 - value) : value; // Solarise
}

// In place.
template <typename Team>
BELFRY_TEAM void randColours(const Team& team, const PictureSize& size, const RandDraw& draw, std::uint8_t* picture) {
    const std::int64_t pixels = std::int64_t{size.height} * size.width;
    if (draw.operation == RandOperation::AutoContrast || draw.operation == RandOperation::Equalise)
        return spread(team, size, draw.operation == RandOperation::Equalise, picture);
    if (draw.operation == RandOperation::Posterise || draw.operation == RandOperation::Solarise)
        return team.each(pixels * size.channels, [&](std::int64_t i) { picture[i] = remapped(draw, picture[i]); });
    const float mean = draw.operation == RandOperation::Contrast ? meanGrey(team, size, 1, picture) : 0.0f;
    team.each(pixels, [&](std::int64_t i) { recolour(draw, size.channels, mean, picture + i * size.channels); });
}

template <typename Team>
BELFRY_TEAM void randAugment(const Team& team, const AugmentOperations& operations, const PictureSize& size,
                             std::uint64_t key, std::uint8_t* picture, std::uint8_t* spare) {
    const int count = operations.whole(AugmentOperation::RandAugment);
    for (int i = 0; i < count; ++i) {
        const std::uint32_t n = 64 + 2 * static_cast<std::uint32_t>(i);
        const RandDraw draw = randDraw(static_cast<RandOperation>(wholeBelow(key, n, kRandOperations)), size,
                                       operations.number(AugmentOperation::RandAugment, 1),
                                       wholeBelow(key, n + 1, 2) == 1 ? 1.0f : -1.0f);
        const bool sharpens = draw.operation == RandOperation::Sharpness;
        if (sharpens || bends(draw.operation)) {
            team.pixels(
                size.height, size.width,
                [&](int y, int x) {
                    std::uint8_t* to = spare + (std::int64_t{y} * size.width + x) * size.channels;
                    if (sharpens)
                        sharpPixel(picture, size, draw.amount, y, x, to);
                    else
                        bentPixel(picture, size, draw, y, x, to);
                });
            team.each(size.numbers(), [&](std::int64_t at) { picture[at] = spare[at]; });
        } else if (draw.operation != RandOperation::Identity) {
            randColours(team, size, draw, picture);
        }
    }
}

} // namespace belfry
