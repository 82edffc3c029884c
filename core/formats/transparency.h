// Transparent pictures on a white page. Internal to core/formats.
#pragma once

#include "core/formats/bytes.h"

#include <cstddef>
#include <cstdint>

namespace belfry {

// Blends value over white, rounded.
inline std::uint8_t overWhite(unsigned value, unsigned alpha) {
    return static_cast<std::uint8_t>((value * alpha + 255 * (255 - alpha) + 127) / 255);
}

// RGBA to `channels` (1: the red one), in place: writing never overtakes reading.
inline void flattenOnWhite(Bytes& pixels, int channels) {
    std::size_t out = 0;
    for (std::size_t in = 0; in < pixels.size(); in += 4) {
        const unsigned alpha = pixels[in + 3];
        for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c)
            pixels[out++] = overWhite(pixels[in + c], alpha);
    }
    pixels.resize(out);
    pixels.shrink_to_fit();
}

} // namespace belfry
