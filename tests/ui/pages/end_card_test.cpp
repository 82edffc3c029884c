// What is offered once a run has ended: to evaluate it, to go on with it, to compare it and to export it.
#include "core/runs/run_list.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/number_field.h"

#include <QAction>
#include <QFileDialog>
#include <QTest>

namespace belfry {
namespace {

class EndCardTest : public WindowTest {
protected:
    static Plan shortPlan(const char* name) {
        Plan plan;
        plan.name = name;
        plan.model = "mlp";
        plan.mlp = {.hiddenLayers = 1, .width = 32}; // each validation is of 5,000 images, the test of 10,000
        plan.devices = {"cpu"};
        plan.trainImages = 1000;
        plan.batchPerTower = 100;
        plan.epochs = 1;
        return plan;
    }
    bool finished() { return page().status().kind == RunStatus::Kind::Finished; }
    void finish(const Plan& plan) {
        page().setPlan(plan);
        page().start();
        EXPECT_FALSE(find("endCard")->isVisible()); // that of the run before
        ASSERT_TRUE(eventually([this] { return finished(); })) << qPrintable(text("bannerText"));
        ASSERT_TRUE(find("endCard")->isVisible());
    }
    // The primary button's label, and whether it has a menu.
    QString primary() { return find<QAbstractButton>("startButton")->text(); }
    bool hasMenu() { return find("startMenuButton")->isVisible(); }
};

TEST_F(EndCardTest, SaysWhatWasReachedAndTrainsLonger) {
    open();
    EXPECT_FALSE(find("endCard")->isVisible());
    finish(shortPlan("short"));
    EXPECT_TRUE(text("endText").startsWith("Finished in ")) << qPrintable(text("endText"));
    EXPECT_TRUE(text("endText").contains("with the best weights (epoch 1)")) << qPrintable(text("endText"));
    EXPECT_EQ(primary(), "Start");
    EXPECT_FALSE(hasMenu());
    EXPECT_FALSE(find("resumeStoppedRunButton")->isVisible());

    click("trainRunLongerButton");
    auto* length = find<NumberField>("epochsInAllField");
    ASSERT_TRUE(length->isVisible());
    EXPECT_EQ(length->number(), 2);
    QTest::keyClicks(length, QStringLiteral("1")); // of which it has all
    EXPECT_FALSE(find("trainToThisLengthButton")->isEnabled());
    EXPECT_NE(text("longerProblem"), ""); // a red frame alone said nothing
    QTest::keyClick(length, Qt::Key_Return);
    EXPECT_TRUE(find("endCard")->isVisible());
    length->selectAll();
    QTest::keyClicks(length, QStringLiteral("3"));
    EXPECT_FALSE(find("longerProblem")->isVisible());
    QTest::keyClick(length, Qt::Key_Return);
    EXPECT_FALSE(find("endCard")->isVisible());
    ASSERT_TRUE(eventually([this] { return finished(); })) << qPrintable(text("bannerText"));
    ASSERT_EQ(listRuns().size(), 1U);
    EXPECT_EQ(listRuns().at(0).steps, 30);
    EXPECT_EQ(text("epochFigure"), "3 / 3");
    click("closeEndCardButton");
    EXPECT_FALSE(find("endCard")->isVisible());
}

// Patience had ended the run: it ends it no more at once.
TEST_F(EndCardTest, TrainsLongerThanPatienceAllowed) {
    open();
    Plan plan = shortPlan("patient");
    plan.epochs = 50;
    plan.patience = 1;
    plan.learningRate = 1; // soon no epoch is better
    finish(plan);
    EXPECT_LT(listRuns().at(0).steps, 500);
    EXPECT_TRUE(text("endText").contains("Stopped early")) << qPrintable(text("endText"));
    const std::int64_t steps = listRuns().at(0).steps;
    click("trainRunLongerButton");
    click("trainToThisLengthButton");
    ASSERT_TRUE(eventually([this] { return finished(); })) << qPrintable(text("bannerText"));
    EXPECT_GT(listRuns().at(0).steps, steps);
}

TEST_F(EndCardTest, EvaluatesComparesAndExports) {
    open();
    finish(shortPlan("first"));
    EXPECT_FALSE(find("compareWithPreviousButton")->isEnabled());
    finish(shortPlan("second"));
    click("evaluateEndedRunButton");
    EXPECT_TRUE(window().evaluatePage()->isVisible());

    openPage("Train");
    ASSERT_TRUE(eventually([this] { return find("compareWithPreviousButton")->isEnabled(); }));
    click("compareWithPreviousButton");
    ASSERT_TRUE(window().runsPage()->isVisible());
    ASSERT_TRUE(eventually([this] { return window().runsPage()->table()->selectedIds().size() == 2; }));
    EXPECT_TRUE(eventually([this] { return find("compareTable")->isVisible(); }));

    openPage("Train");
    click("exportEndedRunButton");
    auto* dialog = window().findChild<QFileDialog*>("exportDialog");
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->selectedFiles().constFirst().endsWith("second"));
    dialog->reject();
}

// The page offered Start alone after a stop: the way back was on another page.
TEST_F(EndCardTest, AfterAStopThePrimaryButtonResumes) {
    open();
    startAndWaitForSteps();
    EXPECT_FALSE(hasMenu());
    stop();
    EXPECT_TRUE(text("endText").startsWith("Stopped at step ")) << qPrintable(text("endText"));
    EXPECT_TRUE(find("resumeStoppedRunButton")->isVisible());
    EXPECT_FALSE(find("trainRunLongerButton")->isVisible());
    EXPECT_EQ(primary(), "Resume");
    EXPECT_EQ(find("startButton")->accessibleName(), "Resume");
    EXPECT_TRUE(hasMenu());
    EXPECT_FALSE(find("stopButton")->isVisible());
    const std::int64_t steps = listRuns().at(0).steps;
    click("startButton");
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Running; }));
    EXPECT_EQ(primary(), "Pause");
    EXPECT_TRUE(find("stopButton")->isVisible());
    stop();
    ASSERT_EQ(listRuns().size(), 1U);
    EXPECT_GE(listRuns().at(0).steps, steps);
    find<QAction>("startNew")->trigger();
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Running; }));
    stop();
    EXPECT_EQ(listRuns().size(), 2U);
}

// A resumed run has its own plan: it would ignore what was edited since.
TEST_F(EndCardTest, AnEditedPlanStartsANewRun) {
    open();
    startAndWaitForSteps();
    stop();
    ASSERT_EQ(primary(), "Resume");
    auto* batch = find<NumberField>("batchPerTowerField");
    batch->setNumber(32);
    EXPECT_EQ(primary(), "Start");
    EXPECT_FALSE(hasMenu());
    batch->setNumber(64);
    EXPECT_EQ(primary(), "Resume");
    QTest::keyClick(&window(), Qt::Key_F5); // starts, as ever
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Running; }));
    stop();
    EXPECT_EQ(listRuns().size(), 2U);
}

} // namespace
} // namespace belfry
