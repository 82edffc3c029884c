#include "ui/charts/ticks.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <QStringList>
#include <cmath>

namespace belfry {
namespace {

struct TicksTest : testing::Test {
    QLocale before;
    TicksTest() { QLocale::setDefault(QLocale::c()); }
    ~TicksTest() override { QLocale::setDefault(before); }

    static QStringList labels(const std::vector<Tick>& ticks) {
        QStringList out;
        for (const Tick& tick : ticks)
            if (!tick.label.isEmpty())
                out += tick.label;
        return out;
    }
};

TEST_F(TicksTest, LinearAxes) {
    EXPECT_EQ(labels(yTicks({0, 68'000}, false, YFormat::Count, 4)), (QStringList{"0", "20 k", "40 k", "60 k"}));
    EXPECT_EQ(labels(yTicks({80, 100}, false, YFormat::Percent, 3)), (QStringList{"80 %", "90 %", "100 %"}));
    EXPECT_EQ(labels(yTicks({0.01, 0.16}, false, YFormat::Number, 3)), (QStringList{"0.05", "0.10", "0.15"}));
}

TEST_F(TicksTest, LogAxes) {
    const auto decades = yTicks({std::log10(0.02), std::log10(3)}, true, YFormat::Number, 5);
    EXPECT_EQ(labels(decades), (QStringList{"0.05", "0.1", "0.5", "1"}));
    const auto narrow = yTicks({std::log10(0.11), std::log10(0.19)}, true, YFormat::Number, 4);
    ASSERT_GE(narrow.size(), 3U);
    EXPECT_NEAR(narrow[0].position, std::log10(0.12), 1e-9);
    EXPECT_EQ(narrow[0].label, "0.12");
    const auto wide = yTicks({-30, 0}, true, YFormat::Number, 5);
    EXPECT_LE(wide.size(), 6U);
    EXPECT_GE(wide.size(), 3U);
}

TEST_F(TicksTest, XAxes) {
    EXPECT_EQ(labels(xTicks({0, 860}, XAxis::Step, 9)).last(), "800 steps");
    EXPECT_EQ(labels(xTicks({0, 2}, XAxis::Step, 9)), (QStringList{"0", "1", "2 steps"}));
    EXPECT_EQ(labels(xTicks({0, 1}, XAxis::Step, 9)), (QStringList{"0", "1 step"}));
    EXPECT_EQ(labels(xTicks({0, 1}, XAxis::Epoch, 3)), (QStringList{"0.0", "0.5", "1 epoch"})); // was "1.0 epochs"
    EXPECT_EQ(labels(xTicks({0, 3.4}, XAxis::Epoch, 4)), (QStringList{"0", "1", "2", "3 epochs"}));
    EXPECT_EQ(labels(xTicks({0, 200}, XAxis::Seconds, 4)), (QStringList{"0:00", "1:00", "2:00", "3:00"}));
    EXPECT_EQ(labels(xTicks({0, 2.5e6}, XAxis::Images, 3)), (QStringList{"0", "1 M", "2 M images"}));
    EXPECT_TRUE(xTicks({}, XAxis::Step, 5).empty());
}

TEST_F(TicksTest, ValuesToReadOff) {
    EXPECT_EQ(valueText(0.04631, YFormat::Number), "0.0463");
    EXPECT_EQ(valueText(2.3, YFormat::Number), "2.30");
    EXPECT_EQ(valueText(0, YFormat::Number), "0.00");
    EXPECT_EQ(valueText(1.2e-7, YFormat::Number), "1.2e-07");
    EXPECT_EQ(valueText(99.23, YFormat::Percent), "99.2 %");
    EXPECT_EQ(valueText(99.98, YFormat::Percent), "99.98 %");
    EXPECT_EQ(valueText(61'800, YFormat::Count), "61.8 k");
    EXPECT_EQ(valueText(640, YFormat::Count), "640");
    EXPECT_EQ(valueText(std::nan(""), YFormat::Count), "NaN");
}

TEST_F(TicksTest, PlacesToReadOff) {
    const XPoint place{.step = 1'195'018, .epoch = 3.5, .images = 9'999, .seconds = 42.9};
    EXPECT_EQ(xText(place, XAxis::Step), "1,195,018");
    EXPECT_EQ(xText(place, XAxis::Epoch), "3.50");
    EXPECT_EQ(xText(place, XAxis::Seconds), "0:42"); // not the next second
    QLocale::setDefault(QLocale(QLocale::Spanish, QLocale::Spain));
    EXPECT_EQ(xText(place, XAxis::Step), "1.195.018"); // it was 1195.018
    EXPECT_EQ(xText(place, XAxis::Images), "9999");
}

} // namespace
} // namespace belfry
