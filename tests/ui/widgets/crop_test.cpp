// The frame that takes a part of a picture: by itself, and on the drawing pad.
#include "ui/widgets/crop_frame.h"
#include "ui/widgets/drawing_pad.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

namespace belfry {
namespace {

constexpr double kReach = 10;

bool dragged(CropFrame& frame, const QPointF& from, const QPointF& to) {
    frame.press(from, kReach);
    const bool changed = frame.drag(to);
    frame.release();
    return changed;
}

// Of 400 x 200 pixels; the frame is 100, 50, 100 x 80.
CropFrame cropped() {
    CropFrame frame(QSize(400, 200));
    dragged(frame, {100, 50}, {200, 130});
    return frame;
}

TEST(CropFrame, BeginsAsTheWholePicture) {
    const CropFrame frame(QSize(400, 200));
    EXPECT_TRUE(frame.isWhole());
    EXPECT_EQ(frame.rect(), QRect(0, 0, 400, 200));
    EXPECT_TRUE(CropFrame().isNull());
}

TEST(CropFrame, IsDrawnInAnyDirection) {
    CropFrame frame = cropped();
    EXPECT_EQ(frame.rect(), QRect(100, 50, 100, 80)) << "inside the whole picture, which cannot be moved";
    EXPECT_TRUE(dragged(frame, {390, 190}, {300, 150}));
    EXPECT_EQ(frame.rect(), QRect(300, 150, 90, 40));
    EXPECT_TRUE(dragged(frame, {-30, -20}, {40, 500})) << "from beside the picture to beside it";
    EXPECT_EQ(frame.rect(), QRect(0, 0, 40, 200));
}

TEST(CropFrame, EdgesAndCornersFollowTheMouse) {
    const struct {
        QPointF from, to;
        QRect expected;
    } drags[] = {
        {{97, 90}, {77, 190}, {80, 50, 120, 80}},    // the left edge, taken three pixels beside it
        {{205, 90}, {225, 90}, {100, 50, 120, 80}},  // right
        {{150, 48}, {150, 28}, {100, 30, 100, 100}}, // upper
        {{150, 131}, {0, 151}, {100, 50, 100, 100}}, // lower
        {{100, 50}, {90, 20}, {90, 20, 110, 110}},   // a corner
        {{200, 130}, {999, 999}, {100, 50, 300, 150}}, {{200, 50}, {0, 999}, {100, 122, 8, 8}}, // past the other edges
    };
    for (const auto& [from, to, expected] : drags) {
        CropFrame frame = cropped();
        EXPECT_TRUE(dragged(frame, from, to));
        EXPECT_EQ(frame.rect(), expected) << from.x() << ", " << from.y();
    }
}

TEST(CropFrame, IsMovedWithinThePicture) {
    CropFrame frame = cropped();
    EXPECT_TRUE(dragged(frame, {150, 90}, {160, 60}));
    EXPECT_EQ(frame.rect(), QRect(110, 20, 100, 80));
    EXPECT_TRUE(dragged(frame, {150, 60}, {999, -999}));
    EXPECT_EQ(frame.rect(), QRect(300, 0, 100, 80));
}

TEST(CropFrame, AClickChangesNothing) {
    CropFrame frame = cropped();
    for (const QPointF at : {QPointF(350, 20), QPointF(150, 90), QPointF(100, 50)})
        EXPECT_FALSE(dragged(frame, at, at)) << at.x();
    EXPECT_FALSE(dragged(frame, {350, 20}, {353, 22})) << "a hand that is not quite still";
    EXPECT_FALSE(frame.drag({10, 10})) << "nothing is held";
    EXPECT_EQ(frame.rect(), cropped().rect());
}

TEST(CropFrame, IsNeverSmallerThanEightPixels) {
    CropFrame frame = cropped();
    EXPECT_TRUE(dragged(frame, {380, 195}, {390, 190}));
    EXPECT_EQ(frame.rect(), QRect(380, 187, 10, 8));
    EXPECT_TRUE(dragged(frame, {200, 100}, {200, 199}));
    EXPECT_EQ(frame.rect(), QRect(200, 100, 8, 99));
    EXPECT_TRUE(dragged(frame, {399, 100}, {380, 100}));
    EXPECT_EQ(frame.rect(), QRect(380, 100, 19, 8));
    EXPECT_TRUE(dragged(frame, {20, 0}, {-200, 0}));
    EXPECT_EQ(frame.rect(), QRect(0, 0, 20, 8));
    for (int i = 0; i < 400; ++i)
        frame.resize(-1, -1);
    EXPECT_EQ(frame.rect(), QRect(0, 0, 8, 8));
    CropFrame tiny(QSize(5, 30));
    EXPECT_TRUE(dragged(tiny, {2.5, 14}, {2.5, 26}));
    EXPECT_EQ(tiny.rect(), QRect(0, 14, 5, 12));
}

// A small frame was all edge.
TEST(CropFrame, ASmallOneCanStillBeMoved) {
    CropFrame frame(QSize(400, 200));
    dragged(frame, {100, 100}, {112, 112});
    ASSERT_EQ(frame.rect(), QRect(100, 100, 12, 12));
    EXPECT_TRUE(dragged(frame, {106, 106}, {116, 96}));
    EXPECT_EQ(frame.rect(), QRect(110, 90, 12, 12));
}

TEST(CropFrame, StepsAreOnePerCentOfThePicture) {
    CropFrame frame = cropped();
    EXPECT_TRUE(frame.move(1, -1));
    EXPECT_EQ(frame.rect(), QRect(104, 48, 100, 80));
    EXPECT_TRUE(frame.resize(-1, 1));
    EXPECT_EQ(frame.rect(), QRect(104, 48, 96, 82));
    for (int i = 0; i < 100; ++i)
        frame.move(-1, 0);
    EXPECT_FALSE(frame.move(-1, 0)) << "at the picture's edge";
    EXPECT_EQ(frame.rect(), QRect(0, 48, 96, 82));
    EXPECT_TRUE(frame.restore());
    EXPECT_TRUE(frame.isWhole());
    EXPECT_FALSE(frame.restore());
    EXPECT_FALSE(frame.move(1, 1));
    CropFrame small(QSize(32, 32));
    EXPECT_TRUE(small.resize(-1, 0));
    EXPECT_EQ(small.rect(), QRect(0, 0, 31, 32)) << "a pixel at least";
}

TEST(CropFrame, TheCursorSaysWhatADragDoes) {
    const CropFrame frame = cropped();
    const std::pair<QPointF, Qt::CursorShape> places[] = {
        {{100, 50}, Qt::SizeFDiagCursor}, {{200, 130}, Qt::SizeFDiagCursor}, {{200, 50}, Qt::SizeBDiagCursor},
        {{95, 90}, Qt::SizeHorCursor},    {{150, 135}, Qt::SizeVerCursor},   {{150, 90}, Qt::SizeAllCursor},
        {{300, 90}, Qt::CrossCursor},     {{100, 190}, Qt::CrossCursor}};
    for (const auto& [at, shape] : places)
        EXPECT_EQ(frame.cursorAt(at, kReach), shape) << at.x() << ", " << at.y();
    EXPECT_EQ(CropFrame(QSize(400, 200)).cursorAt({150, 90}, kReach), Qt::CrossCursor);
    EXPECT_EQ(CropFrame().cursorAt({1, 1}, kReach), Qt::CrossCursor);
}

// A pad for photographs. The picture is shown pixel by pixel, its corner at 28, 56.
class CropPadTest : public testing::Test {
protected:
    CropPadTest() {
        pad_.resize(280, 280);
        pad_.show();
        QApplication::processEvents();
        pad_.setPen(false);
    }

    // Every pixel has a colour of its own.
    static QImage picture(const QSize& size = {224, 168}) {
        QImage image(size, QImage::Format_RGB32);
        for (int y = 0; y < size.height(); ++y)
            for (int x = 0; x < size.width(); ++x)
                image.setPixel(x, y, qRgb(x % 256, y % 256, 100));
        return image;
    }
    void drag(const QPoint& from, const QPoint& to) { // in the picture's pixels
        const QPoint corner(28, 56);
        QTest::mousePress(&pad_, Qt::LeftButton, {}, corner + from);
        QMouseEvent move(QEvent::MouseMove, corner + to, pad_.mapToGlobal(corner + to), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(&pad_, &move);
        QTest::mouseRelease(&pad_, Qt::LeftButton, {}, corner + to);
    }
    QImage reported() const { return dropped_.last().first().value<QImage>(); }

    Theme theme_;
    DrawingPad pad_{theme_};
    QSignalSpy dropped_{&pad_, &DrawingPad::pictureDropped};
};

TEST_F(CropPadTest, TheNetworkIsAskedAboutThePartInTheFrame) {
    pad_.showPicture(picture());
    EXPECT_TRUE(pad_.crop().isWhole());
    EXPECT_EQ(dropped_.count(), 1);
    drag({20, 30}, {120, 110});
    EXPECT_EQ(pad_.crop().rect(), QRect(20, 30, 100, 80));
    ASSERT_EQ(dropped_.count(), 2);
    EXPECT_EQ(reported(), picture().copy(20, 30, 100, 80));
    drag({70, 70}, {80, 60});
    ASSERT_EQ(dropped_.count(), 3);
    EXPECT_EQ(reported(), picture().copy(30, 20, 100, 80));
    drag({200, 10}, {200, 10});
    EXPECT_EQ(dropped_.count(), 3) << "a click";
    EXPECT_TRUE(pad_.drawing().empty());
}

TEST_F(CropPadTest, KeysMoveResizeAndRestore) {
    pad_.showPicture(picture());
    QTest::keyClick(&pad_, Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(&pad_, Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(pad_.crop().rect(), QRect(0, 0, 222, 166));
    QTest::keyClick(&pad_, Qt::Key_Right);
    QTest::keyClick(&pad_, Qt::Key_Down, Qt::KeypadModifier);
    EXPECT_EQ(pad_.crop().rect(), QRect(2, 2, 222, 166));
    EXPECT_EQ(reported(), picture().copy(2, 2, 222, 166));
    QTest::keyClick(&pad_, Qt::Key_Home);
    EXPECT_TRUE(pad_.crop().isWhole());
    EXPECT_EQ(reported(), picture());
    const auto told = dropped_.count();
    QTest::keyClick(&pad_, Qt::Key_Home);
    QTest::keyClick(&pad_, Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(dropped_.count(), told);
}

TEST_F(CropPadTest, ADoubleClickRestoresTheWholePicture) {
    pad_.showPicture(picture());
    drag({20, 30}, {120, 110});
    QTest::mouseDClick(&pad_, Qt::LeftButton, {}, {100, 100});
    EXPECT_TRUE(pad_.crop().isWhole());
    EXPECT_EQ(reported(), picture());
}

TEST_F(CropPadTest, PicturesOfTheProgramHaveNoFrame) {
    pad_.display(picture());
    EXPECT_TRUE(pad_.crop().isNull());
    const QImage shown = pad_.grab().toImage();
    drag({20, 30}, {120, 110});
    QTest::keyClick(&pad_, Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(dropped_.count(), 0);
    EXPECT_EQ(pad_.grab().toImage(), shown);
    EXPECT_EQ(pad_.toolTip(), QString());
}

TEST_F(CropPadTest, APenDrawsInsteadOfCropping) {
    pad_.setPen(true);
    pad_.showPicture(picture());
    QKeyEvent key(QEvent::KeyPress, Qt::Key_Home, Qt::NoModifier);
    QApplication::sendEvent(&pad_, &key);
    EXPECT_FALSE(key.isAccepted());
    drag({20, 30}, {120, 110});
    EXPECT_EQ(pad_.drawing().size(), 1U);
    EXPECT_TRUE(pad_.crop().isNull());
    QTest::mouseDClick(&pad_, Qt::LeftButton, {}, {100, 100});
    EXPECT_GT(pad_.drawing().size(), 1U) << "a double click still draws";
}

// What is shown is what the network reads, also when another network brings a pen.
TEST_F(CropPadTest, WithAPenThePartIsShownAlone) {
    QImage halves(224, 168, QImage::Format_RGB32);
    halves.fill(Qt::red);
    for (int y = 0; y < halves.height(); ++y)
        for (int x = 112; x < 224; ++x)
            halves.setPixel(x, y, qRgb(0, 0, 255));
    pad_.showPicture(halves);
    drag({130, 20}, {200, 90});
    pad_.setPen(true);
    const QImage alone = pad_.grab().toImage();
    for (const QPoint at : {QPoint(40, 40), QPoint(140, 140), QPoint(240, 240)})
        EXPECT_EQ(alone.pixelColor(at), QColor(Qt::blue)) << at.x();
    pad_.setPen(false);
    EXPECT_EQ(pad_.crop().rect(), QRect(130, 20, 70, 70));
}

TEST_F(CropPadTest, OutsideTheFrameItIsDarkInBothThemes) {
    QImage grey(224, 168, QImage::Format_RGB32);
    grey.fill(qRgb(200, 200, 200));
    pad_.showPicture(grey);
    drag({20, 30}, {120, 110});
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme_.setMode(mode);
        const QImage shown = pad_.grab().toImage();
        EXPECT_EQ(shown.pixelColor(28 + 70, 56 + 70), QColor(200, 200, 200));
        EXPECT_LT(shown.pixelColor(28 + 200, 56 + 150).lightness(), 120);
        EXPECT_GT(shown.pixelColor(28 + 22, 56 + 30).lightness(), 230) << "a corner";
    }
}

TEST_F(CropPadTest, ScreenReadersGetTheCrop) {
    pad_.showPicture(picture());
    EXPECT_EQ(pad_.accessibleDescription(), QStringLiteral("picture of 224 × 168 pixels"));
    EXPECT_TRUE(pad_.toolTip().contains(QStringLiteral("Home")));
    drag({20, 30}, {120, 110});
    EXPECT_EQ(pad_.accessibleDescription(), QStringLiteral("crop 100 × 80 of 224 × 168"));
    pad_.clear();
    EXPECT_EQ(pad_.accessibleDescription(), QStringLiteral("empty"));
    EXPECT_EQ(pad_.toolTip(), QString());
}

// Each place of the frame took a sixth of a second with a photograph of a phone.
TEST_F(CropPadTest, LargePartsComeInFewerPixels) {
    const QSize large(4480, 3360); // 20 of its pixels are one of the pad
    pad_.showPicture(picture(large));
    EXPECT_EQ(reported().size(), large) << "the whole picture as it is";
    drag({224, 168}, {200, 150}); // a corner
    EXPECT_EQ(pad_.crop().rect(), QRect(0, 0, 4000, 3000));
    EXPECT_LT(reported().width(), 1537);
    EXPECT_NEAR(double(reported().width()) / reported().height(), 4000.0 / 3000, 0.01);
    drag({215, 160}, {160, 120});
    EXPECT_EQ(reported(), picture(large).copy(3200, 2400, 1100, 800)) << "a small part has all of its pixels";
}

// Ctrl+Z, with nothing to undo, took the picture away.
TEST_F(CropPadTest, UndoLeavesThePicture) {
    pad_.showPicture(picture());
    QTest::keyClick(&pad_, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(pad_.isEmpty());
}

} // namespace
} // namespace belfry
