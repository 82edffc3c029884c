// The details of a run, and what can be done with it.
#include "core/runs/metrics_store.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_record.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/widgets/run_state_text.h"

namespace belfry {
namespace {

// The facts and the table named files ("lenet", "adam", "cpu"), and one epoch was "108, 1.00 epochs".
TEST_F(RunsPageTest, FactsAreWrittenForPeople) {
    Plan plan;
    plan.name = "one";
    plan.devices = {"cpu"};
    const fs::path folder = ended(plan, 1'700'000'000, 0.97, 40);
    RunRecord record = readRunRecord(RunFiles(folder).record);
    record.epochs = 1;
    record.steps = 108;
    writeRunRecord(RunFiles(folder).record, record);
    openRuns(1);
    ASSERT_TRUE(eventually([&] { return window().findChild<QLabel*>("optimizerFact") != nullptr; }));
    EXPECT_EQ(text("stepsFact"), "108 steps (1 epoch)");
    EXPECT_EQ(text("networkFact"), "LeNet");
    EXPECT_EQ(text("dataFact"), "MNIST");
    EXPECT_EQ(text("optimizerFact"), "Adam");
    EXPECT_EQ(text("devicesFact"), "CPU");
    EXPECT_EQ(cell(0, RunTableModel::Network), "LeNet");
    EXPECT_EQ(cell(0, RunTableModel::Data), "MNIST");
}

// What was changed while the run was in progress could not be seen in its details.
TEST_F(RunsPageTest, ChangesWhileRunningAreFacts) {
    const fs::path folder = ended("one", 1'700'000'000);
    MetricsWriter metrics(RunFiles(folder).metrics);
    metrics.add(Mark{17, Text::tr("epochs %1 -> %2", 2, 5)});
    metrics.finish();
    openRuns(1);
    ASSERT_TRUE(eventually([&] { return window().findChild<QLabel*>("changeFact") != nullptr; }));
    EXPECT_TRUE(text("changeFact").startsWith("epochs 2"));
}

// A grey Resume did not say why: not by its tool tip, nor to a screen reader.
TEST_F(RunsPageTest, DisabledButtonsSayWhy) {
    ended("one", 1'700'000'000);
    openRuns(1);
    auto* resume = find<QAbstractButton>("resumeRunButton");
    ASSERT_TRUE(eventually([&] { return find("useItsPlanButton")->isEnabled(); }));
    EXPECT_FALSE(resume->isEnabled());
    EXPECT_TRUE(resume->toolTip().startsWith("The run is finished.")) << qPrintable(resume->toolTip());
    EXPECT_EQ(resume->accessibleDescription(), resume->toolTip());
    speak("es");
    EXPECT_TRUE(resume->toolTip().startsWith(QStringLiteral("La ejecución ha terminado.")))
        << qPrintable(resume->toolTip());
    speak("en");
    openPage("Train");
    startAndWaitForSteps();
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    clickRow(1);
    auto* attempt = find<QAbstractButton>("tryRunButton");
    EXPECT_TRUE(attempt->toolTip().startsWith("A run is in progress in this window")) << qPrintable(attempt->toolTip());
    clickRow(0);
    EXPECT_EQ(resume->toolTip(), "The run is in progress.");
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    ASSERT_TRUE(eventually([&] { return resume->isEnabled(); }));
    EXPECT_TRUE(resume->toolTip().startsWith("Resumes the run")) << qPrintable(resume->toolTip());
}

// Branch… could be chosen, and said only then that there is no checkpoint; Resume spoke of one.
TEST_F(RunsPageTest, ARunWithoutACheckpointIsNotBranched) {
    const RunFiles files(ended("killed", 1'700'000'000));
    RunRecord record = readRunRecord(files.record);
    record.state = "interrupted";
    writeRunRecord(files.record, record);
    openRuns(1);
    auto* resume = find<QAbstractButton>("resumeRunButton");
    ASSERT_TRUE(eventually([&] { return find("useItsPlanButton")->isEnabled(); }));
    EXPECT_FALSE(find("branchButton")->isEnabled());
    EXPECT_EQ(find("branchButton")->toolTip(), "The run has no checkpoint to start from.");
    EXPECT_TRUE(resume->isEnabled());
    EXPECT_EQ(resume->toolTip(), "It has no checkpoint: it starts again from the beginning");
}

// The details of a branch named the folder of its parent, without its middle: "20260101-0900…wer, step 986".
TEST_F(RunsPageTest, ABranchNamesItsParent) {
    const fs::path parent = ended("lenet, slower", 1'700'000'000, 0.97);
    const RunFiles branch(ended("branch", 1'700'100'000));
    RunRecord record = readRunRecord(branch.record);
    record.parent = parent.filename().string();
    record.parentStep = 986;
    writeRunRecord(branch.record, record);
    const QString title = runTitle(summarise(parent)), id = QString::fromStdString(record.parent);
    const auto says = [&](const QString& expected) {
        return eventually([&] {
            const auto* fact = window().findChild<QLabel*>("parentFact");
            return fact != nullptr && fact->text() == expected && fact->toolTip().contains(id);
        });
    };
    openRuns(2);
    clickRow(0);
    EXPECT_TRUE(says(title));
    EXPECT_EQ(text("parentStepFact"), "step 986");
    clickRow(1);
    press(Qt::Key_Delete);
    ASSERT_TRUE(eventually([&] { return rows() == 1; }));
    EXPECT_TRUE(says(title + " (in the trash)"));
    eraseRun(trashOf(runsRoot()) / record.parent);
    ended("another", 1'700'200'000);
    ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    clickRow(0);
    clickRow(1);
    EXPECT_TRUE(says(QStringLiteral("a run that no longer exists")));
}

} // namespace
} // namespace belfry
