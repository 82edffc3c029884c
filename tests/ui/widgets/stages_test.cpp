#include "ui/widgets/stage_average.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/stage_strip.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QScrollArea>

namespace belfry {
namespace {

StepDone step(double seconds, float forward, int towers = 2) {
    StepDone done;
    done.seconds = seconds;
    done.milliseconds = forward + 6;
    for (int tower = 0; tower < towers; ++tower) {
        done.towers.push_back({1, 0, forward, 2, 3, 0, 0, 512});
    }
    return done;
}

TEST(StageAverage, MeansOverTheLastSecondOnly) {
    StageAverage average;
    average.add(step(1.0, 1000));
    for (int i = 0; i < 100; ++i) {
        average.add(step(5.0 + i * 0.01, i % 2 == 0 ? 4 : 6));
    }
    ASSERT_EQ(average.towers().size(), 2U);
    EXPECT_DOUBLE_EQ(average.towers()[1][2], 5.0);
    EXPECT_DOUBLE_EQ(average.towers()[0][4], 3.0);
    EXPECT_DOUBLE_EQ(average.stepMilliseconds(), 11.0);
    EXPECT_DOUBLE_EQ(total(average.towers()[0]), 11.0);
}

TEST(StageAverage, StartsAnewForAnotherRunOrOtherTowers) {
    StageAverage average;
    average.add(step(50, 100));
    average.add(step(0.1, 4));
    EXPECT_DOUBLE_EQ(average.towers()[0][2], 4.0);
    average.add(step(0.2, 8, 3));
    ASSERT_EQ(average.towers().size(), 3U);
    EXPECT_DOUBLE_EQ(average.towers()[0][2], 8.0);
    average.clear();
    EXPECT_TRUE(average.empty());
    EXPECT_TRUE(average.towers().empty());
}

TEST(StageAverage, AStepSlowerThanASecondIsShown) {
    StageAverage average;
    average.add(step(2, 2000));
    average.add(step(7, 5000));
    EXPECT_DOUBLE_EQ(average.towers()[0][2], 5000.0);
}

TEST(StageStrip, SaysTheStepsTime) {
    Theme theme;
    StageStrip strip(theme);
    EXPECT_EQ(strip.stepText(), QString());
    strip.addStep(step(1, 10.6F));
    EXPECT_EQ(strip.stepText(), QStringLiteral("16.6 ms per step"));
    strip.clear();
    EXPECT_EQ(strip.stepText(), QString());
}

TEST(StageStrip, TheBarsFollowTheSteps) {
    Theme theme;
    StageStrip strip(theme);
    strip.setTowers({QStringLiteral("GPU0"), QStringLiteral("GPU1")});
    strip.addStep(step(1, 4));
    strip.addStep(step(1, 6));
    QApplication::processEvents();
    ASSERT_EQ(strip.bars()->rows().size(), 2U);
    EXPECT_DOUBLE_EQ(strip.bars()->rows()[0][2], 5.0);
}

TEST(StageStrip, EightTowersAreSeenAndMoreScroll) {
    Theme theme;
    StageStrip strip(theme);
    auto* scroll = strip.findChild<QScrollArea*>();
    strip.addStep(step(1, 4, 3));
    QApplication::processEvents();
    EXPECT_EQ(scroll->height(), 3 * StageBars::kPitch);
    strip.addStep(step(2, 4, 20));
    QApplication::processEvents();
    EXPECT_EQ(scroll->maximumHeight(), 8 * StageBars::kPitch);
    EXPECT_EQ(strip.bars()->count(), 20);
}

TEST(StageBars, TellsTheStageUnderTheCursor) {
    Theme theme;
    StageBars bars(theme);
    bars.setTowers({QStringLiteral("GPU0"), QStringLiteral("GPU1")});
    bars.resize(452, bars.sizeHint().height()); // 400 for the stages
    bars.setRows({StageRow{2, 0, 2, 4, 0, 0, 0}, StageRow{1, 0, 1, 2, 0, 0, 0}});
    EXPECT_EQ(bars.textAt({52 + 50, 10}), QStringLiteral("GPU0 wait: 2.00 ms, 25 %"));
    EXPECT_EQ(bars.textAt({52 + 390, 10}), QStringLiteral("GPU0 backward: 4.00 ms, 50 %"));
    EXPECT_EQ(bars.textAt({52 + 190, 30}), QStringLiteral("GPU1 backward: 2.00 ms, 50 %"));
    EXPECT_EQ(bars.textAt({52 + 300, 30}), QString()) << "the second tower needs half the time";
    EXPECT_EQ(bars.textAt({10, 100}), QString());
    bars.setRows({StageRow{}, StageRow{}}); // no time measured yet
    EXPECT_EQ(bars.textAt({100, 10}), QString());
    bars.grab();
}

TEST(StageBars, PaintsTheExchangeInItsColour) {
    Theme theme;
    StageBars bars(theme);
    bars.resize(452, StageBars::kPitch);
    bars.setRows({StageRow{0, 0, 1, 1, 2, 0, 0}});
    EXPECT_EQ(bars.grab().toImage().pixelColor(52 + 300, 11), theme.palette().stages[4]);
}

} // namespace
} // namespace belfry
