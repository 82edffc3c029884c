// Colours that mean something: they are told apart, also by the colour-blind, and seen on their ground.
#include "core/base/ground_colours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace belfry {
namespace {

using Three = std::array<double, 3>;
using Matrix = std::array<Three, 3>;

// Of linear colours: as all see them, and with protanopia, deuteranopia and tritanopia (Machado, Oliveira, Fernandes
// 2009).
constexpr std::array<Matrix, 4> kEyes{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};
constexpr Matrix kToXyz{{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
constexpr Rgb kWhite{255, 255, 255}, kDarkCard{0x1A, 0x1E, 0x24}; // of the theme

Three times(const Matrix& matrix, const Three& values) {
    Three out{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            out.at(row) += matrix.at(row).at(column) * values.at(column);
    return out;
}

Three linear(const Rgb& colour) {
    Three out{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double part = colour.at(i) / 255.0;
        out.at(i) = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    }
    return out;
}

Three labOf(const Rgb& colour, const Matrix& eye) {
    Three seen = times(eye, linear(colour));
    for (double& part : seen)
        part = std::clamp(part, 0.0, 1.0);
    const Three xyz = times(kToXyz, seen);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Three& a, const Three& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

double contrast(const Rgb& a, const Rgb& b) {
    const double x = times(kToXyz, linear(a))[1], y = times(kToXyz, linear(b))[1];
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// The least distance in CIELAB of two of them, for eyes of every kind.
double leastDistance(const std::vector<Rgb>& colours) {
    double least = 1e9;
    for (const Matrix& eye : kEyes)
        for (std::size_t i = 0; i < colours.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                least = std::min(least, distance(labOf(colours[i], eye), labOf(colours[k], eye)));
    return least;
}

TEST(Colours, OfTenClassesAreToldApartByAll) {
    for (const bool dark : {false, true}) {
        std::vector<Rgb> colours;
        for (int label = 0; label < 10; ++label)
            colours.push_back(classColour(label).on(dark));
        EXPECT_GT(leastDistance(colours), 5.9) << "dark: " << dark;
        for (const Rgb& colour : colours)
            EXPECT_GT(contrast(colour, dark ? kDarkCard : kWhite), 2.2) << hexOf(colour);
    }
}

TEST(Colours, OfManyClassesAreDifferent) {
    for (const bool dark : {false, true}) {
        std::set<Rgb> colours;
        for (int label = 0; label < 64; ++label)
            colours.insert(classColour(label).on(dark));
        EXPECT_EQ(colours.size(), 64U);
    }
}

TEST(Colours, OfConfidencesFadeTowardsTheGround) {
    for (const bool dark : {false, true}) {
        const Rgb ground = dark ? kDarkCard : kWhite;
        std::vector<Rgb> colours;
        for (std::size_t step = 0; step < kConfidenceSteps; ++step)
            colours.push_back(confidenceColour(step).on(dark));
        EXPECT_GT(leastDistance(colours), 13) << "dark: " << dark;
        EXPECT_TRUE(std::ranges::is_sorted(colours, std::ranges::greater(),
                                           [&ground](const Rgb& colour) { return contrast(colour, ground); }))
            << "dark: " << dark;
    }
}

TEST(Colours, OfRightAndWrongAreToldApartByAll) {
    for (const bool dark : {false, true})
        EXPECT_GT(leastDistance({kRightColour.on(dark), kWrongColour.on(dark)}), 30);
}

TEST(Colours, AreWrittenInHexadecimal) { EXPECT_EQ(hexOf({0, 0x72, 0xB2}), "#0072b2"); }

TEST(Colours, StepsOfConfidenceBeginAtTheirBounds) {
    EXPECT_EQ(confidenceStep(0), 0U);
    EXPECT_EQ(confidenceStep(0.4999), 0U);
    EXPECT_EQ(confidenceStep(0.5), 1U);
    EXPECT_EQ(confidenceStep(0.99), 4U);
    EXPECT_EQ(confidenceStep(1), 4U);
}

} // namespace
} // namespace belfry
