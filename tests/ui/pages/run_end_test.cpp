// What the window says, and the pad uses, once a run has ended.
#include "core/runs/run_list.h"
#include "core/train/placement.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/window/log_panel.h"

#include <QComboBox>
#include <QTest>

namespace belfry {
namespace {

class RunEndTest : public WindowTest {
protected:
    // The rate grows until the weights are ruined: an early epoch stays the best.
    static Plan ruinedPlan() {
        Plan plan;
        plan.name = "ruined";
        plan.model = "mlp";
        plan.devices = {"cpu"};
        plan.trainImages = 1000;
        plan.batchPerTower = 100;
        plan.epochs = 5;
        plan.learningRate = 1;
        plan.warmupSteps = 1000;
        return plan;
    }
};

// "Press Start" stood in the charts of a run that had ended.
TEST_F(RunEndTest, ChartsSayWhyThereIsNoCurve) {
    ChartsPanel panel(theme_);
    EXPECT_TRUE(panel.loss()->emptyText().startsWith("Press Start"));
    Started started;
    started.plan = longPlan();
    panel.start(started);
    EXPECT_EQ(panel.loss()->emptyText(), "The curve begins with the first step");
    panel.finish(); // of a backbone's head alone
    EXPECT_EQ(panel.speed()->emptyText(), "The run took no step: there is no curve");
    panel.start(started);
    EXPECT_EQ(panel.loss()->emptyText(), "The curve begins with the first step");
}

// "Finished: test 95.27 %" stood over charts that ended at 11 %, beside a pad that answered with the last weights: the
// test is that of the best ones, which nothing said, and which the pad did not use.
TEST_F(RunEndTest, TheResultNamesTheBestWeightsAndThePadUsesThem) {
    open();
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}});
    start(ruinedPlan());
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Finished; }));
    const RunSummary run = listRuns().at(0);
    ASSERT_GT(run.bestEpoch, 0);
    ASSERT_LT(run.bestEpoch, 5) << "the last epoch is the best one";
    const QString best = QStringLiteral("with the best weights (epoch %1)").arg(run.bestEpoch);
    EXPECT_TRUE(text("stateText").startsWith("Finished: test ")) << qPrintable(text("stateText"));
    EXPECT_TRUE(text("stateText").endsWith(best)) << qPrintable(text("stateText"));
    EXPECT_TRUE(window().logPanel()->text().contains(best));
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot()->step == run.bestEpoch * 10; }));
    const QString source = QStringLiteral("best weights, epoch %1").arg(run.bestEpoch);
    EXPECT_TRUE(eventually([&] { return text("answerDetail").endsWith(source); })) << qPrintable(text("answerDetail"));
}

// "Automatic" became "Direct" and "Parameter server on the CPU" when a run was resumed, for all later starts too.
TEST_F(RunEndTest, AResumedRunLeavesTheSetUpAutomatic) {
    open();
    Plan plan = longPlan();
    plan.feed = plan.exchange = kByDevice;
    start(plan);
    ASSERT_TRUE(eventually([this] { return text("stepFigure").contains('/') && !text("stepFigure").startsWith('0'); }));
    stop();
    ASSERT_EQ(page().plan().feed, kByDevice);
    const QString before = text("stepFigure");
    page().resumeRun(listRuns().at(0).folder);
    ASSERT_TRUE(eventually([&] { return text("stepFigure") != before; })) // a step, which follows the start
        << qPrintable(text("bannerText"));
    EXPECT_EQ(page().plan().feed, kByDevice);
    EXPECT_EQ(page().plan().exchange, kByDevice);
    EXPECT_EQ(find<QComboBox>("feedField")->currentText(), "Automatic");
    stop();
}

} // namespace
} // namespace belfry
