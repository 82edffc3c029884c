// What the status strip says of runs and searches.
#include "tests/ui/pages/search_page_fixture.h"
#include "ui/window/status_strip.h"

#include <QLabel>
#include <QTest>

namespace belfry {
namespace {

class StatusStripTest : public SearchPageTest {};

// A paused search was "Searching", with a green dot.
TEST_F(StatusStripTest, APausedSearchIsNotSearching) {
    begin(longPlan());
    EXPECT_TRUE(text("stateText").startsWith("Searching: ")) << qPrintable(text("stateText"));
    click("startSearchButton"); // Pause
    EXPECT_TRUE(text("stateText").startsWith("Search paused: ")) << qPrintable(text("stateText"));
    click("startSearchButton"); // Resume
    EXPECT_TRUE(text("stateText").startsWith("Searching: ")) << qPrintable(text("stateText"));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_TRUE(text("stateText").startsWith("Search stopped: ")) << qPrintable(text("stateText"));
}

// It read "Running: lenet, 1 tower, 1 tower" of a run that was resumed.
TEST_F(StatusStripTest, ARunThatIsResumedIsNamedAsBefore) {
    openSearch();
    openPage("Train");
    Plan plan = WindowTest::longPlan();
    plan.name.clear();
    start(plan);
    ASSERT_TRUE(eventually([&] { return text("stateText") == "Running: LeNet, 1 tower"; }));
    stop();
    click("startButton"); // Resume
    EXPECT_TRUE(eventually([&] { return text("stateText") == "Running: LeNet, 1 tower"; }))
        << qPrintable(text("stateText"));
    stop();
}

// The end of a search was shown as the end of the run before it.
TEST_F(StatusStripTest, WhatEndedLastIsShown) {
    openSearch();
    openPage("Train");
    startAndWaitForSteps();
    stop();
    EXPECT_TRUE(text("stateText").startsWith("Stopped at step ")) << qPrintable(text("stateText"));
    openPage("Search");
    click("startSearchButton");
    EXPECT_EQ(text("stateText"), "Preparing a search…");
    ASSERT_TRUE(eventually([&] { return search().view().state == "finished"; }));
    ASSERT_TRUE(eventually([&] { return text("stateText").startsWith("Search finished: test "); }))
        << qPrintable(text("stateText"));
    speak("es");
    EXPECT_TRUE(text("stateText").startsWith("Búsqueda terminada: prueba ")) << qPrintable(text("stateText"));
    speak("en");
    openPage("Train");
    startAndWaitForSteps();
    EXPECT_TRUE(text("stateText").startsWith("Running: ")) << qPrintable(text("stateText"));
    stop();
    EXPECT_TRUE(text("stateText").startsWith("Stopped at step ")) << qPrintable(text("stateText"));
}

TEST_F(StatusStripTest, AFailureIsInTheColourOfWarnings) {
    StatusStrip strip(theme_);
    strip.resize(900, 32);
    const auto dot = [&] {
        return strip.findChild<QWidget*>(QStringLiteral("stateDot"))->grab().toImage().pixelColor(4, 4);
    };
    const auto said = [&] { return strip.findChild<QLabel*>(QStringLiteral("stateText"))->text(); };
    strip.setSearch({.kind = SearchStatus::Kind::Running, .name = "digits"});
    EXPECT_EQ(dot(), theme_.palette().good);
    strip.setSearch({.kind = SearchStatus::Kind::Paused, .name = "digits"});
    EXPECT_EQ(dot(), theme_.palette().series[1]);
    strip.setSearch({.kind = SearchStatus::Kind::Failed, .name = "digits", .reason = Text::verbatim("no memory")});
    EXPECT_EQ(dot(), theme_.palette().warning);
    EXPECT_EQ(said(), "Search failed: no memory");
    strip.setStatus({.kind = RunStatus::Kind::Preparing});
    EXPECT_EQ(said(), "Preparing…");
    strip.setStatus({.kind = RunStatus::Kind::Finished, .test = 0.5, .bestEpoch = 2});
    EXPECT_TRUE(said().startsWith("Finished: test 50.00 %")) << qPrintable(said());
}

} // namespace
} // namespace belfry
