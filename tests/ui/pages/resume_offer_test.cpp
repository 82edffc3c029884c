// The next window offers a run that was killed.
#include "core/runs/run_folder.h"
#include "core/runs/run_list.h"
#include "core/runs/run_record.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"

#include <QLabel>

namespace belfry {
namespace {

class ResumeOfferTest : public WindowTest {
protected:
    std::size_t points() { return page().charts()->loss()->series().front()->raw().size(); }
};

// A crash loses no run: the next window offers it, and goes on with its curves.
TEST_F(ResumeOfferTest, OffersToResumeAnInterruptedRun) {
    open();
    startAndWaitForSteps();
    stop();
    const RunSummary run = listRuns().at(0);
    const RunFiles files(run.folder);
    shut();
    RunRecord record = readRunRecord(files.record);
    record.state = "interrupted"; // as the list says of a process that is gone
    writeRunRecord(files.record, record);

    open();
    ASSERT_TRUE(eventually([&] { return window().findChild<QAbstractButton*>("bannerAction") != nullptr; }));
    EXPECT_TRUE(text("bannerText").contains("was interrupted at step")) << qPrintable(text("bannerText"));
    speak("es");
    EXPECT_EQ(find<QAbstractButton>("bannerAction")->text(), "Reanudar la ejecución");
    speak("en");
    page().setPlan(Plan{}); // the set-up takes the run's plan over again
    click("bannerAction");
    const auto before = static_cast<std::size_t>(run.steps);
    ASSERT_TRUE(eventually([&] { return points() > before + 5; })) << points() << " of " << before;
    EXPECT_EQ(page().plan().batchPerTower, longPlan().batchPerTower);
    EXPECT_TRUE(find<QLabel>("bannerText")->isHidden() || !find<QLabel>("bannerText")->isVisible());
    stop();
    EXPECT_EQ(listRuns().size(), 1U);
    EXPECT_GT(summarise(run.folder).steps, run.steps);
}

// A run that was killed before its first checkpoint was said to go on from its latest one, and began at step 0.
TEST_F(ResumeOfferTest, ARunWithoutACheckpointIsOfferedAnew) {
    const RunFiles files(createRun(longPlan(), runsRoot(), 1'700'000'000));
    RunRecord record = newRunRecord();
    record.state = "interrupted";
    writeRunRecord(files.record, record);
    open();
    ASSERT_TRUE(eventually([&] { return window().findChild<QAbstractButton*>("bannerAction") != nullptr; }));
    EXPECT_TRUE(text("bannerText").endsWith("It has no checkpoint: it starts again from the beginning."))
        << qPrintable(text("bannerText"));
    EXPECT_EQ(find<QAbstractButton>("bannerAction")->text(), "Start it again");
    click("bannerAction");
    ASSERT_TRUE(eventually([&] { return points() > 0; }));
    stop();
    EXPECT_EQ(listRuns().size(), 1U);
}

} // namespace
} // namespace belfry
