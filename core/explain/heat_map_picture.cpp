#include "core/explain/heat_map_picture.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// Evenly spaced from 0 to 1.
constexpr std::uint8_t kInferno[][3] = {
    {0, 0, 4},      {4, 3, 18},     {11, 7, 36},     {21, 11, 55},    {33, 12, 74},   {46, 10, 90},   {60, 9, 101},
    {74, 12, 107},  {87, 16, 109},  {99, 20, 110},   {112, 25, 110},  {125, 30, 109}, {137, 34, 106}, {150, 39, 102},
    {163, 43, 97},  {175, 49, 92},  {187, 55, 85},   {198, 62, 77},   {209, 70, 68},  {219, 79, 59},  {227, 89, 50},
    {235, 101, 40}, {241, 113, 30}, {246, 127, 20},  {249, 141, 10},  {251, 156, 6},  {252, 171, 15}, {251, 186, 31},
    {249, 202, 50}, {245, 217, 73}, {242, 232, 101}, {243, 245, 134}, {252, 255, 164}};
constexpr int kSteps = std::size(kInferno) - 1;

std::uint8_t between(float from, float to, float part) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * part));
}

// ITU-R BT.601, as toGrey() has it.
float lumaOf(const std::uint8_t* pixel, int channels) {
    if (channels != 3)
        return pixel[0];
    return (299.0F * pixel[0] + 587.0F * pixel[1] + 114.0F * pixel[2]) / 1000;
}

} // namespace

std::array<std::uint8_t, 3> heatColour(float value) {
    const float place = std::clamp(value, 0.0F, 1.0F) * kSteps;
    const int step = std::min(static_cast<int>(place), kSteps - 1);
    std::array<std::uint8_t, 3> colour{};
    for (std::size_t i = 0; i < colour.size(); ++i)
        colour[i] = between(kInferno[step][i], kInferno[step + 1][i], place - static_cast<float>(step));
    return colour;
}

std::vector<std::uint8_t> blend(const HeatMap& map, std::span<const std::uint8_t> picture, int channels,
                                float opacity) {
    std::vector<std::uint8_t> blended;
    blended.reserve(map.values.size() * 3);
    for (std::size_t pixel = 0; pixel < map.values.size(); ++pixel) {
        const float grey = lumaOf(picture.data() + pixel * static_cast<std::size_t>(channels), channels);
        for (const std::uint8_t colour : heatColour(map.values[pixel]))
            blended.push_back(between(grey, colour, opacity * map.values[pixel]));
    }
    return blended;
}

} // namespace belfry
