#include "core/base/ground_colours.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// By maximin of the distances in CIELAB for normal sight and for protanopia, deuteranopia and tritanopia (Machado,
// Oliveira, Fernandes 2009), beside the series.
constexpr std::array<GroundColour, 5> kFurtherColours{{{{0x56, 0xB4, 0xE9}, {0x3D, 0x74, 0xF5}},
                                                       {{0x5A, 0x18, 0x9A}, {0xE8, 0xF6, 0xF0}},
                                                       {{0x74, 0x3D, 0x06}, {0xE8, 0xDA, 0x8A}},
                                                       {{0x0F, 0x4A, 0x3C}, {0xC4, 0x31, 0x31}},
                                                       {{0x3B, 0x3B, 0xF5}, {0x7A, 0x7A, 0x7A}}}};
constexpr double kLighterWhenDark = 0.20;
constexpr double kTurn = 0.618033988749895; // of a circle: the next hue is far from all before

// All from 0 to 1.
Rgb ofHue(double hue, double saturation, double lightness) {
    const double reach = saturation * std::min(lightness, 1 - lightness);
    const auto part = [&](double offset) {
        const double place = std::fmod(offset + 12 * hue, 12);
        return static_cast<std::uint8_t>(
            std::lround(255 * (lightness - reach * std::clamp(std::min(place - 3, 9 - place), -1.0, 1.0))));
    };
    return {part(0), part(8), part(4)};
}

} // namespace

std::string hexOf(const Rgb& colour) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t part : colour)
        text += {kDigits[part >> 4], kDigits[part & 15]};
    return text;
}

GroundColour classColour(int label) {
    const auto index = static_cast<std::size_t>(label);
    constexpr std::size_t kChosen = kSeriesColours.size() + kFurtherColours.size();
    if (index < kSeriesColours.size())
        return kSeriesColours.at(index);
    if (index < kChosen)
        return kFurtherColours.at(index - kSeriesColours.size());
    double whole = 0;
    const double hue = std::modf(kTurn * static_cast<double>(index - kSeriesColours.size()), &whole);
    const double saturation = index % 2 == 1 ? 0.75 : 0.45, lightness = index % 3 == 2 ? 0.34 : 0.46;
    return {ofHue(hue, saturation, lightness), ofHue(hue, saturation, lightness + kLighterWhenDark)};
}

std::size_t confidenceStep(double confidence) {
    return static_cast<std::size_t>(std::ranges::upper_bound(kConfidenceBounds, confidence) -
                                    kConfidenceBounds.begin());
}

GroundColour confidenceColour(std::size_t step) {
    constexpr std::array<GroundColour, kConfidenceSteps> kColours{{{{0x44, 0x01, 0x54}, {0xFD, 0xE7, 0x25}},
                                                                   {{0x3B, 0x52, 0x8B}, {0x7A, 0xD1, 0x51}},
                                                                   {{0x21, 0x91, 0x8C}, {0x22, 0xA8, 0x84}},
                                                                   {{0x5E, 0xC9, 0x62}, {0x2A, 0x78, 0x8E}},
                                                                   {{0xC8, 0xDF, 0x6A}, {0x41, 0x44, 0x87}}}};
    return kColours.at(step);
}

} // namespace belfry
