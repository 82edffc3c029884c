// What the status strip says of runs and searches.
#include "tests/ui/pages/search_page_fixture.h"
#include "ui/window/status_strip.h"

#include <QComboBox>
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

// It said the name of the search's folder: "Searching: 20260101-091146-genetic-mnist".
TEST_F(StatusStripTest, ASearchHasTheTitleOfItsPlan) {
    SearchPlan plan = longPlan();
    plan.name.clear();
    plan.preset = "genetic-mnist"; // which names it
    begin(plan);
    EXPECT_EQ(text("stateText"), "Searching: Genetic search, MNIST");
    const auto* searches = find<QComboBox>("searchField");
    EXPECT_TRUE(eventually([&] { return searches->currentText().startsWith("Genetic search, MNIST · "); }))
        << qPrintable(searches->currentText());
    speak("es");
    EXPECT_EQ(text("stateText"), QStringLiteral("Buscando: Búsqueda genética, MNIST"));
    EXPECT_TRUE(searches->currentText().startsWith(QStringLiteral("Búsqueda genética, MNIST · ")))
        << qPrintable(searches->currentText());
    speak("en");
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
}

// "En mar…": the Spanish states were elided, in a table that scrolls sideways anyway.
TEST_F(StatusStripTest, TheStatesOfTrialsFitTheirColumn) {
    openSearch();
    window().resize(1080, 618);
    SearchView view;
    view.folder = "states";
    for (const TrialState state : {TrialState::Waiting, TrialState::Running, TrialState::Done, TrialState::Failed}) {
        Trial& trial = view.trials.emplace_back();
        trial.id = static_cast<int>(state) + 1;
        trial.state = state;
    }
    auto* model = search().findChild<TrialTableModel*>();
    for (const bool paused : {false, true}) {
        view.state = paused ? "paused" : "running";
        model->setView(view);
        for (const char* code : {"es", "en"}) {
            speak(code);
            for (int row = 0; row < table().model()->rowCount(); ++row) {
                const QModelIndex cell = table().model()->index(row, TrialTableModel::State);
                EXPECT_LE(table().sizeHintForIndex(cell).width(), table().columnWidth(TrialTableModel::State))
                    << qPrintable(cell.data().toString());
            }
        }
    }
}

// The trials of a paused search were "Running", with a green dot.
TEST_F(StatusStripTest, ThePausedTrialsArePaused) {
    begin(longPlan());
    const QModelIndex state = table().model()->index(0, TrialTableModel::State);
    chooseRow(0);
    ASSERT_TRUE(eventually([&] { return state.data().toString() == "Running"; }))
        << qPrintable(state.data().toString());
    const auto dot = [&] {
        const QImage icon = state.data(Qt::DecorationRole).value<QIcon>().pixmap(16, 16).toImage();
        return icon.pixelColor(icon.width() / 2, icon.height() / 2);
    };
    EXPECT_EQ(dot(), theme_.palette().good);
    click("startSearchButton"); // Pause
    EXPECT_TRUE(eventually([&] { return state.data().toString() == "Paused"; })) << qPrintable(state.data().toString());
    EXPECT_EQ(dot(), theme_.palette().series[1]);
    EXPECT_EQ(text("trialState"), "Paused");
    click("startSearchButton"); // Resume
    EXPECT_TRUE(eventually([&] { return state.data().toString() == "Running"; }));
    EXPECT_EQ(text("trialState"), "Running");
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
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
    EXPECT_TRUE(eventually([&] { return text("stateText").startsWith("Running: "); })) << qPrintable(text("stateText"));
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
    strip.setSearch({.kind = SearchStatus::Kind::Running, .name = Text::verbatim("digits")});
    EXPECT_EQ(dot(), theme_.palette().good);
    strip.setSearch({.kind = SearchStatus::Kind::Paused, .name = Text::verbatim("digits")});
    EXPECT_EQ(dot(), theme_.palette().series[1]);
    strip.setSearch(
        {.kind = SearchStatus::Kind::Failed, .name = Text::verbatim("digits"), .reason = Text::verbatim("no memory")});
    EXPECT_EQ(dot(), theme_.palette().warning);
    EXPECT_EQ(said(), "Search failed: no memory");
    strip.setStatus({.kind = RunStatus::Kind::Preparing});
    EXPECT_EQ(said(), "Preparing…");
    strip.setStatus({.kind = RunStatus::Kind::Finished, .test = 0.5, .bestEpoch = 2});
    EXPECT_TRUE(said().startsWith("Finished: test 50.00 %")) << qPrintable(said());
}

} // namespace
} // namespace belfry
