#include "core/base/random.h"
#include "core/predict/centring.h"
#include "core/predict/drawing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr float kPadPen = 22; // of a pad of 280 units

// A wandering pen: one to four strokes of 2 to 40 points within the pad.
Drawing randomDrawing(std::uint64_t seed) {
    RandomStream random(seed, Purpose::Sample);
    Drawing drawing(1 + random.below(4));
    for (Stroke& stroke : drawing) {
        auto x = static_cast<float>(280 * random.uniform()), y = static_cast<float>(280 * random.uniform());
        for (std::uint64_t i = 2 + random.below(39); i > 0; --i) {
            stroke.push_back({x, y});
            x = std::clamp(x + static_cast<float>(20 * random.normal()), 0.0F, 280.0F);
            y = std::clamp(y + static_cast<float>(20 * random.normal()), 0.0F, 280.0F);
        }
    }
    return drawing;
}

float longestSide(const Drawing& drawing) {
    float left = 1e9F, top = 1e9F, right = -1e9F, bottom = -1e9F;
    for (const Stroke& stroke : drawing)
        for (const StrokePoint point : stroke) {
            left = std::min(left, point.x), right = std::max(right, point.x);
            top = std::min(top, point.y), bottom = std::max(bottom, point.y);
        }
    return std::max(right - left, bottom - top);
}

Drawing moved(Drawing drawing, float scale, float dx, float dy) {
    for (Stroke& stroke : drawing)
        for (StrokePoint& point : stroke)
            point = {point.x * scale + dx, point.y * scale + dy};
    return drawing;
}

int columnsOfInk(const DigitImage& image) {
    int columns = 0;
    for (int x = 0; x < 28; ++x) {
        bool ink = false;
        for (int y = 0; y < 28; ++y)
            ink = ink || image[y * 28 + x] > 0;
        columns += ink;
    }
    return columns;
}

bool touches(const DigitImage& image, bool columns, int line) {
    for (int i = 0; i < 28; ++i)
        if (image[columns ? i * 28 + line : line * 28 + i] > 0)
            return true;
    return false;
}

// Nearest (14, 14), unless the next whole pixel would push ink out.
void expectCentred(const DigitImage& image, const InkMeasure& ink) {
    for (const bool columns : {true, false}) {
        const double centre = columns ? ink.centreX : ink.centreY;
        if (std::abs(centre - 14) > 0.5 + 1e-9) {
            EXPECT_TRUE(touches(image, columns, centre < 14 ? 27 : 0)) << centre;
        }
    }
}

TEST(Drawing, RandomStrokesFillTwentyPixelsAndAreCentredByMass) {
    int centred = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SCOPED_TRACE(seed);
        const Drawing drawing = randomDrawing(seed);
        if (longestSide(drawing) < 45)
            continue;
        DigitImage image;
        ASSERT_TRUE(renderDrawing(drawing, kPadPen, image));
        const InkMeasure ink = measureInk(image);
        ASSERT_FALSE(ink.empty);
        ASSERT_EQ(ink.longerSide, 20);
        expectCentred(image, ink);
        centred += std::abs(ink.centreX - 14) <= 0.5 && std::abs(ink.centreY - 14) <= 0.5;
    }
    EXPECT_GT(centred, 1500);
}

TEST(Drawing, IsInvariantToPositionAndSize) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Drawing drawing = randomDrawing(seed);
        if (longestSide(drawing) < 100)
            continue;
        DigitImage whole;
        renderDrawing(drawing, kPadPen, whole);
        for (const auto& [scale, dx, dy] : {std::array{1.0F, 37.3F, -61.7F}, {0.5F, 120.0F, 13.0F}, {2.9F, -400, 7}}) {
            DigitImage other;
            renderDrawing(moved(drawing, scale, dx, dy), kPadPen, other);
            int greatest = 0;
            for (std::size_t i = 0; i < whole.size(); ++i)
                greatest = std::max(greatest, std::abs(whole[i] - other[i]));
            EXPECT_LE(greatest, 8) << "seed " << seed << ", scale " << scale; // one or two of 64 samples
        }
    }
}

TEST(Drawing, ThePenIsTwoAndAHalfPixelsWideHoweverLargeTheDrawing) {
    for (const float length : {60.0F, 120.0F, 280.0F, 5000.0F}) {
        DigitImage image;
        ASSERT_TRUE(renderDrawing({{{50, 10}, {50, 10 + length}}}, kPadPen, image));
        double middle = 0;
        for (int x = 0; x < 28; ++x)
            middle += image[14 * 28 + x] / 255.0;
        EXPECT_NEAR(middle, 2.5, 0.01);
        EXPECT_EQ(measureInk(image).longerSide, 20);
    }
}

TEST(Drawing, ADotStaysADot) {
    for (const Drawing& dot : {Drawing{{{140, 20}}}, Drawing{{{5, 5}, {5, 5}, {5, 5}}}}) {
        DigitImage image;
        ASSERT_TRUE(renderDrawing(dot, kPadPen, image));
        const InkMeasure ink = measureInk(image);
        EXPECT_EQ(ink.longerSide, 3);
        EXPECT_NEAR(ink.centreX, 14, 0.5);
        EXPECT_NEAR(ink.centreY, 14, 0.5);
    }
}

TEST(Drawing, SmallInkIsEnlargedAtMostFourTimes) {
    DigitImage image; // 10 units of a pen of 20: 1.25 px as drawn, 5 px at most
    ASSERT_TRUE(renderDrawing({{{100, 100}, {110, 100}}}, 20, image));
    EXPECT_EQ(columnsOfInk(image), 8); // 5 px and the pen
    // A pad of twice the units with twice the pen is the same pad.
    DigitImage doubled;
    ASSERT_TRUE(renderDrawing({{{200, 200}, {220, 200}}}, 40, doubled));
    EXPECT_EQ(image, doubled);
}

TEST(Drawing, AnEmptyDrawingGivesNoImage) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const Drawing& nothing :
         {Drawing{}, Drawing{{}, {}}, Drawing{{{nan, 3}, {4, nan}, {infinity, 1}, {1e30F, 1}}}}) {
        DigitImage image;
        image.fill(9);
        EXPECT_FALSE(renderDrawing(nothing, kPadPen, image));
        EXPECT_EQ(image, DigitImage{});
        EXPECT_TRUE(measureInk(image).empty);
    }
}

TEST(Drawing, NonFinitePointsAreSkipped) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    DigitImage clean, littered;
    renderDrawing({{{10, 10}, {100, 200}, {180, 20}}}, kPadPen, clean);
    ASSERT_TRUE(renderDrawing({{{nan, nan}, {10, 10}, {-infinity, 4}, {100, 200}, {3e38F, -3e38F}, {180, 20}}}, kPadPen,
                              littered));
    EXPECT_EQ(clean, littered);
}

TEST(Drawing, AnInvalidPenFallsBackToTheDefault) {
    const Drawing drawing{{{10, 10}, {100, 200}, {180, 20}}};
    DigitImage usual;
    renderDrawing(drawing, kPadPen, usual);
    for (const float pen : {0.0F, -3.0F, std::numeric_limits<float>::quiet_NaN()}) {
        DigitImage image;
        ASSERT_TRUE(renderDrawing(drawing, pen, image));
        EXPECT_EQ(image, usual);
    }
}

TEST(Drawing, InkStaysInsideWhenItsMassIsLopsided) {
    Drawing drawing{{{0, 0}, {280, 0}}}; // a long line, and a blot at its left end
    for (int i = 0; i < 40; ++i)
        drawing.push_back({{0, 7.0F * static_cast<float>(i)}, {40, 7.0F * static_cast<float>(i)}});
    DigitImage image;
    ASSERT_TRUE(renderDrawing(drawing, kPadPen, image));
    EXPECT_EQ(columnsOfInk(image), 20);
    EXPECT_TRUE(touches(image, true, 27));
    EXPECT_LT(measureInk(image).centreX, 14);
}

} // namespace
} // namespace belfry
