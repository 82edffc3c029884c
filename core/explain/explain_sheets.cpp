#include "core/explain/explain_sheets.h"

#include "core/explain/heat_map_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace belfry {
namespace {

constexpr int kGap = 8, kBarWidth = 16, kDigitScale = 2;
constexpr int kLeastMap = 24, kUnit = 8; // sides of a map and of a unit, in pixels
constexpr int kLine = 1;                 // between maps
constexpr std::uint8_t kPaper = 255, kBetween = 64, kInk = 0;

// Of 3 x 5 pixels.
constexpr std::array<std::string_view, 5> kZero{"###", "# #", "# #", "# #", "###"},
    kOne{" # ", "## ", " # ", " # ", "###"};
constexpr int kDigitWidth = 3 * kDigitScale, kDigitHeight = 5 * kDigitScale;

DecodedImage paper(int width, int height, int channels, std::uint8_t value) {
    DecodedImage image{width, height, channels, {}};
    image.pixels.assign(
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels), value);
    return image;
}

// pixel(y, x, channel), each as a square of `scale`.
template <typename Pixel>
void draw(DecodedImage& on, int top, int left, int height, int width, int scale, const Pixel& pixel) {
    for (int y = 0; y < height * scale; ++y)
        for (int x = 0; x < width * scale; ++x)
            for (int channel = 0; channel < on.channels; ++channel)
                on.pixels[(static_cast<std::size_t>(top + y) * static_cast<std::size_t>(on.width) +
                           static_cast<std::size_t>(left + x)) *
                              static_cast<std::size_t>(on.channels) +
                          static_cast<std::size_t>(channel)] = pixel(y / scale, x / scale, channel);
}

void drawDigit(DecodedImage& on, int top, int left, const std::array<std::string_view, 5>& digit) {
    draw(
        on, top, left, 5, 3, kDigitScale,
        [&](int y, int x, int) {
            return digit[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#' ? kInk : kPaper;
        });
}

int timesUpTo(int least, int side) { return std::max(1, (least + side - 1) / side); }

// `count` pictures in a grid that is about square. pixel(number, y, x, channel)
template <typename Pixel>
DecodedImage grid(int count, int height, int width, int channels, int scale, const Pixel& pixel) {
    const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    const int rows = (count + columns - 1) / columns;
    DecodedImage sheet =
        paper(columns * (width * scale + kLine) + kLine, rows * (height * scale + kLine) + kLine, channels, kBetween);
    for (int number = 0; number < count; ++number)
        draw(sheet, kLine + number / columns * (height * scale + kLine),
             kLine + number % columns * (width * scale + kLine), height, width, scale,
             [&](int y, int x, int channel) { return pixel(number, y, x, channel); });
    return sheet;
}

} // namespace

DecodedImage heatMapSheet(const HeatMap& map, std::span<const std::uint8_t> picture, int channels) {
    const int scale = timesUpTo(kSheetHeight, map.height);
    const int height = map.height * scale, width = map.width * scale;
    const int bar = 2 * (width + kGap);
    DecodedImage sheet = paper(bar + kBarWidth + kGap / 2 + kDigitWidth + kGap / 2, height, 3, kPaper);
    const auto at = [&map](int y, int x) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(map.width) + static_cast<std::size_t>(x);
    };
    draw(sheet, 0, 0, map.height, map.width, scale, [&](int y, int x, int channel) {
        return picture[at(y, x) * static_cast<std::size_t>(channels) +
                       static_cast<std::size_t>(channels == 3 ? channel : 0)];
    });
    const std::vector<std::uint8_t> blended = blend(map, picture, channels);
    draw(sheet, 0, width + kGap, map.height, map.width, scale,
         [&](int y, int x, int channel) { return blended[at(y, x) * 3 + static_cast<std::size_t>(channel)]; });
    draw(sheet, 0, bar, height, kBarWidth, 1, [height](int y, int, int channel) {
        const float value = 1 - static_cast<float>(y) / static_cast<float>(height - 1);
        return heatColour(value)[static_cast<std::size_t>(channel)];
    });
    const int digits = bar + kBarWidth + kGap / 2;
    drawDigit(sheet, 0, digits, kOne);
    drawDigit(sheet, height - kDigitHeight, digits, kZero);
    return sheet;
}

DecodedImage layerSheet(const LayerMaps& layer) {
    const bool units = layer.height * layer.width == 1;
    const auto [least, most] = std::ranges::minmax(layer.values);
    const float range = most > least ? most - least : 1;
    const int scale = units ? kUnit : timesUpTo(kLeastMap, std::max(layer.height, layer.width));
    return grid(layer.channels, layer.height, layer.width, 3, scale,
                [&, low = least](int map, int y, int x, int channel) {
                    const float value = layer.map(map)[static_cast<std::size_t>(y * layer.width + x)];
                    return heatColour((value - low) / range)[static_cast<std::size_t>(channel)];
                });
}

DecodedImage filterSheet(const FilterPictures& filters) {
    constexpr float kZeroGrey = 127.5F;
    float largest = 0;
    for (const float value : filters.values)
        largest = std::max(largest, std::abs(value));
    const int scale = timesUpTo(kLeastMap, std::max(filters.height, filters.width));
    return grid(filters.filters, filters.height, filters.width, filters.channels, scale,
                [&](int filter, int y, int x, int channel) {
                    const int place = ((filter * filters.height + y) * filters.width + x) * filters.channels + channel;
                    const float value = filters.values[static_cast<std::size_t>(place)];
                    const float part = largest > 0 ? value / largest : 0;
                    return static_cast<std::uint8_t>(std::lround(kZeroGrey + kZeroGrey * part));
                });
}

} // namespace belfry
