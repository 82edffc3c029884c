// A rate that ruins a run is noticed, and the way back leads to the moment before it.
#include "core/runs/run_list.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/widgets/number_field.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>

namespace belfry {
namespace {

class CollapseTest : public WindowTest {
protected:
    const ChartSeries& accuracy() const { return *page().charts()->accuracy()->series().front(); }
    // Of the newest points.
    double meanAccuracy() const {
        constexpr std::size_t kPoints = 20;
        const std::size_t size = accuracy().raw().size();
        double sum = 0;
        for (std::size_t i = size - std::min(size, kPoints); i < size; ++i)
            sum += static_cast<double>(accuracy().rawAt(i));
        return size < kPoints ? 0 : sum / kPoints;
    }
    QString action() {
        auto* button = window().findChild<QAbstractButton*>(QStringLiteral("bannerAction"));
        return button != nullptr && button->isVisible() ? button->text() : QString();
    }
    TrainPage& page() const { return *window_->trainPage(); }
    // Starts a run that learns, at last with a rate that its plan does not have, and ruins it with a rate of 13: the
    // way back is offered. The newest checkpoints are then of ruined weights.
    void ruinARun() {
        open();
        Plan plan = longPlan();
        plan.checkpointEvery = 10;
        start(plan);
        ASSERT_TRUE(eventually([this] { return meanAccuracy() > 0.8; })) << meanAccuracy();
        auto* rate = find<NumberField>("learningRateField");
        rate->setNumber(0.002);
        ASSERT_TRUE(eventually([this] { return settingMarks().size() == 1; }));
        rate->setNumber(13);
        if (action() == "Use it") // the page may ask first
            click("bannerAction");
        ASSERT_TRUE(eventually([this] { return action().startsWith("Go back to step "); }))
            << qPrintable(text("bannerText"));
    }
};

// "1e-3" became 13 in the field of the rate: accuracy fell from 98 % to 10 %, which nothing said, and the weights of
// before were gone.
TEST_F(CollapseTest, ARuinedRunGoesBackToTheStepBeforeItsRate) {
    ruinARun();
    const QRegularExpression said("^Accuracy fell from (\\d\\d) % to (\\d+) % after rate 0.002 → 13\\.$");
    const auto found = said.match(text("bannerText"));
    ASSERT_TRUE(found.hasMatch()) << qPrintable(text("bannerText"));
    EXPECT_GT(found.captured(1).toInt(), found.captured(2).toInt() + 10);
    const std::int64_t step = action().section(' ', -1).remove(',').toLongLong();
    const std::vector<EventMark>& marks = page().charts()->group().marks();
    const auto change = std::ranges::find(marks.rbegin(), marks.rend(), MarkKind::Setting, &EventMark::kind);
    ASSERT_NE(change, marks.rend());
    EXPECT_EQ(step, change->x.step);

    click("bannerAction");
    ASSERT_TRUE(eventually([this] {
        return page().status().name.text().endsWith(QStringLiteral("from ") +
                                                    QString::number(listRuns().at(0).parentStep));
    })) << qPrintable(page().status().name.text());
    EXPECT_EQ(find<NumberField>("learningRateField")->number(), 0.002);
    EXPECT_TRUE(eventually([this] { return meanAccuracy() > 0.8; })) << meanAccuracy();
    stop();
    const std::vector<RunSummary> runs = listRuns(); // the newest first
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].parent, runs[1].id);
    EXPECT_EQ(runs[0].parentStep, step);
    EXPECT_EQ(planOf(runs[0].folder).learningRate, 0.002);
    EXPECT_GT(runs[0].steps, step);
    EXPECT_EQ(runs[1].state, "stopped"); // and nothing of it is lost
    EXPECT_GT(runs[1].steps, step);
    EXPECT_TRUE(runWeights(runs[1].folder).final);
}

// The way back stopped the run, and left a run that never began where it could not start.
TEST_F(CollapseTest, AWayBackThatCannotStartLeavesNothing) {
    ruinARun();
    const RunFiles files(listRuns().at(0).folder);
    Plan plan = readPlanFile(files.plan);
    plan.devices = {"cuda:97"};
    writePlanFile(files.plan, plan);
    click("bannerAction");
    ASSERT_TRUE(eventually([this] { return text("bannerText").contains("cuda:97"); }))
        << qPrintable(text("bannerText"));
    EXPECT_EQ(listRuns().size(), 1U);
    EXPECT_TRUE(page().controller().isActive()); // it was not stopped for nothing
    stop();
    EXPECT_EQ(listRuns().size(), 1U);
}

} // namespace
} // namespace belfry
