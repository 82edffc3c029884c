// Points on a plane as a user meets them: by mouse, wheel and keys.
#include "ui/charts/disc_stamp.h"
#include "ui/charts/scatter_plot.h"

#include <gmock/gmock.h>

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <random>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<ScatterPoint> randomPoints(int count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> place(-1, 1);
    std::vector<ScatterPoint> points;
    for (int i = 0; i < count; ++i) {
        const float x = place(random);
        points.push_back({x, place(random)});
    }
    return points;
}

TEST(ScatterIndex, FindsWhatLookingAtEachPointFinds) {
    const std::vector<ScatterPoint> points = randomPoints(3000);
    const ScatterIndex index(points);
    const std::vector<ScatterPoint> star{{-0.9F, -0.2F}, {0.8F, 0.1F}, {-0.5F, 0.6F}, {0.1F, -0.9F}, {0.3F, 0.9F}};
    std::vector<int> inside, boxed;
    for (int i = 0; i < index.count(); ++i) {
        const ScatterPoint& point = points[static_cast<std::size_t>(i)];
        if (isInside(point, star))
            inside.push_back(i);
        if (point.x >= 0.2F && point.x <= 0.4F && point.y >= -0.5F && point.y <= 2)
            boxed.push_back(i);
    }
    EXPECT_GT(inside.size(), 100U);
    EXPECT_EQ(index.inside(star), inside);
    EXPECT_EQ(index.within({0.2, -0.5, 0.4, 2}), boxed);
    for (const ScatterPoint place : {ScatterPoint{0, 0}, ScatterPoint{0.97F, -0.3F}, ScatterPoint{-3, 0}}) {
        int nearest = -1;
        double shortest = 0.05 * 0.05;
        for (int i = 0; i < index.count(); ++i) {
            const ScatterPoint& point = points[static_cast<std::size_t>(i)];
            const double x = double{point.x} - place.x, y = double{point.y} - place.y;
            if (x * x + y * y <= shortest) {
                shortest = x * x + y * y;
                nearest = i;
            }
        }
        EXPECT_EQ(index.nearest(place, 0.05), nearest);
    }
    EXPECT_EQ(index.nearest({0, 0}, 0.05, [](int) { return false; }), -1);
}

TEST(ScatterIndex, KnowsPointsOfOnePlaceAndNone) {
    const ScatterIndex none;
    EXPECT_EQ(none.nearest({0, 0}, 10), -1);
    EXPECT_THAT(none.within({-1, -1, 1, 1}), IsEmpty());
    const ScatterIndex same(std::vector<ScatterPoint>(3, ScatterPoint{0.5F, 0.5F}));
    EXPECT_THAT(same.within({0, 0, 1, 1}), ElementsAre(0, 1, 2));
    EXPECT_EQ(same.nearest({0.5F, 0.5F}, 0.1), 2); // the one that is drawn above the others
    EXPECT_EQ(same.towards(0, 1, 0), -1);
}

// Written pixel by pixel: a disc at an edge must stay inside the image, and a transparent one let the ground through.
TEST(DiscStamp, StaysInsideAndMixes) {
    QImage image(20, 20, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    const DiscStamp stamp(3, {QColor(255, 0, 0), QColor(0, 0, 0, 128)});
    for (const auto& [x, y] : {std::pair(-50.0, 3.0), {-1.0, -1.0}, {24.0, 10.0}, {10.0, 24.0}, {500.0, 500.0}})
        stamp.draw(image, x, y, 0);
    EXPECT_EQ(image.pixelColor(10, 10), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(0, 0), QColor(255, 0, 0)); // within reach of the one outside the corner
    stamp.draw(image, 10.5, 10.5, 1);
    EXPECT_NEAR(image.pixelColor(10, 10).red(), 127, 1);
    EXPECT_EQ(image.pixelColor(10, 15), QColor(Qt::white));
    stamp.draw(image, 10.5, 10.5, 0);
    EXPECT_EQ(image.pixelColor(10, 10), QColor(255, 0, 0));
}

TEST(PlaneView, WhatIsAtTheMouseStaysThere) {
    PlaneView view;
    view.setSize({400, 300});
    EXPECT_EQ(view.toPixel({0, 0}), QPointF(200, 150));
    EXPECT_LT(view.toPixel({0, 1}).y(), view.toPixel({0, -1}).y()); // upwards
    const QPointF mouse(310, 90);
    const ScatterPoint there = view.toPlane(mouse);
    view.zoomAbout(mouse, 8);
    EXPECT_NEAR(view.toPixel(there).x(), mouse.x(), 0.01);
    EXPECT_NEAR(view.toPixel(there).y(), mouse.y(), 0.01);
    view.zoomAbout(mouse, 1e9);
    EXPECT_EQ(view.zoom(), PlaneView::kMostZoom);
    view.reset();
    EXPECT_TRUE(view.isWhole());
}

// Nine points in three rows; the middle one is 4.
class ScatterPlotTest : public testing::Test {
protected:
    ScatterPlotTest() : plot_(theme_, "plot", "Points") {
        theme_.setMode(Theme::Mode::Light);
        plot_.resize(420, 420);
        plot_.setPoints(nine());
        plot_.setTips([](int point) { return QStringLiteral("point %1").arg(point); });
        plot_.show();
    }
    static std::vector<ScatterPoint> nine() {
        std::vector<ScatterPoint> points;
        for (const float y : {0.8F, 0.0F, -0.8F})
            for (const float x : {-0.8F, 0.0F, 0.8F})
                points.push_back({x, y});
        return points;
    }
    QPoint at(int point) const { return plot_.pixelOf(point).toPoint(); }
    void press(Qt::Key key, Qt::KeyboardModifiers with = {}) { QTest::keyClick(&plot_, key, with); }
    void click(const QPoint& place, Qt::KeyboardModifiers with = {}) {
        QTest::mouseClick(&plot_, Qt::LeftButton, with, place);
    }
    void drag(const std::vector<QPoint>& way, Qt::KeyboardModifiers with = {}) {
        QTest::mousePress(&plot_, Qt::LeftButton, with, way.front());
        for (const QPoint& place : way) {
            QMouseEvent move(QEvent::MouseMove, place, plot_.mapToGlobal(place), Qt::NoButton, Qt::LeftButton, with);
            QCoreApplication::sendEvent(&plot_, &move);
        }
        QTest::mouseRelease(&plot_, Qt::LeftButton, with, way.back());
    }
    // Round the upper row.
    std::vector<QPoint> roundTheTop() const {
        const QPoint a = at(0) + QPoint(-15, -15), b = at(2) + QPoint(15, -15), c = at(2) + QPoint(15, 15);
        return {a, b, c, at(0) + QPoint(-15, 15), a};
    }
    QColor shown(int point) { return plot_.grab().toImage().pixelColor(at(point)); }

    Theme theme_;
    ScatterPlot plot_;
};

TEST_F(ScatterPlotTest, AClickSelectsCtrlAddsAndEscClears) {
    const QSignalSpy changes(&plot_, &ScatterPlot::selectionChanged);
    click(at(4));
    EXPECT_THAT(plot_.selection(), ElementsAre(4));
    click(at(2), Qt::ControlModifier);
    EXPECT_THAT(plot_.selection(), ElementsAre(2, 4));
    click(at(4), Qt::ControlModifier); // out of it again
    EXPECT_THAT(plot_.selection(), ElementsAre(2));
    EXPECT_EQ(plot_.accessibleDescription().section(';', 0, 0), "9 points, 1 selected");
    press(Qt::Key_Escape);
    EXPECT_THAT(plot_.selection(), IsEmpty());
    EXPECT_EQ(changes.count(), 4);
    click(at(4));
    click(at(4) + QPoint(60, 60)); // beside all
    EXPECT_THAT(plot_.selection(), IsEmpty());
}

TEST_F(ScatterPlotTest, TheLassoSelectsWhatItEncloses) {
    drag(roundTheTop(), Qt::ShiftModifier);
    EXPECT_THAT(plot_.selection(), ElementsAre(0, 1, 2));
    press(Qt::Key_Escape);
    drag(roundTheTop()); // without Shift and tool it moves the plane
    EXPECT_THAT(plot_.selection(), IsEmpty());
    press(Qt::Key_0);
    const QSignalSpy tool(&plot_, &ScatterPlot::lassoChanged);
    press(Qt::Key_L);
    EXPECT_TRUE(plot_.hasLasso());
    EXPECT_EQ(tool.count(), 1);
    click(at(7));
    drag(roundTheTop(), Qt::ControlModifier);
    EXPECT_THAT(plot_.selection(), ElementsAre(0, 1, 2, 7));
    press(Qt::Key_Escape); // first the selection, then the tool
    EXPECT_TRUE(plot_.hasLasso());
    press(Qt::Key_Escape);
    EXPECT_FALSE(plot_.hasLasso());
}

TEST_F(ScatterPlotTest, ADragMovesAndTheWheelZooms) {
    const QPointF before = plot_.pixelOf(4);
    const QPoint place = at(4) + QPoint(40, 40);
    drag({place, place + QPoint(30, -20), place + QPoint(60, -40)});
    EXPECT_NEAR(plot_.pixelOf(4).x(), before.x() + 60, 0.1);
    EXPECT_NEAR(plot_.pixelOf(4).y(), before.y() - 40, 0.1);
    QTest::mouseDClick(&plot_, Qt::LeftButton, {}, place);
    EXPECT_EQ(plot_.pixelOf(4), before);
    const QPointF mouse = plot_.pixelOf(2);
    QWheelEvent wheel(mouse, plot_.mapToGlobal(mouse), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&plot_, &wheel);
    EXPECT_TRUE(wheel.isAccepted());
    EXPECT_GT(plot_.zoom(), 1.2);
    EXPECT_NEAR(plot_.pixelOf(2).x(), mouse.x(), 0.1);
    EXPECT_TRUE(plot_.accessibleDescription().contains("zoomed"));
    press(Qt::Key_0);
    EXPECT_EQ(plot_.zoom(), 1);
    press(Qt::Key_Plus);
    press(Qt::Key_Plus);
    const double near = plot_.zoom();
    EXPECT_GT(near, 2);
    press(Qt::Key_Minus);
    EXPECT_LT(plot_.zoom(), near);
}

TEST_F(ScatterPlotTest, ArrowKeysGoToTheNearestPointThere) {
    const QSignalSpy opened(&plot_, &ScatterPlot::opened);
    press(Qt::Key_Right); // begins in the middle
    EXPECT_THAT(plot_.selection(), ElementsAre(4));
    press(Qt::Key_Right);
    EXPECT_THAT(plot_.selection(), ElementsAre(5));
    press(Qt::Key_Up);
    EXPECT_THAT(plot_.selection(), ElementsAre(2));
    press(Qt::Key_Up); // the edge
    EXPECT_THAT(plot_.selection(), ElementsAre(2));
    press(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_THAT(plot_.selection(), ElementsAre(1, 2));
    EXPECT_EQ(plot_.current(), 1);
    EXPECT_TRUE(plot_.accessibleDescription().endsWith("point 1"));
    press(Qt::Key_Return);
    ASSERT_EQ(opened.count(), 1);
    EXPECT_EQ(opened.front().front().toInt(), 1);
    press(Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(plot_.selection().size(), 9U);
}

TEST_F(ScatterPlotTest, TheKeyboardBringsItsPointIntoSight) {
    press(Qt::Key_Right);
    for (int i = 0; i < 6; ++i)
        press(Qt::Key_Plus);
    EXPECT_NEAR(plot_.pixelOf(4).x(), 210, 1); // it zooms about the point at the keyboard
    ASSERT_FALSE(plot_.rect().contains(at(5)));
    press(Qt::Key_Right);
    EXPECT_TRUE(plot_.rect().contains(at(5)));
}

TEST_F(ScatterPlotTest, PointsHaveTheColoursOfTheirLooks) {
    const QColor red(200, 0, 0), green(0, 150, 0);
    plot_.setLooks({{0, 0, 0, 1, 1, 1, 0, 0, 0}, {red, green}});
    EXPECT_GT(shown(0).red(), 150);
    EXPECT_LT(shown(0).green(), 90);
    EXPECT_GT(shown(4).green(), 120);
    EXPECT_LT(shown(4).red(), 90);
    click(at(4));
    EXPECT_GT(shown(0).green(), 90); // faded beside what is selected
    EXPECT_LT(shown(4).red(), 90);
}

// Few wrong answers were hidden below thousands of right ones, and what was not selected looked as strong as before
// where many points lie above each other.
TEST_F(ScatterPlotTest, RaisedLooksAreAboveAndCrowdsFadeToo) {
    std::vector<ScatterPoint> crowd(200, ScatterPoint{0, 0});
    crowd.push_back({0.5F, 0.5F});
    plot_.setPoints(crowd);
    std::vector<std::uint8_t> looks(201, 1);
    looks[7] = 0;
    plot_.setLooks({looks, {Qt::red, Qt::green}, {}, {true, false}});
    EXPECT_GT(shown(7).red(), 150);
    EXPECT_LT(shown(7).green(), 90);
    plot_.select({200});
    EXPECT_GT(shown(7).green(), 120);
}

TEST_F(ScatterPlotTest, DimmedPointsAreOutOfReach) {
    press(Qt::Key_A, Qt::ControlModifier);
    const QSignalSpy changes(&plot_, &ScatterPlot::selectionChanged);
    plot_.setLooks({{0, 0, 0, 1, 1, 1, 0, 0, 0}, {Qt::red, Qt::green}, {true, false}});
    EXPECT_THAT(plot_.selection(), ElementsAre(3, 4, 5));
    EXPECT_EQ(changes.count(), 1);
    drag(roundTheTop(), Qt::ShiftModifier);
    EXPECT_THAT(plot_.selection(), IsEmpty());
    click(at(0));
    EXPECT_THAT(plot_.selection(), IsEmpty());
    click(at(4));
    press(Qt::Key_Up);
    EXPECT_THAT(plot_.selection(), ElementsAre(4));
}

TEST_F(ScatterPlotTest, PicturesStandWhereThereIsRoom) {
    QImage blue(28, 28, QImage::Format_RGB32);
    blue.fill(Qt::blue);
    plot_.setPictures([blue](int) { return blue; });
    plot_.setPoints(nine());
    EXPECT_EQ(shown(8), QColor(Qt::blue));
    EXPECT_TRUE(plot_.showsPictures());
    click(at(8) + QPoint(14, 14)); // beside the point, on its picture
    EXPECT_THAT(plot_.selection(), ElementsAre(8));
    plot_.setPoints(randomPoints(ScatterPlot::kMostPictures + 1));
    plot_.grab();
    EXPECT_FALSE(plot_.showsPictures());
    for (int i = 0; i < 4; ++i)
        press(Qt::Key_Plus);
    plot_.grab();
    EXPECT_TRUE(plot_.showsPictures());
}

TEST_F(ScatterPlotTest, MovedPointsStaySelectedAndOthersAreNot) {
    click(at(4));
    press(Qt::Key_Plus);
    const double zoom = plot_.zoom();
    std::vector<ScatterPoint> moved = nine();
    for (ScatterPoint& point : moved)
        point.x *= 0.5F;
    plot_.movePoints(moved);
    EXPECT_THAT(plot_.selection(), ElementsAre(4));
    EXPECT_EQ(plot_.zoom(), zoom);
    const QSignalSpy changes(&plot_, &ScatterPlot::selectionChanged);
    plot_.setPoints(nine());
    EXPECT_THAT(plot_.selection(), IsEmpty());
    EXPECT_EQ(changes.count(), 1);
    EXPECT_EQ(plot_.zoom(), 1);
}

TEST_F(ScatterPlotTest, HoveringTellsThePointAndAGuestHasARing) {
    const QSignalSpy hovered(&plot_, &ScatterPlot::hoverChanged);
    QMouseEvent move(QEvent::MouseMove, at(3), plot_.mapToGlobal(at(3)), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&plot_, &move);
    EXPECT_EQ(plot_.hovered(), 3);
    ASSERT_EQ(hovered.count(), 1);
    const QImage before = plot_.grab().toImage();
    plot_.setGuest(ScatterPoint{0.4F, 0.4F});
    EXPECT_NE(plot_.grab().toImage(), before);
    EXPECT_TRUE(plot_.accessibleDescription().contains("the drawing is on it"));
    plot_.setGuest(std::nullopt);
    EXPECT_EQ(plot_.grab().toImage(), before);
}

TEST_F(ScatterPlotTest, WithoutPointsItSaysWhy) {
    plot_.setPoints({});
    plot_.setEmptyText(QStringLiteral("Nothing was evaluated."));
    EXPECT_EQ(plot_.accessibleDescription(), "Nothing was evaluated.");
    press(Qt::Key_Right);
    click({100, 100});
    drag({{10, 10}, {200, 10}, {200, 200}}, Qt::ShiftModifier);
    EXPECT_THAT(plot_.selection(), IsEmpty());
    plot_.grab();
}

} // namespace
} // namespace belfry
