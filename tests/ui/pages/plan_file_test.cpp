// Plans as files: opened, saved, and refused in a banner.
#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "tests/ui/pages/window_fixture.h"

#include <QFile>

namespace belfry {
namespace {

class PlanFileTest : public WindowTest {
protected:
    QString write(const char* name, const char* content) {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return file.fileName();
    }
};

TEST_F(PlanFileTest, ASavedPlanRoundTrips) {
    open();
    Plan plan = longPlan();
    plan.model = "mlp";
    plan.mlp.hiddenLayers = 2;
    plan.beta1 = 0.85; // has no field
    page().setPlan(plan);
    ASSERT_TRUE(page().savePlan(path("plan.json")));
    page().setPlan(Plan{});
    ASSERT_TRUE(page().openPlan(path("plan.json")));
    EXPECT_EQ(page().plan(), plan);
    EXPECT_FALSE(find("banner")->isVisible());
}

TEST_F(PlanFileTest, InvalidFilesAreRefusedAndChangeNothing) {
    open();
    page().setPlan(longPlan());
    const std::pair<const char*, const char*> wrong[] = {
        {"not JSON", "hello"},
        {"list.json", "[1, 2]"},
        {"name.json", "{\"modell\": \"lenet\"}"},
        {"type.json", "{\"towers\": \"two\"}"},
        {"range.json", "{\"towers\": 0}"},
        {"network.json", "{\"model\": \"lenett\"}"},
    };
    for (const auto& [name, content] : wrong) {
        EXPECT_FALSE(page().openPlan(write(name, content))) << name;
        EXPECT_TRUE(find("banner")->isVisible()) << name;
        EXPECT_TRUE(text("bannerText").startsWith(QLatin1String(name) + ": the plan was not opened. "))
            << qPrintable(text("bannerText"));
        EXPECT_EQ(page().plan(), longPlan()) << name;
        click("bannerDismiss");
    }
    EXPECT_FALSE(page().openPlan(path("missing.json")));
    EXPECT_TRUE(find("banner")->isVisible());
}

TEST_F(PlanFileTest, AnUnwritablePathIsRefused) {
    open();
    const QString file = write("file", "");
    EXPECT_FALSE(page().savePlan(file + "/plan.json"));
    EXPECT_TRUE(text("bannerText").startsWith("The plan was not saved."));
}

// "Cannot create '/home/me/plan.json.tmp15986'".
TEST_F(PlanFileTest, AFileThatCannotBeWrittenHasTheNameThatWasChosen) {
    open();
    EXPECT_FALSE(page().savePlan(path("missing/plan.json")));
    EXPECT_TRUE(text("bannerText").contains("missing/plan.json'")) << qPrintable(text("bannerText"));
    EXPECT_FALSE(text("bannerText").contains(".tmp")) << qPrintable(text("bannerText"));
}

// "The plan was not saved" stayed after it was saved elsewhere.
TEST_F(PlanFileTest, AProblemGoesOnceAFileIsSavedOrOpened) {
    open();
    ASSERT_FALSE(page().savePlan(path("missing/plan.json")));
    ASSERT_TRUE(page().savePlan(path("plan.json")));
    EXPECT_FALSE(find("banner")->isVisible());
    ASSERT_FALSE(page().openPlan(path("missing.json")));
    ASSERT_TRUE(page().openPlan(path("plan.json")));
    EXPECT_FALSE(find("banner")->isVisible());
    page().showProblem([] { return QStringLiteral("Another problem."); });
    ASSERT_TRUE(page().savePlan(path("plan.json")));
    EXPECT_TRUE(find("banner")->isVisible()) << "which a saved plan does not solve";
}

// A file that was refused took the offer to resume an interrupted run away for good.
TEST_F(PlanFileTest, AProblemLeavesTheOfferToResumeBelow) {
    const RunFiles files(createRun(Plan{}, runsRoot(), 1'700'000'000));
    RunRecord record = newRunRecord();
    record.state = "interrupted";
    writeRunRecord(files.record, record);
    open();
    const auto isOffered = [this] {
        return text("bannerText").contains("was interrupted at step") && find("bannerAction")->isVisible();
    };
    ASSERT_TRUE(eventually([&] { return find("banner")->isVisible(); }));
    EXPECT_TRUE(isOffered());
    ASSERT_FALSE(page().openPlan(path("missing.json")));
    EXPECT_TRUE(text("bannerText").startsWith("missing.json: ")) << qPrintable(text("bannerText"));
    EXPECT_FALSE(find("bannerAction")->isVisible());
    click("bannerDismiss");
    EXPECT_TRUE(isOffered()) << qPrintable(text("bannerText"));
    ASSERT_FALSE(page().openPlan(path("missing.json")));
    ASSERT_TRUE(page().savePlan(path("plan.json"))); // the other way for a problem to go
    EXPECT_TRUE(isOffered()) << qPrintable(text("bannerText"));
    click("bannerDismiss");
    EXPECT_FALSE(find("banner")->isVisible());
    ASSERT_FALSE(page().openPlan(path("missing.json")));
    click("bannerDismiss");
    EXPECT_FALSE(find("banner")->isVisible()) << "it was declined";
}

} // namespace
} // namespace belfry
