// Branches of a run, from the Runs page.
#include "core/runs/branch.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/dialogs/branch_dialog.h"
#include "ui/widgets/number_field.h"

#include <QComboBox>
#include <QLayout>

namespace belfry {
namespace {

class BranchDialogTest : public RunsPageTest {
protected:
    static Plan shortPlan() {
        Plan plan = longPlan();
        plan.name = "short";
        plan.model = "mlp";
        plan.mlp.hiddenLayers = 1;
        plan.mlp.width = 16;
        plan.batchPerTower = 5000; // 11 steps an epoch
        plan.epochs = 1;
        return plan;
    }
    void finishRun(const Plan& plan) {
        start(plan);
        ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Finished; }));
    }
    BranchDialog* askBranch() {
        openPage("Runs");
        EXPECT_TRUE(eventually([&] { return rows() > 0 && find("branchButton")->isEnabled(); }));
        click("branchButton");
        EXPECT_TRUE(eventually([&] { return window().findChild<BranchDialog*>() != nullptr; }));
        auto* dialog = window().findChild<BranchDialog*>();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog));
        return dialog;
    }
    static void type(BranchDialog* dialog, const char* field, const char* text) {
        auto* number = dialog->findChild<NumberField*>(QLatin1String(field));
        ASSERT_NE(number, nullptr) << field;
        number->selectAll();
        QTest::keyClicks(number, QLatin1String(text));
    }
    static QString problemAt(BranchDialog* dialog, const char* field) {
        const auto* label = dialog->findChild<QLabel*>(QLatin1String(field) + QStringLiteral("Problem"));
        return label != nullptr && label->isVisible() ? label->text() : QString();
    }
    static QAbstractButton* branchButton(BranchDialog* dialog) {
        return dialog->findChild<QAbstractButton*>(QStringLiteral("startBranchButton"));
    }
};

// The dialog offered the length of the finished run itself, with which nothing was left to train: the branch was
// refused on another page, and stayed in the list as an interrupted run.
TEST_F(BranchDialogTest, AFinishedRunIsOfferedALengthThatWorks) {
    open();
    finishRun(shortPlan());
    BranchDialog* dialog = askBranch();
    EXPECT_EQ(dialog->choice().epochs, 2);
    EXPECT_TRUE(branchButton(dialog)->isEnabled());
    type(dialog, "branchEpochsField", "1");
    EXPECT_EQ(problemAt(dialog, "branchEpochsField"), "1 epoch is already done there. Give the branch more than that.");
    EXPECT_FALSE(branchButton(dialog)->isEnabled());
    type(dialog, "branchEpochsField", "2");
    EXPECT_EQ(problemAt(dialog, "branchEpochsField"), "");
    QTest::mouseClick(branchButton(dialog), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return listRuns().size() == 2 && listRuns().at(0).state == "finished"; }));
    EXPECT_EQ(listRuns().at(0).steps, 22);
}

TEST_F(BranchDialogTest, ARunOfStepsIsBranchedByItsSteps) {
    Plan plan = shortPlan();
    plan.steps = 5;
    open();
    finishRun(plan);
    BranchDialog* dialog = askBranch();
    EXPECT_EQ(dialog->findChild<QWidget*>("branchEpochsField"), nullptr);
    EXPECT_EQ(dialog->choice().steps, 10);
    type(dialog, "branchStepsField", "5");
    EXPECT_TRUE(problemAt(dialog, "branchStepsField").contains("more than 5 steps"));
    EXPECT_FALSE(branchButton(dialog)->isEnabled());
    type(dialog, "branchStepsField", "8");
    QTest::mouseClick(branchButton(dialog), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return listRuns().size() == 2 && listRuns().at(0).state == "finished"; }));
    EXPECT_EQ(listRuns().at(0).steps, 8);
}

// With a text that is no rate the button greyed, and nothing said why.
TEST_F(BranchDialogTest, AWrongNumberIsExplainedAtItsField) {
    open();
    finishRun(shortPlan());
    BranchDialog* dialog = askBranch();
    for (const char* wrong : {"-1", "abc"}) {
        type(dialog, "branchLearningRateField", wrong);
        EXPECT_NE(problemAt(dialog, "branchLearningRateField"), "") << wrong;
        EXPECT_FALSE(branchButton(dialog)->isEnabled()) << wrong;
        type(dialog, "branchLearningRateField", "0.1");
        EXPECT_EQ(problemAt(dialog, "branchLearningRateField"), "") << wrong;
        EXPECT_TRUE(branchButton(dialog)->isEnabled()) << wrong;
    }
    EXPECT_EQ(dialog->choice().learningRate, 0.1);
}

// The second sentence was cut by the frame of the dialog.
TEST_F(BranchDialogTest, GrowsForItsSentences) {
    open();
    finishRun(shortPlan());
    BranchDialog* dialog = askBranch();
    type(dialog, "branchLearningRateField", "1e-3,");
    type(dialog, "branchEpochsField", "1");
    EXPECT_NE(problemAt(dialog, "branchEpochsField"), "");
    EXPECT_TRUE(eventually([&] { return dialog->height() >= dialog->layout()->totalHeightForWidth(dialog->width()); }));
    auto* cancel = dialog->findChild<QWidget*>("cancelBranchButton");
    EXPECT_TRUE(eventually([&] { return dialog->rect().contains(cancel->geometry()); }));
}

// What only the start can find out left a run that never began, too.
TEST_F(BranchDialogTest, ABranchThatCannotBeginLeavesNothingBehind) {
    open();
    finishRun(shortPlan());
    const RunFiles files(listRuns().at(0).folder);
    Plan plan = readPlanFile(files.plan);
    plan.devices = {"cuda:97"};
    writePlanFile(files.plan, plan);
    QTest::mouseClick(branchButton(askBranch()), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return banner()->isVisible(); }));
    EXPECT_TRUE(banner()->text().contains("cuda:97")) << qPrintable(banner()->text());
    EXPECT_EQ(listRuns().size(), 1U);
    EXPECT_TRUE(window().runsPage()->isVisible());
    EXPECT_FALSE(page().controller().isActive());
}

// It was prepared, let go, and prepared again when it started: its data were read twice.
TEST_F(BranchDialogTest, ABranchIsPreparedOnce) {
    open();
    finishRun(shortPlan());
    const auto branch = prepareBranch(listRuns().at(0).folder, std::nullopt, [](Plan& plan) { plan.epochs = 2; });
    const RunFiles files(branch->folder());
    Plan plan = readPlanFile(files.plan);
    plan.devices = {"cuda:97"}; // could not be prepared any more
    writePlanFile(files.plan, plan);
    page().startBranch(branch);
    ASSERT_TRUE(eventually([&] { return listRuns().at(0).state == "finished"; })) << banner()->text().toStdString();
    EXPECT_EQ(listRuns().at(0).steps, 22);
}

// Another run may have begun while the branch was being prepared: the branch stayed as a run that never began.
TEST_F(BranchDialogTest, ABranchBesideARunLeavesNothingBehind) {
    open();
    finishRun(shortPlan());
    auto branch = prepareBranch(listRuns().at(0).folder, std::nullopt, [](Plan& plan) { plan.epochs = 2; });
    startAndWaitForSteps();
    EXPECT_EQ(listRuns().size(), 3U);
    page().startBranch(std::move(branch));
    EXPECT_EQ(listRuns().size(), 2U);
    EXPECT_TRUE(text("bannerText").startsWith("The branch was not started: a run is in progress."));
    stop();
}

} // namespace
} // namespace belfry
