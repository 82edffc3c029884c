// Where a window opens on a screen that is smaller than it would like.
#include "ui/foundation/screen_fit.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

constexpr QMargins kFrame(1, 28, 1, 1);
constexpr QSize kScreens[] = {{1080, 618}, {1280, 720},  {1366, 768},  {1280, 800},
                              {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}};

// A panel at the top, and the screen is to the right of another one.
QRect availableOn(const QSize& pixels, int scale) {
    const QSize screen = pixels / scale;
    return {screen.width(), 32, screen.width(), screen.height() - 32};
}

// At 1366x768 the status strip was below the screen, and on 2560x1440 at scale 2 the Start button.
TEST(ScreenFit, WindowAndFrameLieWithinEveryScreen) {
    for (const QSize& pixels : kScreens) {
        for (const int scale : {1, 2}) {
            const QRect available = availableOn(pixels, scale);
            for (const QSize size : {QSize(1280, 800), QSize(1240, 660), QSize(620, 640), QSize(9000, 9000)}) {
                for (const QPoint offset : {QPoint(0, 0), QPoint(-500, -500), QPoint(300, 200), QPoint(5000, 5000)}) {
                    const QRect window = withinScreen({available.topLeft() + offset, size}, available, kFrame);
                    EXPECT_TRUE(available.contains(window.marginsAdded(kFrame)))
                        << pixels.width() << 'x' << pixels.height() << " at scale " << scale << ": " << window.x()
                        << ' ' << window.y() << ' ' << window.width() << ' ' << window.height();
                    EXPECT_EQ(window.size(), size.boundedTo(available.marginsRemoved(kFrame).size()));
                }
            }
        }
    }
}

TEST(ScreenFit, AWindowThatFitsStaysWhereItIs) {
    const QRect window(200, 150, 640, 400);
    EXPECT_EQ(withinScreen(window, {0, 0, 1280, 720}, kFrame), window);
}

TEST(ScreenFit, AWindowBesideTheScreenIsMovedRatherThanMadeSmaller) {
    EXPECT_EQ(withinScreen({1000, -40, 640, 400}, {0, 0, 1280, 720}, kFrame), QRect(639, 28, 640, 400));
}

// A window that may not be as narrow as the room inside the frame stood at the frame's left edge, and ended beyond the
// screen.
TEST(ScreenFit, AWindowThatCannotShrinkLiesWithinTheScreenWithoutItsFrame) {
    const QRect screen(0, 0, 1080, 618);
    constexpr QMargins kWide(4, 28, 4, 4);
    EXPECT_EQ(withinScreen({40, 40, 1272, 500}, screen, kWide, {1078, 400}), QRect(2, 40, 1078, 500));
    EXPECT_EQ(withinScreen({40, 40, 1272, 800}, screen, kWide, {1074, 612}), QRect(4, 6, 1074, 612));
    EXPECT_EQ(withinScreen({40, 40, 1272, 800}, screen, kWide, {1100, 700}), QRect(0, 0, 1100, 700));
}

} // namespace
} // namespace belfry
