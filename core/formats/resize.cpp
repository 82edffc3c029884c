#include "core/formats/resize.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// The old pixels that a new one depends on: first .. first + weights.size() - 1. The weights add up to 1.
struct Taps {
    std::size_t first = 0;
    std::vector<float> weights;
};

std::vector<Taps> tapsFor(int from, int to) {
    const double scale = static_cast<double>(from) / to, reach = std::max(1.0, scale);
    std::vector<Taps> all;
    for (int target = 0; target < to; ++target) {
        const double centre = (target + 0.5) * scale;
        const int first = std::max(0, static_cast<int>(centre - reach + 0.5));
        const int end = std::min(from, static_cast<int>(centre + reach + 0.5));
        Taps taps{static_cast<std::size_t>(first), {}};
        double sum = 0;
        for (int source = first; source < end; ++source) {
            const double weight = std::max(0.0, 1 - std::abs((source + 0.5 - centre) / reach));
            taps.weights.push_back(static_cast<float>(weight));
            sum += weight;
        }
        for (float& weight : taps.weights)
            weight = static_cast<float>(weight / sum);
        all.push_back(std::move(taps));
    }
    return all;
}

} // namespace

DecodedImage resized(const DecodedImage& image, int width, int height) {
    if (image.width == width && image.height == height)
        return image;
    const auto channels = static_cast<std::size_t>(image.channels);
    const std::size_t oldRow = static_cast<std::size_t>(image.width) * channels,
                      newRow = static_cast<std::size_t>(width) * channels;
    const std::vector<Taps> columns = tapsFor(image.width, width), rows = tapsFor(image.height, height);
    DecodedImage result{width, height, image.channels, Bytes(newRow * static_cast<std::size_t>(height))};
    std::vector<float> line(oldRow); // one new row, with the old width
    for (std::size_t y = 0; y < rows.size(); ++y) {
        std::ranges::fill(line, 0.0F);
        for (std::size_t tap = 0; tap < rows[y].weights.size(); ++tap) {
            const std::uint8_t* source = image.pixels.data() + (rows[y].first + tap) * oldRow;
            for (std::size_t i = 0; i < oldRow; ++i)
                line[i] += rows[y].weights[tap] * static_cast<float>(source[i]);
        }
        for (std::size_t x = 0; x < columns.size(); ++x)
            for (std::size_t c = 0; c < channels; ++c) {
                float sum = 0;
                for (std::size_t tap = 0; tap < columns[x].weights.size(); ++tap)
                    sum += columns[x].weights[tap] * line[(columns[x].first + tap) * channels + c];
                result.pixels[y * newRow + x * channels + c] =
                    static_cast<std::uint8_t>(std::clamp(std::lround(sum), 0L, 255L));
            }
    }
    return result;
}

DecodedImage withChannels(const DecodedImage& image, int channels) {
    if (image.channels == channels)
        return image;
    if (channels == 1)
        return toGrey(image);
    DecodedImage colour{image.width, image.height, 3, {}};
    colour.pixels.reserve(image.pixels.size() * 3);
    for (const std::uint8_t value : image.pixels)
        colour.pixels.insert(colour.pixels.end(), 3, value);
    return colour;
}

} // namespace belfry
