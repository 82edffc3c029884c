// Colours that tell classes, answers and confidences apart, in the window, in files and in reports. Plain values; any
// thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace belfry {

using Rgb = std::array<std::uint8_t, 3>;
std::string hexOf(const Rgb& colour); // "#0072b2"

// One colour as it is on a light and on a dark ground.
struct GroundColour {
    Rgb onLight{}, onDark{};
    const Rgb& on(bool dark) const { return dark ? onDark : onLight; }
    bool operator==(const GroundColour&) const = default;
};

// Of lines that also have dashes: a contrast of at least 3 with their ground. Okabe and Ito 2008, darker or lighter.
inline constexpr std::array<GroundColour, 5> kSeriesColours{{{{0x00, 0x72, 0xB2}, {0x56, 0xB4, 0xE9}},
                                                             {{0xC9, 0x85, 0x00}, {0xE6, 0x9F, 0x00}},
                                                             {{0x00, 0x9E, 0x73}, {0x1B, 0xBF, 0x8F}},
                                                             {{0xCC, 0x79, 0xA7}, {0xE0, 0x9B, 0xC4}},
                                                             {{0xD5, 0x5E, 0x00}, {0xF0, 0x7A, 0x2B}}}};

// Those of the series first. The first ten are told apart also by the colour-blind; from the eleventh on they resemble
// each other.
GroundColour classColour(int label);

inline constexpr GroundColour kRightColour{{0x54, 0x93, 0xC8}, {0x44, 0x87, 0xAE}};
inline constexpr GroundColour kWrongColour{{0xC6, 0x28, 0x28}, {0xFF, 0x8A, 0x80}};

// Confidences in steps: below the first bound, from there to the next, ..., from the last on.
inline constexpr std::array kConfidenceBounds{0.5, 0.7, 0.9, 0.99};
inline constexpr std::size_t kConfidenceSteps = kConfidenceBounds.size() + 1;
std::size_t confidenceStep(double confidence);
// Viridis (CC0), with unsure answers furthest from the ground.
GroundColour confidenceColour(std::size_t step);

} // namespace belfry
