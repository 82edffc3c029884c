#include "core/explain/map_colours.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Rgb = std::array<std::uint8_t, 3>;

// Okabe and Ito 2008 without black, then darker ones of other hues.
constexpr std::array<Rgb, 10> kClassColours{{{0x00, 0x72, 0xB2},
                                             {0xE6, 0x9F, 0x00},
                                             {0x00, 0x9E, 0x73},
                                             {0xCC, 0x79, 0xA7},
                                             {0xD5, 0x5E, 0x00},
                                             {0x56, 0xB4, 0xE9},
                                             {0xF0, 0xE4, 0x42},
                                             {0x66, 0x33, 0x99},
                                             {0x80, 0x80, 0x80},
                                             {0x6B, 0x3E, 0x1B}}};
constexpr Rgb kRight{0xB8, 0xBE, 0xC4}, kWrong{0xD5, 0x5E, 0x00};
// Viridis (CC0) from its dark end: unsure answers stand out.
constexpr std::array<Rgb, 5> kConfidenceColours{
    {{0x44, 0x01, 0x54}, {0x3B, 0x52, 0x8B}, {0x21, 0x91, 0x8C}, {0x5E, 0xC9, 0x62}, {0xC8, 0xDF, 0x6A}}};
constexpr std::array<const char*, 5> kConfidenceNames{"confidence below 50 %", "50 to 80 %", "80 to 95 %", "95 to 99 %",
                                                      "99 % and more"};

std::size_t confidenceStep(float confidence) {
    constexpr std::array<float, 4> kBounds{0.5F, 0.8F, 0.95F, 0.99F};
    return static_cast<std::size_t>(std::ranges::upper_bound(kBounds, confidence) - kBounds.begin());
}

// Hue 0 to 6, full saturation.
Rgb ofHue(double hue, double lightness) {
    const auto part = [&](double shift) {
        const double place = std::fmod(hue + shift, 6.0);
        const double value = std::clamp(std::abs(place - 3) - 1, 0.0, 1.0);
        return static_cast<std::uint8_t>(std::lround(255 * lightness * (0.15 + 0.85 * value)));
    };
    return {part(0), part(4), part(2)};
}

} // namespace

Rgb mapClassColour(int label, int classes) {
    if (classes <= static_cast<int>(kClassColours.size()))
        return kClassColours.at(static_cast<std::size_t>(label));
    constexpr double kGoldenRatio = 0.6180339887; // neighbours in the list are far apart in hue
    return ofHue(6 * std::fmod(label * kGoldenRatio, 1.0), label % 2 == 0 ? 0.85 : 0.6);
}

MapColours::MapColours(const MappedPictures& pictures, MapColouring colouring) {
    const auto count = static_cast<int>(pictures.classes.size());
    if (colouring == MapColouring::Error)
        groups_ = {{"right", kRight, {}}, {"wrong", kWrong, {}}};
    else if (colouring == MapColouring::Confidence)
        for (std::size_t step = kConfidenceNames.size(); step-- > 0;)
            groups_.push_back({kConfidenceNames.at(step), kConfidenceColours.at(step), {}});
    else
        for (int label = 0; label < count; ++label)
            groups_.push_back({pictures.classes[static_cast<std::size_t>(label)], mapClassColour(label, count), {}});
    for (std::size_t i = 0; i < pictures.points.size(); ++i) {
        const std::size_t group = colouring == MapColouring::Class    ? pictures.labels[i]
                                  : colouring == MapColouring::Answer ? pictures.answers[i]
                                  : colouring == MapColouring::Error
                                      ? static_cast<std::size_t>(pictures.labels[i] != pictures.answers[i])
                                      : kConfidenceNames.size() - 1 - confidenceStep(pictures.confidences[i]);
        groups_[group].points.push_back(i);
    }
}

std::string hexOf(const Rgb& colour) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t part : colour)
        text += {kDigits[part >> 4], kDigits[part & 15]};
    return text;
}

double mapPointRadius(std::size_t points) {
    return std::clamp(200 / std::sqrt(static_cast<double>(std::max<std::size_t>(points, 1))), 1.0, 6.0);
}

} // namespace belfry
