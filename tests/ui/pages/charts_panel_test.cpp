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
#include <QTest>

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

TEST_F(ChartsPanelTest, DrawMeansOverClassesOfRunsThatMindRareOnes) {
    ChartsPanel panel(theme_);
    const auto drawn = [&panel](const Started& started) {
        panel.start(started);
        EpochDone epoch{.epoch = 1, .step = 1};
        epoch.validation = {.correct = 9, .images = 10, .means = {0.75, 0.5}};
        panel.addEpoch(epoch);
        QStringList lines;
        for (const auto& series : panel.accuracy()->series())
            for (const auto& dot : series->dots())
                lines << QStringLiteral("%1 %2").arg(series->spec().key).arg(static_cast<double>(dot.value));
        return lines;
    };
    EXPECT_EQ(drawn(startedWith(0)), QStringList{"validation 0.9"});
    const QStringList all{"validation 0.9", "balanced accuracy 0.75", "macro f1 0.5"};
    for (const auto setting : {&Plan::sampling, &Plan::classWeights, &Plan::bestBy}) {
        Started started = startedWith(0);
        started.plan.*setting = setting == &Plan::bestBy ? "macro-f1" : "balanced";
        EXPECT_EQ(drawn(started), all);
    }
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
    const StageTimes times{.forward = 7, .exchange = 3, .images = 64};
    for (const std::size_t towers : {std::size_t{8}, std::size_t{64}}) {
        Started started = startedWith(0);
        started.placement.resize(towers);
        panel->start(started);
        panel->addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = std::vector(towers, times)}});
        ASSERT_TRUE(eventually([&] { return !panel->strip()->average().empty(); }));
        speak("es");
        EXPECT_LE(window().minimumSizeHint().height(), 720) << towers;
        EXPECT_LE(window().height(), 720) << towers;
        speak("en");
    }
    panel->start(startedWith(0));
    panel->addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = std::vector(8, times)}});
    ASSERT_TRUE(eventually([&] { return panel->strip()->bars()->count() == 8; }));
    const int shown = panel->strip()->height();
    window().resize(1280, 1000);
    EXPECT_TRUE(eventually([&] { return panel->strip()->height() >= 8 * StageBars::kPitch; })) << shown;
}

// Three of the four bars of the plan that the window begins with were in sight.
TEST_F(ChartsPanelTest, FourTowersAreInSightInASmallWindow) {
    open();
    auto* panel = find<ChartsPanel>("chartsPanel");
    Started started = startedWith(0);
    started.placement.resize(4);
    panel->start(started);
    const StageTimes times{.forward = 7, .exchange = 3, .images = 64};
    panel->addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = std::vector(4, times)}});
    for (const QSize size : {QSize(1280, 800), QSize(1280, 720)}) {
        window().resize(size);
        EXPECT_TRUE(eventually([&] {
            return window().size() == size &&
                   panel->strip()->bars()->visibleRegion().boundingRect().height() == 4 * StageBars::kPitch;
        })) << size.height()
            << " " << window().height();
    }
}

// 64 lines of the same height are no chart, and 64 values no table.
TEST_F(ChartsPanelTest, ManyTowersAreAMedianInABand) {
    Started started = startedWith(0);
    started.placement.assign(64, {.device = "cpu"});
    ChartsPanel panel(theme_);
    panel.resize(800, 900);
    panel.show();
    panel.start(started);
    StepDone step{.step = 1, .images = 6400, .seconds = 0.01, .milliseconds = 10};
    for (int tower = 0; tower < 64; ++tower) {
        const float works = 10 - static_cast<float>(tower) / 10;
        step.towers.push_back({.forward = works,
                               .straggler = 10 - works,
                               .images = tower == 9    ? 50
                                         : tower == 10 ? 200
                                                       : 100});
    }
    panel.addSteps({step});
    panel.group().redraw();
    LiveChart* speed = panel.speed();
    ASSERT_EQ(speed->legend().size(), 2U);
    EXPECT_EQ(speed->legend()[1]->text(), "median tower");
    EXPECT_EQ(speed->frame().bands.size(), 1U);
    const auto& series = speed->series();
    EXPECT_FLOAT_EQ(series[1]->rawAt(0), 2 * series[2]->rawAt(0)) << "the least share is half the median";
    EXPECT_FLOAT_EQ(series[3]->rawAt(0), 2 * series[1]->rawAt(0)) << "the largest is twice the median";
    QStringList names;
    for (const Readout::Row& row : panel.group().readout(0).shortened().rows)
        names << row.name;
    EXPECT_EQ(names.mid(names.size() - 4),
              QStringList({"9 · CPU alone", "0 · CPU alone", "1 · CPU alone", "+61 more"}));
    QTest::mouseClick(speed->legend()[1], Qt::LeftButton);
    panel.group().redraw();
    EXPECT_TRUE(speed->frame().bands.empty());
}

// After the end of a run nothing better can come.
TEST_F(ChartsPanelTest, TheBestEpochOfAFinishedRunIsTheBest) {
    ChartsPanel panel(theme_);
    panel.start(startedWith(0));
    panel.addSteps({{.step = 1, .images = 64, .seconds = 0.1}});
    panel.finish();
    EXPECT_TRUE(panel.group().marks().empty()) << "no epoch was the best yet";
    EpochDone epoch{.epoch = 1, .step = 1, .images = 64, .seconds = 0.1};
    epoch.best = true;
    panel.addEpoch(epoch);
    ASSERT_EQ(panel.group().marks().size(), 1U);
    EXPECT_EQ(panel.group().marks()[0].text.text(), "best validation so far");
    panel.finish();
    ASSERT_EQ(panel.group().marks().size(), 1U);
    EXPECT_EQ(panel.group().marks()[0].text.text(), "best validation");
    EXPECT_EQ(panel.group().marks()[0].x.step, 1);
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

TEST_F(ChartsPanelTest, NamesTheHostThatWaitsAndTheSpeedOfItsLink) {
    Started started = startedWith(0);
    started.placement.resize(2);
    started.placement[0].host = "a";
    started.placement[1].host = "b";
    ChartsPanel panel(theme_);
    panel.start(started);
    StepDone step{.seconds = 0.1, .milliseconds = 100, .sumsOnTheWay = 80, .sentBytes = 88'000'000};
    step.towers = {{.forward = 92, .exchange = 8, .images = 64}, {.forward = 62, .exchange = 38, .images = 64}};
    panel.addSteps({step});
    EXPECT_EQ(
        panel.findChild<QLabel*>(QStringLiteral("stageSentence"))->text(),
        "Host b waits 38 % of each step for the network: 1.1 GB/s measured; gradients of 16 bits would give up to "
        "1.6x.");
}

// "Try the feed 'resident'" quoted what is typed on the command line, in every language; no field of the window says
// so.
TEST_F(ChartsPanelTest, TheAdviceNamesFeedsAsTheSetUpDoes) {
    Started started = startedWith(0);
    started.plan.feed = "direct";
    ChartsPanel panel(theme_);
    panel.start(started);
    panel.addSteps({{.seconds = 0.1, .milliseconds = 10, .towers = {{.wait = 6, .forward = 4, .images = 64}}}});
    const auto* sentence = panel.findChild<QLabel*>(QStringLiteral("stageSentence"));
    EXPECT_TRUE(sentence->text().endsWith("; try the feed 'Resident', or 'Queue' with more workers."))
        << qPrintable(sentence->text());
    speak("es");
    EXPECT_TRUE(sentence->text().endsWith("; prueba la entrega «Residente», o «Cola» con más hilos."))
        << qPrintable(sentence->text());
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

// The tool tip promised each tower's share, but the lines were what a tower could do alone: 64 of them stood far above
// a tenth of the total each.
TEST_F(ChartsPanelTest, TheLinesOfTheTowersAddUpToTheTotal) {
    Started started = startedWith(0);
    started.placement.assign(3, {.device = "cpu"});
    ChartsPanel panel(theme_);
    panel.start(started);
    const StageTimes slow{.forward = 10, .images = 64}, fast{.forward = 4, .straggler = 6, .images = 128};
    for (int i = 1; i <= 60; ++i) {
        panel.addSteps(
            {{.step = i, .images = 256 * i, .seconds = 0.01 * i, .milliseconds = 10, .towers = {slow, fast, slow}}});
    }
    const auto& series = panel.speed()->series();
    ASSERT_EQ(series.size(), 4U);
    for (const std::size_t point : {std::size_t{0}, std::size_t{30}, std::size_t{59}}) {
        EXPECT_NEAR(series[0]->rawAt(point), 25'600, 700) << point;
        EXPECT_FLOAT_EQ(series[1]->rawAt(point) + series[2]->rawAt(point) + series[3]->rawAt(point),
                        series[0]->rawAt(point));
        EXPECT_FLOAT_EQ(series[2]->rawAt(point), series[0]->rawAt(point) / 2) << "it has half of the images";
    }
    StageBars* bars = panel.strip()->bars();
    bars->resize(bars->labelWidth() + 400, bars->sizeHint().height());
    ASSERT_TRUE(eventually([&] { return bars->rows().size() == 3; }));
    EXPECT_EQ(bars->textAt({bars->labelWidth() + 50, StageBars::kPitch + 8}),
              "1 · CPU forward: 4.00 ms, 40 %\nalone: 32,000 images/s");
}

TEST_F(ChartsPanelTest, TheLogHasTheAdviceToo) {
    EXPECT_TRUE(logText(startedWith(0.5)).contains("training loss and accuracy are measured with dropout on"));
    EXPECT_FALSE(logText(startedWith(0)).contains("dropout"));
}

} // namespace
} // namespace belfry
