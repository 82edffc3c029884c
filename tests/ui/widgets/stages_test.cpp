#include "ui/widgets/stage_average.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/tower_heat.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetrics>
#include <QScrollArea>
#include <QTest>

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

TEST(StageAverage, MeansOfTheNetworkToo) {
    StageAverage average;
    for (const int step : {0, 1}) {
        StepDone done;
        done.seconds = 1 + 0.3 * step;
        done.sumsOnTheWay = 20.0F + 20.0F * static_cast<float>(step);
        done.sentBytes = 4000;
        average.add(done);
    }
    EXPECT_DOUBLE_EQ(average.network().milliseconds, 30);
    EXPECT_DOUBLE_EQ(average.network().sentBytes, 4000);
}

TEST(StageAverage, ResetsForAnotherRunOrOtherTowers) {
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

StepDone own(double seconds, int tower, float forward) {
    StepDone done;
    done.seconds = seconds;
    done.milliseconds = 1; // between two ends of any towers' steps
    done.staleness = 1;
    done.towers.resize(2);
    done.towers[static_cast<std::size_t>(tower)] = {.forward = forward, .exchange = 2, .images = 64};
    return done;
}

// Every mean was over all steps, of which half were the other tower's.
TEST(StageAverage, AnAsynchronousTowerAveragesItsOwnSteps) {
    StageAverage average;
    for (int i = 0; i < 30; ++i) {
        average.add(own(1 + 0.01 * i, i % 3 == 0 ? 1 : 0, i % 3 == 0 ? 16 : 6));
    }
    ASSERT_EQ(average.towers().size(), 2U);
    EXPECT_TRUE(average.isAsynchronous());
    EXPECT_DOUBLE_EQ(average.towers()[0][2], 6);
    EXPECT_DOUBLE_EQ(average.towers()[1][2], 16);
    EXPECT_DOUBLE_EQ(average.towers()[1][4], 2);
    EXPECT_DOUBLE_EQ(average.stepMilliseconds(), (8 + 18) / 2.0);
    for (int i = 0; i < 40; ++i) { // the second tower's next step takes seconds
        average.add(own(2 + 0.1 * i, 0, 4));
    }
    EXPECT_DOUBLE_EQ(average.towers()[0][2], 4);
    EXPECT_DOUBLE_EQ(average.towers()[1][2], 16) << "its last one";
    average.add(step(7, 3)); // a run whose towers wait
    EXPECT_FALSE(average.isAsynchronous());
    EXPECT_DOUBLE_EQ(average.stepMilliseconds(), 9);
}

TEST(StageAverage, ATowerWithoutAStepYetDoesNotShortenTheMean) {
    StageAverage average;
    average.add(own(1, 0, 8));
    EXPECT_DOUBLE_EQ(average.stepMilliseconds(), 10);
    EXPECT_DOUBLE_EQ(total(average.towers()[1]), 0);
}

TEST(StageStrip, ShowsTheStepTime) {
    Theme theme;
    StageStrip strip(theme);
    EXPECT_EQ(strip.stepText(), QString());
    strip.addStep(step(1, 10.6F));
    EXPECT_EQ(strip.stepText(), QStringLiteral("16.6 ms per step"));
    strip.setTimedEvery(10);
    EXPECT_EQ(strip.stepText(), QStringLiteral("16.6 ms per step, stages of 1 step in 10"));
    strip.setTimedEvery(1);
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

TEST(StageStrip, UpToEightTowersHaveABarEach) {
    Theme theme;
    StageStrip strip(theme);
    auto* scroll = strip.findChild<QScrollArea*>();
    strip.addStep(step(1, 4, 3));
    QApplication::processEvents();
    EXPECT_EQ(scroll->height(), 3 * StageBars::kPitch);
    strip.addStep(step(2, 4, 8));
    QApplication::processEvents();
    EXPECT_EQ(scroll->maximumHeight(), 8 * StageBars::kPitch);
    strip.setMaxRows(0); // no room: four stay in sight, the others scroll
    EXPECT_EQ(scroll->maximumHeight(), 4 * StageBars::kPitch);
    EXPECT_EQ(strip.bars()->count(), 8);
    EXPECT_TRUE(strip.heat()->isHidden());
}

// 64 towers; the higher the number the longer it works, but for 5, which is the slowest. They wait for it.
class ManyTowers : public testing::Test {
protected:
    ManyTowers() {
        QStringList names;
        StepDone done;
        done.seconds = 1;
        done.milliseconds = 200;
        for (int tower = 0; tower < 64; ++tower) {
            names << QStringLiteral("%1 · GPU%2").arg(tower).arg(tower / 8);
            const float works = tower == 5 ? 200.0F : 100.0F + static_cast<float>(tower);
            done.towers.push_back({.forward = works, .straggler = 200 - works, .images = 100});
        }
        strip.setTowers(names, names);
        strip.resize(640, strip.sizeHint().height());
        strip.show();
        strip.addStep(done);
        QApplication::processEvents();
    }
    QPoint middleOf(int tower) const { return strip.heat()->column(tower).center(); }
    QString fourth() const { return strip.bars()->names().value(3); }

    Theme theme;
    StageStrip strip{theme};
};

// Bars of 64 towers filled the window, or three of them were in sight.
TEST_F(ManyTowers, HaveThreeBarsAndAHeatStrip) {
    EXPECT_EQ(strip.bars()->names(),
              QStringList({QStringLiteral("fastest: 0 · GPU0"), QStringLiteral("median: 32 · GPU4"),
                           QStringLiteral("slowest: 5 · GPU0")}));
    EXPECT_EQ(strip.bars()->rows()[2][2], 200);
    EXPECT_FALSE(strip.heat()->isHidden());
    const QImage shown = strip.heat()->grab().toImage();
    const QColor waits = shown.pixelColor(middleOf(0)), works = shown.pixelColor(middleOf(5));
    EXPECT_EQ(works, theme.palette().grid);
    EXPECT_EQ(waits, mixed(theme.palette().grid, theme.palette().warning, 0.5));
    strip.setTowers({QStringLiteral("CPU")});
    EXPECT_TRUE(strip.heat()->isHidden());
}

TEST_F(ManyTowers, ShowTheBarOfTheOneUnderThePointer) {
    const int height = strip.sizeHint().height();
    QTest::mouseMove(strip.heat(), middleOf(17));
    EXPECT_EQ(fourth(), QStringLiteral("17 · GPU2"));
    EXPECT_EQ(strip.bars()->rows()[3][2], 117);
    EXPECT_EQ(strip.heat()->accessibleDescription(),
              QStringLiteral("17 · GPU2: waits 42 % of its step\nalone: 855 images/s"));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(strip.heat(), &leave);
    EXPECT_EQ(strip.bars()->names().size(), 3);
    EXPECT_EQ(strip.sizeHint().height(), height) << "the charts above would jump";
}

TEST_F(ManyTowers, PinOneByClickOrKey) {
    QTest::mouseClick(strip.heat(), Qt::LeftButton, {}, middleOf(40));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(strip.heat(), &leave);
    EXPECT_EQ(fourth(), QStringLiteral("40 · GPU5"));
    QTest::keyClick(strip.heat(), Qt::Key_Right);
    EXPECT_EQ(fourth(), QStringLiteral("41 · GPU5"));
    QTest::keyClick(strip.heat(), Qt::Key_End);
    EXPECT_EQ(fourth(), QStringLiteral("63 · GPU7"));
    QTest::keyClick(strip.heat(), Qt::Key_Escape);
    EXPECT_EQ(strip.bars()->names().size(), 3);
    QTest::mouseClick(strip.heat(), Qt::LeftButton, {}, middleOf(40));
    QTest::mouseClick(strip.heat(), Qt::LeftButton, {}, middleOf(40)); // again: lets go
    EXPECT_EQ(strip.heat()->pinned(), -1);
}

TEST(StageBars, ShowsTheStageUnderTheCursor) {
    Theme theme;
    StageBars bars(theme);
    bars.setTowers({QStringLiteral("GPU0"), QStringLiteral("GPU1")});
    const int left = bars.labelWidth();
    bars.resize(left + 400, bars.sizeHint().height());
    bars.setRows({StageRow{2, 0, 2, 4, 0, 0, 0}, StageRow{1, 0, 1, 2, 0, 0, 0}}, 8);
    EXPECT_EQ(bars.textAt({left + 50, 10}), QStringLiteral("GPU0 wait: 2.00 ms, 25 %"));
    EXPECT_EQ(bars.textAt({left + 390, 10}), QStringLiteral("GPU0 backward: 4.00 ms, 50 %"));
    EXPECT_EQ(bars.textAt({left + 190, 30}), QStringLiteral("GPU1 backward: 2.00 ms, 25 %"));
    EXPECT_EQ(bars.textAt({left + 300, 30}), QStringLiteral("GPU1 between steps: 4.00 ms, 50 %"));
    EXPECT_EQ(bars.textAt({10, 100}), QString());
    EXPECT_EQ(bars.textAt({10, 30}), QStringLiteral("GPU1"));
    bars.setHelps({QStringLiteral("Tower 0 on GPU0"), QStringLiteral("Tower 1 on GPU1, NVIDIA H200")});
    EXPECT_EQ(bars.textAt({10, 30}), QStringLiteral("Tower 1 on GPU1, NVIDIA H200"));
    bars.setRows({StageRow{}, StageRow{}}); // no time measured yet
    EXPECT_EQ(bars.textAt({100, 10}), QString());
    bars.grab();
}

// A device that did nothing in half of every step had a full bar, and half the sentence's shares twice as large.
TEST(StageBars, UnaccountedTimeStaysEmpty) {
    Theme theme;
    StageBars bars(theme);
    bars.setTowers({QStringLiteral("GPU0"), QStringLiteral("GPU1")});
    const int left = bars.labelWidth();
    bars.resize(left + 400, bars.sizeHint().height());
    bars.setRows({StageRow{0, 0, 2, 3, 0, 0, 0}, StageRow{0, 0, 2, 2, 0, 0, 0}}, 10);
    EXPECT_EQ(bars.textAt({left + 100, 10}), QStringLiteral("GPU0 backward: 3.00 ms, 30 %"));
    EXPECT_EQ(bars.textAt({left + 201, 10}), QStringLiteral("GPU0 between steps: 5.00 ms, 50 %"));
    EXPECT_EQ(bars.textAt({left + 399, 30}), QStringLiteral("GPU1 between steps: 6.00 ms, 60 %"));
    EXPECT_EQ(bars.textAt({left + 400, 30}), QString());
    const QImage picture = bars.grab().toImage();
    EXPECT_EQ(picture.pixelColor(left + 190, 11), theme.palette().stages[3]);
    EXPECT_EQ(picture.pixelColor(left + 210, 11), picture.pixelColor(left + 399, 1)) << "nothing is drawn";
    // A tower that waits for nobody: shares of its own step, and no rest of another's.
    bars.setRows({StageRow{0, 0, 2, 3, 0, 0, 0}, StageRow{0, 0, 4, 6, 0, 0, 0}});
    EXPECT_EQ(bars.textAt({left + 100, 10}), QStringLiteral("GPU0 backward: 3.00 ms, 60 %"));
    EXPECT_EQ(bars.textAt({left + 300, 10}), QString());
}

// "GPU0 · 1" was cut to the 44 pixels that "GPU0" needs.
TEST(StageBars, TheNamesHaveTheRoomTheyNeed) {
    Theme theme;
    StageBars bars(theme);
    bars.resize(600, StageBars::kPitch);
    const QFontMetrics metrics(Theme::font(12));
    for (int tower = 0; tower < 64; ++tower) {
        const QString name = QString::fromUtf8("%1 · GPU%1").arg(tower);
        bars.setTowers({name});
        EXPECT_EQ(metrics.elidedText(name, Qt::ElideRight, bars.labelWidth() - 8), name);
    }
    bars.setTowers({QString(200, QLatin1Char('M'))});
    EXPECT_LT(bars.labelWidth(), 200) << "most of the width is the bars'";
}

TEST(StageBars, PaintsTheExchangeInItsColour) {
    Theme theme;
    StageBars bars(theme);
    bars.setRows({StageRow{0, 0, 1, 1, 2, 0, 0}});
    bars.resize(bars.labelWidth() + 400, StageBars::kPitch);
    EXPECT_EQ(bars.grab().toImage().pixelColor(bars.labelWidth() + 300, 11), theme.palette().stages[4]);
}

} // namespace
} // namespace belfry
