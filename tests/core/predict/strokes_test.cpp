// The stored drawings themselves, and what they become; whether a network reads them is another test's business.
#include "tests/strokes/strokes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace belfry {
namespace {

TEST(StoredDrawings, AreAHundredOrMoreInSeveralStylesPerDigit) {
    const StoredDrawings stored = loadStoredDrawings();
    EXPECT_EQ(stored.pad, 280);
    EXPECT_EQ(stored.pen, 22);
    std::array<int, 10> count{};
    std::array<std::set<std::string>, 10> styles;
    for (const LabelledDrawing& drawing : stored.drawings) {
        ++count.at(drawing.digit);
        styles.at(drawing.digit).insert(drawing.style);
    }
    EXPECT_GE(stored.drawings.size(), 100U);
    for (int digit = 0; digit < 10; ++digit) {
        EXPECT_GE(count[digit], 10) << digit;
        EXPECT_EQ(styles[digit].size(), count[digit]) << digit;
    }
}

TEST(StoredDrawings, LookLikeAMouseOnThePad) {
    const StoredDrawings stored = loadStoredDrawings();
    for (const LabelledDrawing& drawing : stored.drawings) {
        SCOPED_TRACE(std::to_string(drawing.digit) + " " + drawing.style);
        for (const Stroke& stroke : drawing.strokes) {
            ASSERT_GE(stroke.size(), 5U);
            for (std::size_t i = 0; i < stroke.size(); ++i) {
                const auto [x, y] = stroke[i];
                EXPECT_TRUE(x >= 0 && x <= stored.pad && y >= 0 && y <= stored.pad) << x << ' ' << y;
                if (i > 0) {
                    EXPECT_LT(std::hypot(x - stroke[i - 1].x, y - stroke[i - 1].y), 12);
                }
            }
        }
    }
}

TEST(StoredDrawings, BecomeTwentyPixelsCentredByMass) {
    const StoredDrawings stored = loadStoredDrawings();
    for (const LabelledDrawing& drawing : stored.drawings) {
        SCOPED_TRACE(std::to_string(drawing.digit) + " " + drawing.style);
        DigitImage image;
        ASSERT_TRUE(renderDrawing(drawing.strokes, stored.pen, image));
        const InkMeasure ink = measureInk(image);
        EXPECT_EQ(ink.longerSide, 20);
        EXPECT_NEAR(ink.centreX, 14, 0.5);
        EXPECT_NEAR(ink.centreY, 14, 0.5);
    }
}

} // namespace
} // namespace belfry
