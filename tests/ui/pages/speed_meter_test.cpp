#include "ui/foundation/number_text.h"
#include "ui/widgets/header_figures.h"
#include "ui/widgets/speed_meter.h"

#include <gtest/gtest.h>

#include <QLabel>

namespace belfry {
namespace {

TEST(SpeedMeter, IsUnknownBeforeTwoSteps) {
    SpeedMeter meter(1);
    EXPECT_EQ(meter.imagesPerSecond(), 0);
    meter.add(0.1, 100, 1);
    EXPECT_EQ(meter.imagesPerSecond(), 0);
    EXPECT_EQ(meter.secondsPerStep(), 0);
}

TEST(SpeedMeter, DropsStepsOlderThanItsWindow) {
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

TEST(HeaderFigures, ShowsTheQueueLevel) {
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

// Of a run whose last layer was fitted on a backbone, and that has no epochs, the figures of the run before stayed.
TEST(HeaderFigures, ShowsTheBestOfARunWithoutEpochs) {
    HeaderFigures figures;
    const auto said = [&figures](const char* name) { return figures.findChild<QLabel*>(QLatin1String(name))->text(); };
    const QString none = said("bestFigure");
    Started started;
    started.plan.epochs = 3;
    started.stepsPerEpoch = 10;
    figures.start(started);
    figures.addSteps({StepDone{.step = 20, .epoch = 2}});
    EXPECT_EQ(said("epochFigure"), "2 / 3");
    started.plan.epochs = 0;
    figures.start(started);
    figures.addEpoch({.validation = {.correct = 9, .images = 10, .confusion = {}}});
    EXPECT_EQ(said("bestFigure"), "90.0 %");
    EXPECT_EQ(said("epochFigure"), none);
    EXPECT_EQ(said("stepFigure"), none);
    figures.forget();
    EXPECT_EQ(said("bestFigure"), none);
}

TEST(HeaderFigures, FormatsDurationsForPeople) {
    EXPECT_EQ(durationText(0), "0:00");
    EXPECT_EQ(durationText(41.2), "0:42");
    EXPECT_EQ(durationText(725), "12:05");
    EXPECT_EQ(durationText(3723), "1:02:03");
}

} // namespace
} // namespace belfry
