// Colours of bytes, in floats of 0 to 255: the formulas of torchvision's functional transforms. For the CPU and for
// CUDA.
#pragma once

#include "core/kernels/augment.h"

namespace belfry {

// Functions of <cmath> that round, or choose one of two, are calls on processors without SSE 4.1.
BELFRY_HD inline float clamped(float value) { return value < 0 ? 0.0f : value > 255 ? 255.0f : value; }

BELFRY_HD inline std::uint8_t byteOf(float value) { return static_cast<std::uint8_t>(clamped(value) + 0.5f); }

struct Colour {
    float red = 0, green = 0, blue = 0; // of a grey picture red alone
};

BELFRY_HD inline float greyOf(const Colour& colour, int channels) {
    return channels == 3 ? 0.2989f * colour.red + 0.587f * colour.green + 0.114f * colour.blue : colour.red;
}

BELFRY_HD inline Colour mixed(const Colour& colour, float grey, float factor) {
    const float rest = (1 - factor) * grey;
    return {clamped(factor * colour.red + rest), clamped(factor * colour.green + rest),
            clamped(factor * colour.blue + rest)};
}

// From colour to hue, saturation and value, the hue turned, and back.
BELFRY_HD inline Colour turned(const Colour& colour, float turn) {
    const float most = colour.red > colour.green ? colour.red : colour.green,
                less = colour.red < colour.green ? colour.red : colour.green;
    const float value = colour.blue > most ? colour.blue : most, least = colour.blue < less ? colour.blue : less,
                chroma = value - least;
    if (chroma <= 0)
        return colour;
    const float sixth = value == colour.red     ? (colour.green - colour.blue) / chroma
                        : value == colour.green ? 2 + (colour.blue - colour.red) / chroma
                                                : 4 + (colour.red - colour.green) / chroma;
    const float hue = sixth / 6 + 1 + turn; // above 0
    const float place = (hue - static_cast<float>(static_cast<int>(hue))) * 6;
    const int side = static_cast<int>(place);
    const float part = place - static_cast<float>(side);
    const float low = value - chroma * part, high = least + chroma * part;
    switch (side % 6) {
    case 0:
        return {value, high, least};
    case 1:
        return {low, value, least};
    case 2:
        return {least, value, high};
    case 3:
        return {least, low, value};
    case 4:
        return {high, least, value};
    default:
        return {value, least, low};
    }
}

BELFRY_HD inline Colour colourOf(const std::uint8_t* pixel, int channels) {
    Colour colour;
    colour.red = static_cast<float>(pixel[0]);
    if (channels == 3) {
        colour.green = static_cast<float>(pixel[1]);
        colour.blue = static_cast<float>(pixel[2]);
    }
    return colour;
}

BELFRY_HD inline void put(const Colour& colour, int channels, std::uint8_t* pixel) {
    pixel[0] = byteOf(colour.red);
    if (channels == 3) {
        pixel[1] = byteOf(colour.green);
        pixel[2] = byteOf(colour.blue);
    }
}

// The mean grey value after the picture was made brighter by a factor.
template <typename Team>
BELFRY_TEAM float meanGrey(const Team& team, const PictureSize& size, float brightness, const std::uint8_t* picture) {
    const std::int64_t pixels = std::int64_t{size.height} * size.width;
    constexpr float kParts = 256; // of a grey value: their sum is of whole numbers
    const std::int64_t sum = team.sum(pixels, [&](std::int64_t i) {
        const Colour colour = mixed(colourOf(picture + i * size.channels, size.channels), 0, brightness);
        return static_cast<std::int64_t>(greyOf(colour, size.channels) * kParts + 0.5f);
    });
    return static_cast<float>(static_cast<double>(sum) / (static_cast<double>(pixels) * kParts));
}

// torchvision's ColorJitter, in this one order: brightness, contrast, saturation, hue; rounded once, at the end.
// Saturation and hue are of pictures with three channels.
struct JitterDraw {
    float brightness = 1, contrast = 1, saturation = 1, hue = 0;
};

BELFRY_HD inline JitterDraw drawJitter(const AugmentOperations& operations, std::uint64_t key) {
    const auto factor = [&](int which) {
        const float most = operations.number(AugmentOperation::Jitter, which);
        return uniformBetween(key, 8 + static_cast<std::uint32_t>(which), most < 1 ? 1 - most : 0.0f, 1 + most);
    };
    const float turn = operations.number(AugmentOperation::Jitter, 3);
    return {factor(0), factor(1), factor(2), uniformBetween(key, 11, -turn, turn)};
}

template <typename Team>
BELFRY_TEAM void jitter(const Team& team, const PictureSize& size, const JitterDraw& draw, std::uint8_t* picture) {
    const float mean = meanGrey(team, size, draw.brightness, picture);
    team.each(std::int64_t{size.height} * size.width, [&](std::int64_t i) {
        std::uint8_t* pixel = picture + i * size.channels;
        Colour colour = mixed(colourOf(pixel, size.channels), 0, draw.brightness);
        colour = mixed(colour, mean, draw.contrast);
        if (size.channels == 3)
            colour = turned(mixed(colour, greyOf(colour, 3), draw.saturation), draw.hue);
        put(colour, size.channels, pixel);
    });
}

} // namespace belfry
