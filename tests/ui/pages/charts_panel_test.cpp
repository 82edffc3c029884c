// A step's figures are measured with dropout on when the network has some; the charts say so.
#include "core/device/devices.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/run_text.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/stage_strip.h"

#include <QCoreApplication>
#include <QLabel>

namespace belfry {
namespace {

class ChartsPanelTest : public WindowTest {
protected:
    static Started startedWith(double dropout) {
        Started started;
        started.plan = longPlan();
        started.plan.model = "mlp";
        started.plan.mlp.dropout = dropout;
        return started;
    }
    static QString name(const LiveChart* chart) { return chart->legend().front()->text(); }
};

TEST_F(ChartsPanelTest, SayWhenStepsAreMeasuredWithDropout) {
    ChartsPanel panel(theme_);
    panel.start(startedWith(0.5));
    for (const LiveChart* chart : {panel.loss(), panel.accuracy()}) {
        EXPECT_EQ(name(chart), "each step, dropout on");
        EXPECT_TRUE(chart->toolTip().contains("dropout on"));
    }
    panel.start(startedWith(0));
    for (const LiveChart* chart : {panel.loss(), panel.accuracy()}) {
        EXPECT_EQ(name(chart), "each step");
        EXPECT_EQ(chart->toolTip(), "");
    }
    Started started = startedWith(0);
    started.plan.model = "tower-direct"; // has some of its own
    panel.start(started);
    EXPECT_EQ(name(panel.accuracy()), "each step, dropout on");
    started.plan.layers = {"dense classes linear"}; // and the user's network none
    started.plan.model = "mine";
    panel.start(started);
    EXPECT_EQ(name(panel.accuracy()), "each step");
}

// Once a second of the run: words that change faster cannot be read.
TEST_F(ChartsPanelTest, ReportsTheBottleneck) {
    ChartsPanel panel(theme_);
    panel.start(startedWith(0));
    const auto* sentence = panel.findChild<QLabel*>(QStringLiteral("stageSentence"));
    ASSERT_NE(sentence, nullptr);
    EXPECT_TRUE(sentence->isHidden());
    const auto add = [&panel](double seconds, float exchange) {
        const StageTimes times{.forward = 10 - exchange, .exchange = exchange, .images = 64};
        panel.addSteps({{.seconds = seconds, .milliseconds = 10, .towers = {times, times}}});
    };
    add(0.1, 3);
    EXPECT_FALSE(sentence->isHidden());
    EXPECT_EQ(sentence->text(), "Every tower waits 30 % of each step for the exchange; try more images per tower, or "
                                "another exchange.");
    add(1.0, 0);
    EXPECT_TRUE(sentence->text().contains("30 %"));
    add(1.2, 0);
    EXPECT_TRUE(sentence->text().startsWith("Every tower spends")) << qPrintable(sentence->text());
    panel.start(startedWith(0));
    EXPECT_TRUE(sentence->isHidden());
}

// It ended in "…" in a small window, where most of what it advises was to be guessed.
TEST_F(ChartsPanelTest, TheAdviceTakesTheLinesItNeedsAndKeepsThem) {
    ChartsPanel panel(theme_);
    panel.resize(500, 640);
    panel.show();
    panel.start(startedWith(0));
    const auto* sentence = panel.findChild<QLabel*>(QStringLiteral("stageSentence"));
    const auto heightAfter = [&](double seconds, float exchange) {
        const StageTimes times{.forward = 10 - exchange, .exchange = exchange, .images = 64};
        panel.addSteps({{.seconds = seconds, .milliseconds = 10, .towers = {times, times}}});
        QCoreApplication::processEvents(); // the layouts'
        return sentence->height();
    };
    const int two = heightAfter(0.1, 3);
    EXPECT_GE(two, 2 * sentence->fontMetrics().lineSpacing());
    EXPECT_GE(two, sentence->heightForWidth(sentence->width()));
    EXPECT_EQ(heightAfter(1.2, 0), two); // the charts above stay where they are
    EXPECT_LT(sentence->fontMetrics().horizontalAdvance(sentence->text()), sentence->width()); // of one line
}

// Their rows and the sentence below them made a window of 1280x720 97 pixels higher.
TEST_F(ChartsPanelTest, ManyTowersFitASmallWindow) {
    open();
    auto* panel = find<ChartsPanel>("chartsPanel");
    panel->start(startedWith(0));
    const StageTimes times{.forward = 7, .exchange = 3, .images = 64};
    panel->addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = std::vector(8, times)}});
    ASSERT_TRUE(eventually([&] { return panel->strip()->bars()->count() == 8; }));
    speak("es");
    EXPECT_LE(window().minimumSizeHint().height(), 720);
    EXPECT_LE(window().height(), 720);
    const int shown = panel->strip()->height();
    window().resize(1280, 1000);
    EXPECT_TRUE(eventually([&] { return panel->strip()->height() >= 8 * StageBars::kPitch; })) << shown;
}

// It takes room from the others, and says nothing about a rate that stays.
TEST_F(ChartsPanelTest, TheRateIsDrawnIfItChangesAndFits) {
    ChartsPanel panel(theme_);
    panel.resize(800, 900);
    Started started = startedWith(0);
    panel.start(started);
    panel.addSteps({{.step = 1, .learningRate = 0.1F}, {.step = 2, .learningRate = 0.1F}});
    EXPECT_TRUE(panel.rate()->isHidden());
    panel.addSteps({{.step = 3, .learningRate = 0.05F}}); // by hand
    EXPECT_FALSE(panel.rate()->isHidden());
    panel.start(started);
    EXPECT_TRUE(panel.rate()->isHidden());
    started.plan.schedule = "cosine";
    panel.start(started);
    EXPECT_FALSE(panel.rate()->isHidden());
    panel.addSteps({{.step = 1, .learningRate = 0.1F}});
    EXPECT_FLOAT_EQ(panel.rate()->series().front()->rawAt(0), 0.1F);
}

// In a window of 1280x720 a fourth chart would be taller than the page.
TEST_F(ChartsPanelTest, ASmallWindowHidesTheRate) {
    open();
    auto* panel = find<ChartsPanel>("chartsPanel");
    Started started = startedWith(0);
    started.plan.schedule = "cosine";
    panel->start(started);
    EXPECT_TRUE(panel->rate()->isHidden());
    EXPECT_LE(window().minimumSizeHint().height(), 720);
    window().resize(1280, 1100);
    EXPECT_TRUE(eventually([&] { return panel->rate()->isVisible(); }));
    window().resize(1280, 720);
    EXPECT_TRUE(eventually([&] { return panel->rate()->isHidden() && window().height() == 720; }));
}

// The strip had "CPU · 2" for the tower that the sentence below it calls tower 1.
TEST_F(ChartsPanelTest, TheStripNumbersTowersAsTheAdviceDoes) {
    Started started = startedWith(0);
    for (const char* device : {"cpu", "cuda:0", "cuda:0"}) {
        started.placement.push_back(
            {.tower = static_cast<int>(started.placement.size()), .device = device, .deviceName = "NVIDIA H200"});
    }
    ChartsPanel panel(theme_);
    panel.start(started);
    const StageTimes busy{.forward = 10, .images = 64}, late{.forward = 6, .exchange = 4, .images = 64};
    panel.addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = {busy, late, busy}}});
    EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("stageSentence"))->text().startsWith("Tower 1 waits 40 %"));
    EXPECT_EQ(panel.strip()->bars()->names(), QStringList({"0 · CPU", "1 · GPU0", "2 · GPU0"}));
    EXPECT_EQ(panel.strip()->bars()->textAt({4, StageBars::kPitch + 4}), "Tower 1 on GPU0, NVIDIA H200");
    EXPECT_EQ(panel.speed()->legend().back()->text(), "2 · GPU0");
    started.placement.resize(1); // alone it needs no number
    panel.start(started);
    EXPECT_EQ(panel.strip()->bars()->names(), QStringList("CPU"));
}

// Four towers on two cores were told to find devices that are alike.
TEST_F(ChartsPanelTest, ReportsTowersThatShareCores) {
    Started started = startedWith(0);
    const StageTimes busy{.forward = 10, .images = 64}, done{.forward = 6, .straggler = 4, .images = 64};
    for (const int threads : {0, usableCores() + 1}) { // of a GPU's tower, and of the processor's
        started.placement.resize(2);
        started.placement.back().threads = threads;
        ChartsPanel panel(theme_);
        panel.start(started);
        panel.addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = {busy, done}}});
        const QString said = panel.findChild<QLabel*>(QStringLiteral("stageSentence"))->text();
        EXPECT_TRUE(said.startsWith("Tower 1 waits 40 % of each step for the slowest tower; ")) << qPrintable(said);
        EXPECT_EQ(said.contains("take turns on too few cores"), threads > 0) << qPrintable(said);
    }
}

// Two towers that do not wait for one another end their steps of 100 ms in bursts: the chart showed ten times what the
// header did, and the sentence took the time between two ends for a step.
TEST_F(ChartsPanelTest, MeasuresAsynchronousTowersByWallClock) {
    ChartsPanel panel(theme_);
    panel.start(startedWith(0));
    const StageTimes times{.forward = 80, .exchange = 20, .images = 64};
    for (int pair = 1; pair <= 20; ++pair) {
        for (const int later : {0, 1}) {
            const std::int64_t step = 2 * pair + later - 1;
            panel.addSteps({{.step = step,
                             .images = 64 * step,
                             .seconds = 0.1 * pair + 0.001 * later,
                             .milliseconds = later == 1 ? 1.0F : 99.0F,
                             .staleness = 1,
                             .towers = {times, times}}});
        }
    }
    const auto& speed = panel.speed()->series().front()->raw();
    for (std::size_t i = 10; i < speed.size(); ++i) {
        EXPECT_NEAR(speed.at(i), 1280, 320) << i;
    }
    const QString said = panel.findChild<QLabel*>(QStringLiteral("stageSentence"))->text();
    EXPECT_TRUE(said.startsWith("Every tower waits 20 % of each step for the exchange")) << qPrintable(said);
}

// Of a step that one tower did alone the other's line fell to zero, and its shares were of both towers' steps.
TEST_F(ChartsPanelTest, RatesAsynchronousTowersByTheirOwnSteps) {
    Started started = startedWith(0);
    started.placement.resize(2);
    ChartsPanel panel(theme_);
    panel.start(started);
    for (int i = 0; i < 30; ++i) { // the first is done twice as often
        StepDone step{.step = i + 1, .images = 64 * (i + 1), .seconds = 0.1 + 0.01 * i, .milliseconds = 5};
        step.staleness = 1;
        step.towers.resize(2);
        step.towers[i % 3 == 2 ? 1 : 0] = i % 3 == 2 ? StageTimes{.forward = 16, .exchange = 4, .images = 64}
                                                     : StageTimes{.forward = 7, .exchange = 3, .images = 64};
        panel.addSteps({step});
    }
    panel.addSteps({{.step = 31,
                     .images = 64 * 31,
                     .seconds = 1.2,
                     .milliseconds = 5,
                     .staleness = 1,
                     .towers = {{.forward = 7, .exchange = 3, .images = 64}, {}}}});
    const QString said = panel.findChild<QLabel*>(QStringLiteral("stageSentence"))->text();
    EXPECT_TRUE(said.startsWith("Tower 0 waits 30 % of each step for the exchange")) << qPrintable(said);
    EXPECT_EQ(panel.strip()->stepText(), "15.0 ms per step");
    const auto& second = panel.speed()->series().back()->raw();
    EXPECT_FLOAT_EQ(second.at(second.size() - 1), 3200) << "64 images in 20 ms, while the first had its steps";
}

TEST_F(ChartsPanelTest, TheLogHasTheAdviceToo) {
    EXPECT_TRUE(logText(startedWith(0.5)).contains("training loss and accuracy are measured with dropout on"));
    EXPECT_FALSE(logText(startedWith(0)).contains("dropout"));
}

} // namespace
} // namespace belfry
