// A learning rate far beyond the usual one: a run takes it only after a question; before a run it is a warning.
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/number_field.h"

#include <QComboBox>
#include <QTest>

namespace belfry {
namespace {

class LiveRateTest : public WindowTest {
protected:
    NumberField* rate() { return find<NumberField>("learningRateField"); }
    void type(const char* number) { WindowTest::type("learningRateField", number); }
    void enter(const char* number) { WindowTest::enter("learningRateField", number); }
    QString question() { return find<Banner>("banner")->sentence(); }
};

// "13" for "1e-3" collapsed a trained network within a step: the run took every rate at once.
TEST_F(LiveRateTest, ARunKeepsItsRateUntilAnUnusualOneIsAgreedTo) {
    open();
    startAndWaitForSteps();
    enter("13");
    EXPECT_EQ(question(), "13 is 13,000 times the usual rate of Adam, 0.001. At such rates a network usually stops "
                          "learning. The run keeps its rate of 0.001.");
    EXPECT_EQ(rate()->shownText(), "0.001");
    click("bannerDismiss"); // turned down
    EXPECT_EQ(question(), "");
    EXPECT_EQ(page().plan().learningRate, 0.001);
    enter("0.01"); // ten times as much
    EXPECT_EQ(question(), "");
    ASSERT_TRUE(eventually([this] { return !settingMarks().empty(); }));
    EXPECT_EQ(settingMarks(), QStringList{QStringLiteral("learning rate 0.001 → 0.01")}); // and never 13
    enter("0.02");
    EXPECT_EQ(page().plan().learningRate, 0.01);
    click("bannerAction");
    EXPECT_EQ(rate()->shownText(), "0.02");
    ASSERT_TRUE(eventually([this] { return settingMarks().size() == 2; }));
    EXPECT_EQ(settingMarks().last(), QStringLiteral("learning rate 0.01 → 0.02"));
    enter("0.015"); // the way back needs no question
    EXPECT_EQ(question(), "");
    ASSERT_TRUE(eventually([this] { return settingMarks().size() == 3; }));
    stop();
}

TEST_F(LiveRateTest, AnotherRateTakesTheQuestionAway) {
    open();
    startAndWaitForSteps();
    enter("13");
    EXPECT_NE(question(), "");
    enter("0.002");
    EXPECT_EQ(question(), "");
    ASSERT_TRUE(eventually([this] { return !settingMarks().empty(); }));
    EXPECT_EQ(settingMarks(), QStringList{QStringLiteral("learning rate 0.001 → 0.002")});
    stop();
}

// "The run keeps its rate" stayed after its end, and "Use it" then changed the plan.
TEST_F(LiveRateTest, TheEndOfTheRunTakesTheQuestionAway) {
    open();
    startAndWaitForSteps();
    enter("13");
    EXPECT_NE(question(), "");
    stop();
    EXPECT_EQ(question(), "");
    EXPECT_EQ(page().plan().learningRate, 0.001);
}

TEST_F(LiveRateTest, BeforeARunAnUnusualRateIsAWarning) {
    open();
    page().setPlan(longPlan());
    type("0.01");
    EXPECT_EQ(text("learningRateFieldProblem"), "");
    type("0.02");
    EXPECT_TRUE(find("learningRateFieldProblem")->isVisible());
    EXPECT_EQ(text("learningRateFieldProblem"), "0.02 is 20 times the usual rate of Adam, 0.001. At such rates a "
                                                "network usually stops learning.");
    EXPECT_EQ(question(), "");
    EXPECT_EQ(page().plan().learningRate, 0.02);
    EXPECT_TRUE(find("startButton")->isEnabled());
    speak("es");
    EXPECT_TRUE(text("learningRateFieldProblem").startsWith("0,02 "));
    EXPECT_FALSE(text("learningRateFieldProblem").contains("usual rate"));
    speak("en");
    find<QComboBox>("optimizerField")->setCurrentIndex(find<QComboBox>("optimizerField")->findData("sgd"));
    EXPECT_FALSE(find("learningRateFieldProblem")->isVisible()); // it comes with its own rate
}

} // namespace
} // namespace belfry
