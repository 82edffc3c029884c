// Ridges: what they are made of, and what mouse and keyboard read off them.
#include "ui/charts/ridge_grid.h"
#include "ui/charts/ridge_plot.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::size_t kBins = 50;

// At each step numbers from -1 to 1, evenly; and so many zeros.
Distribution even(int zeros) {
    std::vector<float> numbers(static_cast<std::size_t>(zeros), 0.0F);
    for (int i = 0; i < 1000; ++i)
        numbers.push_back(-1 + 0.002F * (static_cast<float>(i) + 0.5F));
    return distributionOf(numbers);
}

std::vector<Distributions> threeSteps() {
    std::vector<Distributions> steps;
    for (const std::int64_t step : {100, 200, 400})
        steps.push_back({step, {{"fc/weight", even(0)}, {"fc/activations", even(1000)}}});
    return steps;
}

class RidgePlotTest : public testing::Test {
protected:
    RidgePlotTest() {
        QLocale::setDefault(QLocale::c());
        theme_.setMode(Theme::Mode::Light);
        plot_.resize(600, 400);
    }
    ~RidgePlotTest() override { QLocale::setDefault(before_); }

    void show() {
        plot_.setPicture(ridgePictureOf(threeSteps(), "fc/weight", kBins));
        plot_.show();
        QApplication::processEvents();
    }
    void move(const QPointF& to) {
        QMouseEvent event(QEvent::MouseMove, to, plot_.mapToGlobal(to), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&plot_, &event);
    }
    QString said() const { return plot_.accessibleDescription(); }

    QLocale before_;
    Theme theme_;
    RidgePlot plot_{theme_};
};

TEST(RidgePictureTest, HasTheSharesOfEveryStep) {
    const RidgePicture picture = ridgePictureOf(threeSteps(), "fc/weight", kBins);
    ASSERT_EQ(picture.ridges.size(), 3U);
    EXPECT_EQ(picture.ridges[2].step, 400);
    EXPECT_NEAR(picture.range.low, -1, 0.02);
    EXPECT_NEAR(picture.range.high, 1, 0.02);
    for (const RidgePicture::Ridge& ridge : picture.ridges) {
        EXPECT_NEAR(std::accumulate(ridge.shares.begin(), ridge.shares.end(), 0.0), 1, 0.02);
        for (const double share : ridge.shares)
            EXPECT_NEAR(share, 1.0 / kBins, 0.3 / kBins);
    }
    EXPECT_EQ(picture.binOf(-5), 0U);
    EXPECT_EQ(picture.binOf(5), kBins - 1);
    for (std::size_t bin = 0; bin < kBins; ++bin)
        EXPECT_EQ(picture.binOf(picture.valueOf(bin)), bin);
}

// Half of what a ReLU makes is exactly 0: one bin would be as high as all others together.
TEST(RidgePictureTest, LeavesOutExactZeros) {
    const RidgePicture picture = ridgePictureOf(threeSteps(), "fc/activations", kBins);
    const std::vector<double>& shares = picture.ridges[0].shares;
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 0.5, 0.01) << "of all numbers, with the zeros";
    EXPECT_LT(std::ranges::max(shares), 0.8 / kBins);
    EXPECT_EQ(picture.ridges[0].zeros(), 0.5);
}

TEST(RidgePictureTest, AFewFarNumbersDoNotPressTheOthersTogether) {
    std::vector<float> numbers(10'000);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i % 100) / 100 + 0.005F;
    numbers.push_back(1000);
    const RidgePicture picture = ridgePictureOf({{1, {{"a", distributionOf(numbers)}}}}, "a", kBins);
    EXPECT_LT(picture.range.high, 1.2);
    EXPECT_EQ(picture.range.low, 0) << "near 0: the axis begins there";
}

TEST(RidgePictureTest, OneTallRidgeDoesNotFlattenTheOthers) {
    std::vector<Distributions> steps = threeSteps();
    std::vector<float> same(1000, 0.5F); // as a layer begins
    steps.insert(steps.begin(), {0, {{"fc/weight", distributionOf(same)}}});
    const RidgePicture picture = ridgePictureOf(steps, "fc/weight", kBins);
    EXPECT_GT(std::ranges::max(picture.ridges[0].shares), 0.4);
    EXPECT_LT(picture.peak, 5.0 / kBins);
}

TEST(RidgePictureTest, NumbersThatAreAllTheSameHaveARange) {
    for (const float number : {0.0F, -3.0F, 1e-9F}) {
        const RidgePicture picture =
            ridgePictureOf({{1, {{"a", distributionOf(std::vector<float>{number, number})}}}}, "a", kBins);
        EXPECT_GT(picture.range.span(), 0) << number;
        EXPECT_TRUE(picture.range.contains(static_cast<double>(number))) << number;
        EXPECT_EQ(picture.ridges[0].shares.size(), kBins);
    }
    EXPECT_TRUE(ridgePictureOf(threeSteps(), "no such", kBins).empty());
}

TEST_F(RidgePlotTest, TheOldestIsOnTopAndStepsKeepTheirDistance) {
    show();
    const RidgePlaces places = plot_.places();
    EXPECT_LT(places.baseline(100), places.baseline(200));
    EXPECT_DOUBLE_EQ(places.baseline(400), places.plot.bottom());
    EXPECT_NEAR(places.baseline(400) - places.baseline(200), 2 * (places.baseline(200) - places.baseline(100)), 1e-9);
    EXPECT_GE(places.yOf(plot_.picture(), 0, 10), places.plot.top());
    RidgePicture quarter = plot_.picture(); // shares as the square of heights
    quarter.ridges[0].shares[10] = quarter.peak / 4;
    EXPECT_NEAR(places.baseline(100) - places.yOf(quarter, 0, 10), places.height / 2, 1e-9);
}

TEST_F(RidgePlotTest, TheMouseReadsStepValueAndShare) {
    show();
    EXPECT_EQ(plot_.readText(), "");
    EXPECT_EQ(said(), "3 histograms, from step 100 to step 400");
    const RidgePlaces places = plot_.places();
    const std::size_t bin = plot_.picture().binOf(0.5);
    const QPointF at(places.xOf(plot_.picture(), plot_.picture().valueOf(bin)), places.baseline(400) - 1);
    move(at);
    ASSERT_TRUE(plot_.place());
    EXPECT_EQ(plot_.place()->ridge, 2U);
    EXPECT_EQ(plot_.place()->bin, bin);
    EXPECT_TRUE(plot_.readText().startsWith("step 400 · 0.")) << plot_.readText().toStdString();
    EXPECT_TRUE(plot_.readText().contains("% of the numbers"));
    EXPECT_EQ(said(), plot_.readText());
    move({at.x(), places.yOf(plot_.picture(), 0, bin) + 1}); // its top: the others stand before its foot
    EXPECT_EQ(plot_.place()->ridge, 0U);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&plot_, &leave);
    EXPECT_FALSE(plot_.place());
    QTest::mouseClick(&plot_, Qt::LeftButton, {}, at.toPoint());
    QApplication::sendEvent(&plot_, &leave);
    EXPECT_EQ(plot_.place()->ridge, 2U) << "a click stays";
}

TEST_F(RidgePlotTest, ArrowsMoveThroughStepsAndValues) {
    show();
    QTest::keyClick(&plot_, Qt::Key_Up);
    ASSERT_TRUE(plot_.place());
    const RidgePlot::Place begin = *plot_.place();
    EXPECT_EQ(begin.ridge, 2U) << "the newest";
    QTest::keyClick(&plot_, Qt::Key_Up);
    EXPECT_EQ(plot_.place()->ridge, 1U);
    EXPECT_TRUE(said().startsWith("step 200 · "));
    QTest::keyClick(&plot_, Qt::Key_Home);
    QTest::keyClick(&plot_, Qt::Key_Up);
    EXPECT_EQ(plot_.place()->ridge, 0U);
    QTest::keyClick(&plot_, Qt::Key_End);
    QTest::keyClick(&plot_, Qt::Key_Down);
    EXPECT_EQ(plot_.place()->ridge, 2U);
    QTest::keyClick(&plot_, Qt::Key_Right);
    EXPECT_EQ(plot_.place()->bin, begin.bin + 1);
    for (std::size_t i = 0; i < 2 * kBins; ++i)
        QTest::keyClick(&plot_, Qt::Key_Left);
    EXPECT_EQ(plot_.place()->bin, 0U);
}

TEST_F(RidgePlotTest, ANewStepLeavesWhatIsReadOff) {
    show();
    QTest::keyClick(&plot_, Qt::Key_Up);
    QTest::keyClick(&plot_, Qt::Key_Up);
    const double value = plot_.picture().valueOf(plot_.place()->bin);
    std::vector<Distributions> more = threeSteps();
    more.insert(more.begin(), {50, {{"fc/weight", even(0)}}});
    more.push_back({800, {{"fc/weight", even(0)}}});
    plot_.setPicture(ridgePictureOf(more, "fc/weight", kBins));
    EXPECT_TRUE(said().startsWith("step 200 · "));
    EXPECT_NEAR(plot_.picture().valueOf(plot_.place()->bin), value, plot_.picture().binWidth());
    plot_.setPicture({});
    EXPECT_FALSE(plot_.place());
    EXPECT_EQ(said(), "No histograms");
    QTest::keyClick(&plot_, Qt::Key_Up);
    plot_.grab();
}

// The colours are the theme's alone.
TEST_F(RidgePlotTest, IsDrawnInTheColoursOfTheTheme) {
    show();
    const auto has = [this](const QColor& colour) {
        QImage image(plot_.size(), QImage::Format_RGB32);
        image.fill(theme_.palette().card);
        QPainter painter(&image);
        plot_.paint(painter);
        painter.end();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == colour)
                    return true;
        return false;
    };
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme_.setMode(mode);
        const QColor newest = mixed(theme_.palette().card, ridgeColour(theme_, 1), 0.28);
        EXPECT_TRUE(has(newest)) << static_cast<int>(mode);
        EXPECT_TRUE(has(mixed(theme_.palette().card, ridgeColour(theme_, 0), 0.28))) << static_cast<int>(mode);
    }
}

class RidgeGridTest : public testing::Test {
protected:
    RidgeGridTest() {
        std::vector<RidgeTile> tiles;
        for (int i = 0; i < 7; ++i)
            tiles.push_back({QStringLiteral("layer%1").arg(i), ridgePictureOf(threeSteps(), "fc/weight", kBins),
                             i == 3 ? QStringLiteral("layer3 is dead") : QString()});
        grid_.setTiles(std::move(tiles));
        grid_.resize(640, grid_.heightForWidth(640));
        grid_.show();
        QApplication::processEvents();
        QObject::connect(&grid_, &RidgeGrid::opened, &grid_, [this](int tile) { opened_.push_back(tile); });
    }
    Theme theme_;
    RidgeGrid grid_{theme_};
    std::vector<int> opened_;
};

TEST_F(RidgeGridTest, TilesFillTheWidthAndNoneOverlaps) {
    EXPECT_EQ(grid_.tileRect(0).top(), grid_.tileRect(2).top()) << "three in a row";
    EXPECT_GT(grid_.tileRect(3).top(), grid_.tileRect(0).bottom());
    EXPECT_EQ(grid_.tileRect(6).bottom(), grid_.height() - 1);
    for (int a = 0; a < 7; ++a)
        for (int b = 0; b < a; ++b)
            EXPECT_FALSE(grid_.tileRect(a).intersects(grid_.tileRect(b))) << a << ' ' << b;
    EXPECT_GT(grid_.heightForWidth(200), grid_.heightForWidth(640));
}

TEST_F(RidgeGridTest, OpensByClickAndByKeyboard) {
    QTest::mouseClick(&grid_, Qt::LeftButton, {}, grid_.tileRect(4).center());
    EXPECT_EQ(opened_, std::vector<int>{4});
    QTest::keyClick(&grid_, Qt::Key_Left);
    QTest::keyClick(&grid_, Qt::Key_Return);
    EXPECT_EQ(opened_, (std::vector<int>{4, 3}));
    EXPECT_EQ(grid_.accessibleDescription(), "4 of 7: layer3 is dead");
    QTest::keyClick(&grid_, Qt::Key_Down);
    EXPECT_EQ(grid_.chosen(), 6);
    QTest::keyClick(&grid_, Qt::Key_Down); // there is none below
    EXPECT_EQ(grid_.chosen(), 6);
    QTest::keyClick(&grid_, Qt::Key_Up);
    QTest::keyClick(&grid_, Qt::Key_Home);
    QTest::keyClick(&grid_, Qt::Key_Space);
    EXPECT_EQ(opened_, (std::vector<int>{4, 3, 0}));
    EXPECT_TRUE(grid_.accessibleDescription().startsWith("1 of 7: layer0: from "));
    grid_.setTiles({});
    QTest::keyClick(&grid_, Qt::Key_Return);
    EXPECT_EQ(opened_.size(), 3U);
    EXPECT_EQ(grid_.accessibleDescription(), "No histograms");
}

} // namespace
} // namespace belfry
