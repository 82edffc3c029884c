#include "ui/foundation/number_text.h"
#include "ui/widgets/header_figures.h"
#include "ui/widgets/speed_meter.h"

#include <gtest/gtest.h>

#include <QLabel>

namespace belfry {
namespace {

TEST(SpeedMeter, KnowsNothingBeforeTwoSteps) {
    SpeedMeter meter(1);
    EXPECT_EQ(meter.imagesPerSecond(), 0);
    meter.add(0.1, 100, 1);
    EXPECT_EQ(meter.imagesPerSecond(), 0);
    EXPECT_EQ(meter.secondsPerStep(), 0);
}

TEST(SpeedMeter, ForgetsWhatIsOlderThanItsWindow) {
    SpeedMeter meter(1);
    for (int step = 1; step <= 200; ++step) { // slow, then ten times as fast
        const double seconds = step <= 100 ? step * 0.1 : 10 + (step - 100) * 0.01;
        meter.add(seconds, step * 64, step);
    }
    EXPECT_NEAR(meter.imagesPerSecond(), 6400, 200);
    EXPECT_NEAR(meter.secondsPerStep(), 0.01, 0.001);
}

TEST(SpeedMeter, AStepLongerThanTheWindowStillCounts) {
    SpeedMeter meter(1);
    meter.add(5, 1000, 1);
    meter.add(10, 2000, 2);
    EXPECT_DOUBLE_EQ(meter.imagesPerSecond(), 200);
}

TEST(HeaderFigures, ShowsHowFullTheQueueIs) {
    HeaderFigures figures;
    Started started;
    started.plan.feed = "queue";
    figures.start(started);
    figures.addSteps({StepDone{.step = 1, .queueFill = 0.424F}});
    const auto* label = figures.findChild<QLabel*>(QStringLiteral("queueFigure"));
    ASSERT_NE(label, nullptr);
    EXPECT_EQ(label->text(), "42 %");
    EXPECT_FALSE(label->parentWidget()->isHidden());
    started.plan.feed = "direct";
    figures.start(started);
    figures.addSteps({StepDone{.step = 1, .queueFill = -1}});
    EXPECT_TRUE(label->parentWidget()->isHidden());
}

TEST(HeaderFigures, WritesDurationsAsPeopleDo) {
    EXPECT_EQ(durationText(0), "0:00");
    EXPECT_EQ(durationText(41.2), "0:42");
    EXPECT_EQ(durationText(725), "12:05");
    EXPECT_EQ(durationText(3723), "1:02:03");
}

} // namespace
} // namespace belfry
