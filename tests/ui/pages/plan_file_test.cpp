// Plans as files: opened, saved, and refused in a banner.
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
        EXPECT_TRUE(text("bannerText").startsWith("The plan was not opened.")) << name;
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

} // namespace
} // namespace belfry
