#include "ui/charts/view_range.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace belfry {
namespace {

struct ViewRangeTest : testing::Test {
    ViewRange view;
    ViewRangeTest() {
        view.setTailRoom(0.2);
        view.setData({0, 80});
    }
    void expect(double low, double high) const {
        EXPECT_DOUBLE_EQ(view.range().low, low);
        EXPECT_DOUBLE_EQ(view.range().high, high);
    }
};

TEST_F(ViewRangeTest, FitGrowsWithTheDataAndLeavesRoomForTags) {
    expect(0, 100);
    view.setData({0, 160});
    expect(0, 200);
}

TEST_F(ViewRangeTest, NewDataNeverUndoesAZoom) {
    view.zoomTo(40, 20);
    QSignalSpy changed(&view, &ViewRange::changed);
    for (int i = 1; i < 1000; ++i)
        view.setData({0, 80.0 + i});
    expect(20, 40);
    EXPECT_EQ(view.mode(), ViewRange::Mode::User);
    EXPECT_EQ(changed.count(), 0);
    view.fit();
    EXPECT_EQ(view.mode(), ViewRange::Mode::Fit);
    EXPECT_GT(view.range().high, 1000);
}

TEST_F(ViewRangeTest, FollowKeepsTheNewestVisibleAtTheSameWidth) {
    view.zoomTo(10, 30);
    EXPECT_TRUE(view.newestOutside());
    view.follow();
    expect(64, 84);
    view.setData({0, 500});
    expect(484, 504);
    EXPECT_FALSE(view.newestOutside());
}

TEST_F(ViewRangeTest, WheelKeepsThePointUnderTheCursor) {
    view.zoomAbout(25, 0.5);
    expect(12.5, 62.5);
    view.zoomAbout(25, 2);
    expect(0, 100);
    EXPECT_EQ(view.mode(), ViewRange::Mode::User);
}

// It showed negative steps.
TEST_F(ViewRangeTest, WheelStaysWhereDataAre) {
    view.zoomTo(0, 20);
    view.zoomAbout(15, 2);
    expect(0, 25);
}

TEST_F(ViewRangeTest, PanMovesButNeverPastTheData) {
    view.zoomTo(10, 30);
    view.pan(5);
    expect(15, 35);
    view.pan(1e9);
    expect(80, 100);
    view.pan(-1e9);
    expect(-20, 0);
}

TEST_F(ViewRangeTest, AbsurdRangesAreRefused) {
    view.zoomTo(10, 30);
    view.zoomTo(std::numeric_limits<double>::quiet_NaN(), 4);
    expect(10, 30);
    view.zoomAbout(20, 1e300);
    EXPECT_LE(view.range().span(), 400);
    view.zoomAbout(20, 1e-300);
    EXPECT_GT(view.range().span(), 0);
}

TEST_F(ViewRangeTest, ReportsWhenTheNewestIsOutside) {
    QSignalSpy mode(&view, &ViewRange::modeChanged);
    view.zoomTo(50, 90);
    EXPECT_EQ(mode.count(), 1);
    view.setData({0, 91});
    EXPECT_EQ(mode.count(), 2) << "a way to follow is now offered";
    EXPECT_TRUE(view.newestOutside());
}

TEST_F(ViewRangeTest, ASinglePointHasAWidth) {
    view.setData({7, 7});
    EXPECT_GT(view.range().span(), 0);
    EXPECT_TRUE(view.range().contains(7));
}

} // namespace
} // namespace belfry
