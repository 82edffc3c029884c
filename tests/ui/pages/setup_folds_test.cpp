// What every run needs is in sight at 1280 x 720, and the rest of the set-up folds away.
#include "tests/ui/pages/window_fixture.h"
#include "ui/widgets/fold.h"

#include <QCheckBox>
#include <QLabel>
#include <QScrollArea>
#include <QTest>

namespace belfry {
namespace {

class SetupFoldsTest : public WindowTest {
protected:
    void openFolded() {
        open();
        for (Fold* fold : page().form()->folds())
            fold->setUnfolded(false);
        page().setPlan(longPlan());
        ASSERT_TRUE(eventually([this] { return window().findChild<QCheckBox*>("device-cpu") != nullptr; }));
    }
    bool isInSight(const char* name) {
        auto* viewport = find<QScrollArea>("setupScroll")->viewport();
        auto* part = find(name);
        return part->isVisible() && viewport->rect().contains(QRect(part->mapTo(viewport, QPoint()), part->size()));
    }
};

// Rate and epochs stood two screens below the preset.
TEST_F(SetupFoldsTest, WhatEveryRunNeedsIsInSightWithoutScrolling) {
    openFolded();
    for (const char* code : {"en", "es"}) {
        speak(code);
        for (const char* name : {"presetField", "dataField", "networkField", "devicePicker", "towersField",
                                 "linkedBatch", "learningRateField", "epochsField"})
            EXPECT_TRUE(isInSight(name)) << name << " in " << code;
    }
}

TEST_F(SetupFoldsTest, ALineSaysWhatAFoldHolds) {
    openFolded();
    Plan plan = longPlan();
    plan.feed = "queue";
    page().setPlan(plan);
    EXPECT_FALSE(find("feedField")->isVisible());
    EXPECT_TRUE(text("feedAndExchangeSummary").startsWith("Queue · ")) << text("feedAndExchangeSummary").toStdString();
    click("feedAndExchangeButton");
    EXPECT_TRUE(find("feedField")->isVisible());
    EXPECT_FALSE(find("feedAndExchangeSummary")->isVisible());
}

// What is wrong would be hidden in it.
TEST_F(SetupFoldsTest, AProblemUnfoldsItsPart) {
    openFolded();
    Plan plan = longPlan();
    plan.checkpointMinutes = -1;
    page().setPlan(plan);
    EXPECT_TRUE(find("saveAtLeastEveryField")->isVisible());
    EXPECT_TRUE(find("saveAtLeastEveryFieldProblem")->isVisible());
    EXPECT_FALSE(find("feedField")->isVisible());
}

TEST_F(SetupFoldsTest, AreRemembered) {
    openFolded();
    click("recordingButton");
    window().close();
    shut();
    open();
    EXPECT_TRUE(find("tensorBoardField")->isVisible());
    EXPECT_FALSE(find("feedField")->isVisible());
}

} // namespace
} // namespace belfry
