#include "ui/widgets/map_pictures.h"

#include "core/explain/heat_map_picture.h"
#include "ui/widgets/pictures.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace belfry {
namespace {

float inRange(float value, const MapRange& range) {
    const float width = range.high - range.low;
    return width > 0 && std::isfinite(value) ? std::clamp((value - range.low) / width, 0.0F, 1.0F) : 0.0F;
}

// Between the middles of the map's places, as a heat map is resized.
float between(std::span<const float> map, int height, int width, double y, double x) {
    const double row = std::clamp(y, 0.0, height - 1.0), column = std::clamp(x, 0.0, width - 1.0);
    const int top = static_cast<int>(row), left = static_cast<int>(column);
    const int bottom = std::min(top + 1, height - 1), right = std::min(left + 1, width - 1);
    const double down = row - top, along = column - left;
    const auto at = [&](int r, int c) { return double{map[static_cast<std::size_t>(r * width + c)]}; };
    return static_cast<float>((at(top, left) * (1 - along) + at(top, right) * along) * (1 - down) +
                              (at(bottom, left) * (1 - along) + at(bottom, right) * along) * down);
}

} // namespace

MapRange rangeOf(std::span<const float> values) {
    if (values.empty())
        return {};
    const auto [least, most] = std::ranges::minmax_element(values);
    return {*least, *most};
}

QImage heatImage(const HeatMap& map, std::span<const std::uint8_t> picture, const ImageShape& shape) {
    if (map.height != shape.height || map.width != shape.width ||
        picture.size() != static_cast<std::size_t>(shape.bytes()))
        return {};
    const std::vector<std::uint8_t> blended = blend(map, picture, shape.channels);
    return imageFromBytes(blended, {3, shape.height, shape.width});
}

QImage mapImage(std::span<const float> map, int height, int width, const MapRange& range) {
    if (map.empty() || map.size() != static_cast<std::size_t>(height) * static_cast<std::size_t>(width))
        return {};
    QImage image(width, height, QImage::Format_RGB888);
    for (int y = 0; y < height; ++y) {
        std::uint8_t* row = image.scanLine(y);
        for (int x = 0; x < width; ++x)
            std::ranges::copy(heatColour(inRange(map[static_cast<std::size_t>(y * width + x)], range)), row + 3 * x);
    }
    return image;
}

QImage mapOverPicture(std::span<const float> map, int height, int width, const MapRange& range,
                      std::span<const std::uint8_t> picture, const ImageShape& shape) {
    if (map.empty() || map.size() != static_cast<std::size_t>(height) * static_cast<std::size_t>(width))
        return {};
    HeatMap enlarged{.height = shape.height, .width = shape.width};
    enlarged.values.reserve(static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width));
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            enlarged.values.push_back(inRange(between(map, height, width, (y + 0.5) * height / shape.height - 0.5,
                                                      (x + 0.5) * width / shape.width - 0.5),
                                              range));
    return heatImage(enlarged, picture, shape);
}

std::span<const float> filterValues(const FilterPictures& filters, int filter) {
    const auto each = static_cast<std::size_t>(filters.channels) * static_cast<std::size_t>(filters.height) *
                      static_cast<std::size_t>(filters.width);
    return std::span(filters.values).subspan(static_cast<std::size_t>(filter) * each, each);
}

QImage filterImage(const FilterPictures& filters, int filter) {
    const MapRange all = rangeOf(filters.values);
    const float most = std::max({std::abs(all.low), std::abs(all.high), 1e-12F});
    std::vector<std::uint8_t> bytes;
    for (const float weight : filterValues(filters, filter))
        bytes.push_back(
            static_cast<std::uint8_t>(std::lround(127.5F + 127.5F * std::clamp(weight / most, -1.0F, 1.0F))));
    return imageFromBytes(bytes, {filters.channels, filters.height, filters.width});
}

} // namespace belfry
