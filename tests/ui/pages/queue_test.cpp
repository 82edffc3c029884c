// Plans that wait: added, reordered, run one after another, also after one that fails, and kept.
#include "tests/ui/pages/window_fixture.h"
#include "ui/bridge/plan_queue.h"
#include "ui/dialogs/queue_dialog.h"

#include <QListWidget>
#include <QTest>

namespace belfry {
namespace {

class QueueTest : public WindowTest {
protected:
    void openQueue() {
        openPage("Runs");
        click("queueButton");
    }
    static Plan shortPlan(const char* name) {
        Plan plan;
        plan.name = name;
        plan.model = "mlp";
        plan.devices = {"cpu"};
        plan.batchPerTower = 1000;
        plan.steps = 3;
        return plan;
    }
    QListWidget* list() { return find<QListWidget>("queueList"); }
    QStringList waiting() {
        QStringList names;
        for (int row = 0; row < list()->count(); ++row) {
            names << list()->item(row)->text().section(QStringLiteral(" – "), 0, 0);
        }
        return names;
    }
    void add(const Plan& plan) {
        page().setPlan(plan);
        click("addThisPlanButton");
    }
    // From now on, what begins and how it ends: "first finished".
    void follow() {
        QObject::connect(&page().controller(), &RunController::started, &page(),
                         [this](const Started& started) { names_.push_back(started.plan.name); });
        QObject::connect(&page().controller(), &RunController::finished, &page(), [this](const Finished& finished) {
            ended_.push_back(names_.back() + " " + std::string(runStateName(finished.state)));
        });
    }
    std::vector<std::string> names_, ended_;
};

TEST_F(QueueTest, PlansAreAddedReorderedAndRemoved) {
    open();
    openQueue();
    EXPECT_TRUE(text("queueState").startsWith("The queue is empty"));
    EXPECT_FALSE(find("runQueueButton")->isEnabled());
    for (const char* name : {"one", "two", "three"}) {
        add(shortPlan(name));
    }
    EXPECT_EQ(waiting(), (QStringList{"one", "two", "three"}));
    list()->setCurrentRow(2);
    click("upButton");
    click("upButton");
    EXPECT_EQ(waiting(), (QStringList{"three", "one", "two"}));
    EXPECT_FALSE(find("upButton")->isEnabled());
    click("downButton");
    EXPECT_EQ(waiting(), (QStringList{"one", "three", "two"}));
    click("removePlanButton");
    EXPECT_EQ(waiting(), (QStringList{"one", "two"}));
    EXPECT_TRUE(find<QAbstractButton>("queueButton")->text().contains('2'));
}

// A line named files: "mlp on mnist, ...".
TEST_F(QueueTest, PlansWithoutANameHaveTitles) {
    open();
    openQueue();
    add(shortPlan(""));
    ASSERT_EQ(list()->count(), 1);
    EXPECT_EQ(list()->item(0)->text(), QStringLiteral("Multilayer perceptron on MNIST, 1 × 1,000 images, 3 steps"));
}

TEST_F(QueueTest, PendingPlansSurviveARestart) {
    open();
    openQueue();
    add(shortPlan("tomorrow"));
    shut();
    open();
    openQueue();
    EXPECT_EQ(waiting(), QStringList{"tomorrow"});
    EXPECT_FALSE(page().controller().isActive()); // nothing begins by itself
}

// The second one needs a folder that is not there: it is refused when its turn comes, and the third one runs.
TEST_F(QueueTest, RunsInOrderAndContinuesAfterAFailure) {
    open();
    std::vector<QString> told;
    window().endNotifier().setNotify(
        [&told](const QString& title, const QString& text) { told.push_back(title + ": " + text); });
    openQueue();
    follow();
    add(shortPlan("first"));
    Plan lost = shortPlan("second");
    lost.data = "/nowhere/pictures";
    add(lost);
    add(shortPlan("third"));
    click("runQueueButton");
    EXPECT_TRUE(eventually([this] { return ended_.size() == 2; }));
    EXPECT_EQ(ended_, (std::vector<std::string>{"first finished", "third finished"}));
    EXPECT_TRUE(eventually([&] { return !page().controller().isActive() && list()->count() == 0; }));
    EXPECT_TRUE(eventually([&] { return find<QAbstractButton>("runQueueButton")->text() == "Run queue"; }));
}

TEST_F(QueueTest, CanBeReorderedDuringARunAndHaltsOnStop) {
    open();
    openQueue();
    follow();
    Plan endless = longPlan();
    endless.name = "endless";
    add(endless);
    add(shortPlan("a"));
    add(shortPlan("b"));
    click("runQueueButton");
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Running; }));
    EXPECT_EQ(waiting(), (QStringList{"a", "b"}));
    list()->setCurrentRow(1);
    click("upButton");
    EXPECT_EQ(waiting(), (QStringList{"b", "a"}));
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return !page().controller().isActive(); }));
    ASSERT_TRUE(eventually([&] { return find<QAbstractButton>("runQueueButton")->text() == "Run queue"; }));
    EXPECT_EQ(waiting(), (QStringList{"b", "a"}));
    click("runQueueButton");
    EXPECT_TRUE(eventually([this] { return ended_.size() == 3; }));
    EXPECT_EQ(ended_, (std::vector<std::string>{"endless stopped", "b finished", "a finished"}));
}

// Whoever looks elsewhere is told how it ended.
TEST_F(QueueTest, TheEndIsReportedOnOtherPages) {
    open();
    std::vector<QString> told;
    window().endNotifier().setNotify(
        [&told](const QString& title, const QString& text) { told.push_back(title + ": " + text); });
    QWidget other; // has the user's attention
    other.show();
    other.activateWindow();
    ASSERT_TRUE(eventually([&] { return !window().isActiveWindow(); }));
    page().setPlan(shortPlan("told"));
    page().start();
    ASSERT_TRUE(eventually([&] { return !told.empty(); }));
    EXPECT_TRUE(told.front().startsWith("told is finished: Test accuracy ")) << told.front().toStdString();
    EXPECT_TRUE(told.front().endsWith("with the best weights (epoch 1)")) << told.front().toStdString();
}

TEST_F(QueueTest, ADamagedQueueFileIsReported) {
    open();
    openQueue();
    QFile file(path("plan.json"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"epochs\": -3}");
    file.close();
    EXPECT_FALSE(find<QueueDialog>("queueDialog")->addFile(path("plan.json")));
    EXPECT_TRUE(find("queueBanner")->isVisible());
    EXPECT_EQ(list()->count(), 0);
}

} // namespace
} // namespace belfry
