#include "ui/widgets/draw_card.h"
#include "ui/widgets/drawing_pad.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QVBoxLayout>
#include <cstdint>
#include <cstdlib>

namespace belfry {
namespace {

class PadTest : public testing::Test {
protected:
    PadTest() { resize(280); }

    void resize(int side) {
        pad_.resize(side, side);
        pad_.show();
        QApplication::processEvents();
    }
    // A stroke through widget positions; the last one is where the button is let go.
    void drag(const QList<QPoint>& points) {
        QTest::mousePress(&pad_, Qt::LeftButton, {}, points.first());
        for (const QPoint& point : points.mid(1)) {
            QMouseEvent move(QEvent::MouseMove, point, pad_.mapToGlobal(point), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(&pad_, &move);
        }
        QTest::mouseRelease(&pad_, Qt::LeftButton, {}, points.last());
    }
    void drop(const QMimeData& data) {
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&pad_, &enter);
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&pad_, &event);
    }

    Theme theme_;
    DrawingPad pad_{theme_};
};

TEST_F(PadTest, MouseDrawsStrokesInPadUnits) {
    drag({{10, 20}, {100, 20}, {100, 200}});
    drag({{50, 50}});
    ASSERT_EQ(pad_.drawing().size(), 2U);
    ASSERT_EQ(pad_.drawing()[0].size(), 3U);
    EXPECT_EQ(pad_.drawing()[0][2].x, 100);
    EXPECT_EQ(pad_.drawing()[0][2].y, 200);
    EXPECT_EQ(pad_.drawing()[1].size(), 1U) << "a click is a dot";
}

TEST_F(PadTest, UnitsDoNotDependOnTheWidgetsSize) {
    resize(140);
    drag({{10, 20}, {70, 100}});
    ASSERT_EQ(pad_.drawing().size(), 1U);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].x, 140);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].y, 200);
}

TEST_F(PadTest, TheCanvasStaysSquareAndCentred) {
    pad_.resize(380, 280);
    QApplication::processEvents();
    drag({{50, 0}, {190, 140}});
    EXPECT_FLOAT_EQ(pad_.drawing()[0][0].x, 0);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].x, 140);
}

TEST_F(PadTest, ThePenCannotLeaveThePad) {
    drag({{140, 140}, {500, -60}});
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].x, 280);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].y, 0);
}

TEST_F(PadTest, EveryPointIsReported) {
    QSignalSpy changed(&pad_, &DrawingPad::drawingChanged);
    drag({{10, 20}, {100, 20}, {100, 200}});
    ASSERT_EQ(changed.count(), 3);
    EXPECT_EQ(changed.last().first().value<Drawing>()[0].size(), 3U);
}

TEST_F(PadTest, UndoRemovesStrokesOneByOneAndRestoresAClear) {
    drag({{10, 20}, {100, 20}});
    drag({{10, 90}, {100, 90}});
    pad_.undo();
    EXPECT_EQ(pad_.drawing().size(), 1U);
    pad_.clear();
    EXPECT_TRUE(pad_.isEmpty());
    EXPECT_TRUE(pad_.canUndo());
    pad_.undo();
    EXPECT_EQ(pad_.drawing().size(), 1U);
    pad_.undo();
    pad_.undo();
    EXPECT_TRUE(pad_.isEmpty());
    EXPECT_FALSE(pad_.canUndo());
}

TEST_F(PadTest, KeysUndoAndClear) {
    drag({{10, 20}, {100, 20}});
    drag({{10, 90}, {100, 90}});
    QTest::keyClick(&pad_, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(pad_.drawing().size(), 1U);
    QTest::keyClick(&pad_, Qt::Key_Delete);
    EXPECT_TRUE(pad_.isEmpty());
}

TEST_F(PadTest, OtherButtonsDoNotDraw) {
    QTest::mouseClick(&pad_, Qt::MiddleButton, {}, {40, 40});
    EXPECT_TRUE(pad_.isEmpty());
}

TEST_F(PadTest, AFingerDraws) {
    const auto device = std::unique_ptr<QPointingDevice>(QTest::createTouchDevice());
    QTest::touchEvent(&pad_, device.get()).press(0, {30, 40});
    QTest::touchEvent(&pad_, device.get()).move(0, {130, 40});
    QTest::touchEvent(&pad_, device.get()).release(0, {130, 40});
    ASSERT_EQ(pad_.drawing().size(), 1U);
    EXPECT_EQ(pad_.drawing()[0].size(), 2U);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].x, 130);
}

TEST_F(PadTest, APenDraws) {
    const auto send = [this](QEvent::Type type, QPointF at, double pressure) {
        QTabletEvent event(type, QPointingDevice::primaryPointingDevice(), at, pad_.mapToGlobal(at), pressure, 0, 0, 0,
                           0, 0, {}, Qt::LeftButton, Qt::LeftButton);
        QApplication::sendEvent(&pad_, &event);
    };
    send(QEvent::TabletPress, {30, 40}, 0.5);
    send(QEvent::TabletMove, {30, 140}, 0.5);
    send(QEvent::TabletRelease, {30, 140}, 0);
    ASSERT_EQ(pad_.drawing().size(), 1U);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].y, 140);
}

// What is painted bit by bit while drawing must be what a repaint from the vectors gives.
TEST_F(PadTest, IncrementalPaintingEqualsAFullRepaint) {
    drag({{60, 60}, {200, 70}, {140, 220}});
    drag({{100, 150}});
    const QImage drawn = pad_.grab().toImage();
    const Drawing strokes = pad_.drawing();
    pad_.clear();
    EXPECT_NE(pad_.grab().toImage(), drawn);
    pad_.setDrawing(strokes);
    EXPECT_EQ(pad_.grab().toImage(), drawn);
    EXPECT_EQ(drawn.pixelColor(130, 65), theme_.palette().text);
}

TEST_F(PadTest, InkFollowsTheTheme) {
    drag({{60, 60}, {200, 60}});
    theme_.setMode(Theme::Mode::Dark);
    EXPECT_EQ(pad_.grab().toImage().pixelColor(130, 60), theme_.palette().text);
}

// A long scribble must not eat memory or time without bound.
TEST_F(PadTest, StrokesAreLimitedInLength) {
    QTest::mousePress(&pad_, Qt::LeftButton, {}, {0, 0});
    for (int i = 0; i < 30'000; ++i) {
        QMouseEvent move(QEvent::MouseMove, QPointF(i % 2 == 0 ? 10 : 20, 10), QPointF(), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(&pad_, &move);
    }
    EXPECT_LE(pad_.drawing()[0].size(), 20'000U);
}

TEST_F(PadTest, StoredDrawingsAreClippedToThePad) {
    pad_.setDrawing({{{-5, 10}, {400, 10}}, {}});
    ASSERT_EQ(pad_.drawing().size(), 1U) << "empty strokes are dropped";
    EXPECT_FLOAT_EQ(pad_.drawing()[0][0].x, 0);
    EXPECT_FLOAT_EQ(pad_.drawing()[0][1].x, 280);
}

TEST_F(PadTest, ImagesAreDroppedAndPasted) {
    QImage picture(40, 30, QImage::Format_Grayscale8);
    picture.fill(128);
    QSignalSpy dropped(&pad_, &DrawingPad::pictureDropped);
    drag({{10, 20}, {100, 20}});
    QMimeData data;
    data.setImageData(picture);
    drop(data);
    ASSERT_EQ(dropped.count(), 1);
    EXPECT_EQ(dropped.first().first().value<QImage>().size(), QSize(40, 30));
    EXPECT_TRUE(pad_.drawing().empty()) << "a picture replaces the strokes";
    EXPECT_FALSE(pad_.isEmpty());

    QApplication::clipboard()->setImage(picture);
    QTest::keyClick(&pad_, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(dropped.count(), 2);
    drag({{10, 20}, {100, 20}});
    pad_.clear();
    EXPECT_TRUE(pad_.isEmpty());
}

TEST_F(PadTest, FilesAreDroppedAndForeignOnesRefused) {
    QTemporaryDir folder;
    QImage picture(8, 8, QImage::Format_RGB32);
    picture.fill(Qt::white);
    const QString good = folder.filePath(QStringLiteral("seven.png")),
                  bad = folder.filePath(QStringLiteral("notes.txt"));
    ASSERT_TRUE(picture.save(good));
    QFile text(bad);
    ASSERT_TRUE(text.open(QIODevice::WriteOnly));
    text.write("no picture");
    text.close();
    QSignalSpy dropped(&pad_, &DrawingPad::pictureDropped), refused(&pad_, &DrawingPad::pictureRefused);
    QMimeData urls;
    urls.setUrls({QUrl::fromLocalFile(good)});
    drop(urls);
    EXPECT_EQ(dropped.count(), 1);
    urls.setUrls({QUrl::fromLocalFile(bad)});
    drop(urls);
    EXPECT_EQ(dropped.count(), 1);
    ASSERT_EQ(refused.count(), 1);
    EXPECT_TRUE(refused.first().first().value<TranslatableText>().text().contains(QStringLiteral("notes.txt")));
    QApplication::clipboard()->setText(QStringLiteral("seven"));
    pad_.paste();
    EXPECT_EQ(refused.count(), 2);
}

// A TIFF file of one grey.
QByteArray greyTiff(std::uint16_t side, char grey) {
    QByteArray file("II*\0\x8\0\0\0\x8\0", 10);
    const auto put = [&file](auto number) { file.append(reinterpret_cast<const char*>(&number), sizeof number); };
    constexpr std::uint32_t kPixels = 10 + 8 * 12 + 4; // behind the eight tags
    const std::uint32_t bytes = std::uint32_t{side} * side;
    for (const auto& [tag, value] : {std::pair<std::uint16_t, std::uint32_t>{256, side},
                                     {257, side},
                                     {258, 8},
                                     {259, 1},
                                     {262, 1},
                                     {273, kPixels},
                                     {278, side},
                                     {279, bytes}}) {
        put(tag);
        put(std::uint16_t{4});
        put(std::uint32_t{1});
        put(value);
    }
    put(std::uint32_t{0});
    return file + QByteArray(static_cast<qsizetype>(bytes), grey);
}

// Qt alone decoded them: the formats of a folder that a network was trained on were refused, with half a sentence in
// English, and a pipe was waited for.
TEST_F(PadTest, FilesAreReadAsThoseOfADataSet) {
    QTemporaryDir folder;
    QFile tiff(folder.filePath(QStringLiteral("cells.tif")));
    ASSERT_TRUE(tiff.open(QIODevice::WriteOnly));
    tiff.write(greyTiff(40, 77));
    tiff.close();
    const QString pipe = folder.filePath(QStringLiteral("pipe.png"));
    ASSERT_EQ(::mkfifo(pipe.toLocal8Bit(), 0600), 0);
    QSignalSpy dropped(&pad_, &DrawingPad::pictureDropped), refused(&pad_, &DrawingPad::pictureRefused);
    QMimeData urls;
    urls.setUrls({QUrl::fromLocalFile(tiff.fileName())});
    drop(urls);
    ASSERT_EQ(dropped.count(), 1) << (refused.isEmpty()
                                          ? std::string()
                                          : refused.first().first().value<TranslatableText>().text().toStdString());
    EXPECT_EQ(dropped.first().first().value<QImage>().pixelColor(20, 20), QColor(77, 77, 77));
    for (const QString& none : {pipe, folder.path()}) {
        urls.setUrls({QUrl::fromLocalFile(none)});
        drop(urls);
        ASSERT_FALSE(refused.isEmpty());
        EXPECT_TRUE(refused.takeFirst().first().value<TranslatableText>().text().contains(
            QStringLiteral("is a folder or a device")));
    }
    QFile drawing(folder.filePath(QStringLiteral("seven.svg"))); // of a kind that Qt alone knows
    ASSERT_TRUE(drawing.open(QIODevice::WriteOnly));
    drawing.write("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>");
    drawing.close();
    urls.setUrls({QUrl::fromLocalFile(drawing.fileName())});
    drop(urls);
    EXPECT_EQ(dropped.count(), 2);
}

TEST(DrawingPad, IsAsHighAsItsColumnIsWide) {
    Theme theme;
    QWidget column;
    auto* layout = new QVBoxLayout(&column);
    layout->setContentsMargins({});
    auto* pad = new DrawingPad(theme);
    layout->addWidget(pad);
    layout->addStretch();
    for (const auto& [width, height] : {std::pair(280, 280), std::pair(400, 400), std::pair(900, 480)}) {
        column.resize(width, 1000);
        column.show();
        QApplication::processEvents();
        EXPECT_EQ(pad->height(), height) << width;
    }
    column.resize(400, 200); // the first to give way
    QApplication::processEvents();
    EXPECT_EQ(pad->height(), 200);
}

TEST_F(PadTest, APictureOfTheProgramIsShownButNotReported) {
    QSignalSpy dropped(&pad_, &DrawingPad::pictureDropped);
    drag({{10, 20}, {100, 20}});
    QImage picture(28, 28, QImage::Format_Grayscale8);
    picture.fill(128);
    pad_.display(picture);
    EXPECT_TRUE(pad_.drawing().empty());
    EXPECT_FALSE(pad_.isEmpty());
    EXPECT_EQ(dropped.count(), 0);
    EXPECT_EQ(qRed(pad_.grab().toImage().pixel(140, 140)), 128);
}

// The second sentence was cut at the sides of the smallest pad.
TEST_F(PadTest, TheHintIsWholeOnTheSmallestPad) {
    constexpr int kFrame = 8, kOneLine = 149; // pixels: of the pad's side where its one sentence has room in a line
    const auto ink = [this](int side) {       // cut text has less of it
        resize(side);
        const QImage shown = pad_.grab().toImage();
        const int ground = shown.pixelColor(6, side / 2).lightness();
        int sum = 0;
        for (int x = kFrame; x < side - kFrame; ++x)
            for (int y = kFrame; y < side - kFrame; ++y)
                sum += std::abs(shown.pixelColor(x, y).lightness() - ground);
        return sum;
    };
    for (const bool pen : {true, false}) {
        pad_.setPen(pen);
        const int whole = ink(kOneLine);
        EXPECT_GT(whole, 0);
        EXPECT_NEAR(ink(pad_.minimumSizeHint().width()), whole, 0.15 * whole) << "pen " << pen;
    }
}

TEST_F(PadTest, ScreenReadersGetItsContents) {
    EXPECT_EQ(pad_.accessibleName(), QStringLiteral("Drawing pad"));
    EXPECT_EQ(pad_.objectName(), QStringLiteral("drawingPad"));
    const QString empty = pad_.accessibleDescription();
    drag({{10, 20}, {100, 20}});
    EXPECT_NE(pad_.accessibleDescription(), empty);
}

TEST(DrawCard, ButtonsWorkAndAreDisabledWhenUseless) {
    Theme theme;
    DrawCard card(theme);
    auto* undo = card.findChild<QPushButton*>(QStringLiteral("undoButton"));
    auto* clear = card.findChild<QPushButton*>(QStringLiteral("clearButton"));
    ASSERT_TRUE(undo != nullptr && clear != nullptr);
    EXPECT_EQ(undo->accessibleName(), QStringLiteral("Undo"));
    EXPECT_EQ(clear->accessibleName(), QStringLiteral("Clear"));
    EXPECT_FALSE(undo->isEnabled());
    EXPECT_FALSE(clear->isEnabled());
    card.pad()->setDrawing({{{1, 1}}, {{9, 9}}});
    undo->click();
    EXPECT_EQ(card.pad()->drawing().size(), 1U);
    clear->click();
    EXPECT_TRUE(card.pad()->isEmpty());
    EXPECT_FALSE(clear->isEnabled());
    EXPECT_TRUE(undo->isEnabled());
    card.pad()->showPicture(QImage(4, 4, QImage::Format_RGB32));
    EXPECT_TRUE(clear->isEnabled());
}

// Where there is no pen, there is nothing to undo.
TEST(DrawCard, TheCameraHasThePlaceOfUndoWithoutAPen) {
    Theme theme;
    DrawCard card(theme);
    const auto hidden = [&](const char* name) { return card.findChild<QPushButton*>(QLatin1String(name))->isHidden(); };
    EXPECT_TRUE(hidden("cameraButton"));
    card.pad()->setPen(false);
    EXPECT_TRUE(hidden("cameraButton")) << "this build has none";
    EXPECT_TRUE(hidden("undoButton"));
    card.pad()->offerCamera(true);
    EXPECT_FALSE(hidden("cameraButton"));
    QSignalSpy wanted(card.pad(), &DrawingPad::cameraWanted);
    card.findChild<QPushButton*>(QStringLiteral("cameraButton"))->click();
    EXPECT_EQ(wanted.count(), 1);
    card.pad()->setPen(true);
    EXPECT_TRUE(hidden("cameraButton"));
    EXPECT_FALSE(hidden("undoButton"));
}

} // namespace
} // namespace belfry
