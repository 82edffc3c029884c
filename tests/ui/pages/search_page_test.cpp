// The Search page with mouse and keyboard: real searches of small networks, what is shown of them, and what can be done
// with what they find.
#include "core/runs/run_list.h"
#include "core/search/helper.h"
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/search_page_fixture.h"
#include "ui/pages/search/trial_card.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/window/close_dialog.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPolygonF>
#include <QTest>
#include <future>
#include <stop_token>
#include <thread>

namespace belfry {
namespace {

TEST_F(SearchPageTest, IsEmptyUntilSomethingIsSearched) {
    openSearch();
    EXPECT_TRUE(find<QLabel>("searchEmpty")->isVisible());
    EXPECT_FALSE(table().isVisible());
    EXPECT_TRUE(isOn("startSearchButton"));
    EXPECT_FALSE(isOn("stopSearchButton"));
    EXPECT_FALSE(isOn("saveTrialsButton"));
    EXPECT_FALSE(find<QWidget>("resumeSearchButton")->isVisible());
    EXPECT_FALSE(find<QWidget>("trainTheBestLongerButton")->isVisible());
    EXPECT_TRUE(find<QLabel>("trialEmpty")->isVisible());
    EXPECT_EQ(text("trialsFigure"), "–");
}

TEST_F(SearchPageTest, ShowsEveryTrialAndTheWinner) {
    searchToTheEnd();
    const SearchView& view = search().view();
    ASSERT_GE(view.trials.size(), 3u);
    ASSERT_EQ(table().model()->rowCount(), static_cast<int>(view.trials.size()));
    EXPECT_EQ(cell(0, TrialTableModel::Number), QString::number(view.best()->id)); // best first
    EXPECT_EQ(cell(0, TrialTableModel::State), "Done");
    EXPECT_TRUE(cell(0, TrialTableModel::Network).contains("Width "));
    EXPECT_EQ(
        table().model()->index(0, TrialTableModel::Curve).data(TrialTableModel::kCurveRole).value<QPolygonF>().size(),
        2);
    const QString curve = table().model()->index(0, TrialTableModel::Curve).data(Qt::AccessibleTextRole).toString();
    EXPECT_TRUE(curve.startsWith("epochs: 2; accuracy: first ")) << qPrintable(curve); // was silent
    EXPECT_EQ(view.generations.size(), 2u);
    EXPECT_TRUE(text("trialsFigure").startsWith(QString::number(view.trials.size())))
        << qPrintable(text("trialsFigure"));
    EXPECT_EQ(text("everythingFigure"), "6");
    EXPECT_EQ(text("searchState"), "Finished");
    EXPECT_TRUE(text("searchWinner").contains("over 2 seeds")) << qPrintable(text("searchWinner"));
    EXPECT_TRUE(isOn("startSearchButton"));
    EXPECT_FALSE(find<QWidget>("resumeSearchButton")->isVisible());
    EXPECT_EQ(listRuns().size(), 2u);
}

// What was to be done at the end of the refused run was done at the end of the next one: its plan lost its name.
TEST_F(SearchPageTest, APlanThatIsRefusedLeavesLaterRunsAlone) {
    open();
    Plan refused = WindowTest::longPlan();
    refused.learningRate = 0;
    Q_EMIT search().trainRequested(refused);
    ASSERT_FALSE(page().controller().isActive());
    startAndWaitForSteps();
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    EXPECT_EQ(page().plan().name, WindowTest::longPlan().name);
}

TEST_F(SearchPageTest, ClickingATrialShowsItsGenes) {
    searchToTheEnd();
    chooseRow(1);
    EXPECT_EQ(table().chosen(), cell(1, TrialTableModel::Number).toInt());
    EXPECT_EQ(text("trialState"), "Done");
    const auto gene = [this](const char* name) { return text(name).section(QStringLiteral(" · "), 0, 0); };
    EXPECT_TRUE(QStringList({"8", "16", "32"}).contains(gene("gene-width"))) << qPrintable(text("gene-width"));
    EXPECT_TRUE(QStringList({"ReLU", "Tanh"}).contains(gene("gene-activation")));
    EXPECT_TRUE(text("trialBestFact").contains("%"));
    EXPECT_FALSE(isOn("drawOnTheWinnerButton")); // it is none
    chooseRow(0);
    EXPECT_TRUE(isOn("drawOnTheWinnerButton"));
    EXPECT_TRUE(text("trialTestFact").contains("±")) << qPrintable(text("trialTestFact"));
}

TEST_F(SearchPageTest, TheWinnersCurveContinues) {
    searchToTheEnd();
    click("tryTheBestNetworkButton");
    EXPECT_TRUE(page().isVisible());
    ASSERT_TRUE(eventually([&] { return page().drawing()->isVisible() && !text("answerDetail").isEmpty(); }));
}

TEST_F(SearchPageTest, TrainsTheBestLonger) {
    searchToTheEnd();
    const Trial best = *search().view().best();
    click("trainTheBestLongerButton");
    EXPECT_TRUE(page().isVisible());
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Running; }));
    const Plan plan = page().plan();
    EXPECT_EQ(plan.trainImages, 0);
    EXPECT_EQ(plan.mlp.width, planOf(smallPlan().space, best.asked.genes).mlp.width);
    EXPECT_EQ(plan.name, "small, trial " + std::to_string(best.id));
    EXPECT_GE(plan.patience, 20);
    EXPECT_EQ(plan.epochs, 100);
    EXPECT_EQ(plan.seed, 3u); // the winners had 1 and 2
    page().stop(StopKind::Abort);
    ASSERT_TRUE(eventually([&] { return !page().controller().isActive(); }));
    EXPECT_TRUE(page().plan().name.empty()); // the next run is another one
}

TEST_F(SearchPageTest, StopAndResumeLoseNothing) {
    SearchPlan plan = smallPlan();
    plan.genetic.generations = 4;
    begin(plan);
    ASSERT_TRUE(eventually([&] { return search().view().progress.ended > 0; }));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_EQ(text("searchState"), "Stopped");
    const std::vector<Trial> before = search().view().trials;
    ASSERT_TRUE(find<QWidget>("resumeSearchButton")->isVisible());
    click("resumeSearchButton");
    ASSERT_TRUE(eventually([&] { return search().view().state == "finished"; }));
    for (const Trial& trial : before) {
        ASSERT_NE(search().view().find(trial.id), nullptr);
        EXPECT_EQ(*search().view().find(trial.id), trial);
    }
}

TEST_F(SearchPageTest, OtherMachinesJoinTheSearch) {
    openSearch(longPlan());
    auto* at = find<QLineEdit>("searchHelpersJoinAtField");
    at->setText("here:and:there");
    EXPECT_FALSE(isOn("startSearchButton"));
    EXPECT_TRUE(find<QLabel>("searchHelpersJoinAtFieldProblem")->isVisible());
    at->setText("0"); // any port of the loopback
    click("startSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().view().joinAt.empty(); })) << search().view().reason.english();
    EXPECT_TRUE(text("searchLayout").contains("No helper has joined yet")) << qPrintable(text("searchLayout"));
    std::promise<HelperEnd> ended;
    std::jthread helper([&ended, leader = endpointFrom(search().view().joinAt)](const std::stop_token& stop) {
        ended.set_value(helpSearch(
            {.leader = leader, .version = QCoreApplication::applicationVersion().toStdString(), .parallel = 1}, stop));
    });
    EXPECT_TRUE(eventually([&] { return search().view().helpers == 1; }));
    EXPECT_TRUE(text("searchLayout").contains("One helper trains too")) << qPrintable(text("searchLayout"));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_EQ(ended.get_future().get().kind, HelperEnd::Kind::Over);
    EXPECT_FALSE(text("searchLayout").contains("helper"));
}

TEST_F(SearchPageTest, PauseHoldsTheTrialsUntilResume) {
    begin(longPlan());
    click("startSearchButton"); // Pause
    ASSERT_TRUE(eventually([&] { return search().view().state == "paused"; }));
    EXPECT_EQ(find<QAbstractButton>("startSearchButton")->accessibleName(), "Resume search");
    EXPECT_EQ(text("searchState"), "Paused");
    EXPECT_TRUE(text("stateText").startsWith("Search paused: ")) << qPrintable(text("stateText"));
    click("startSearchButton");
    ASSERT_TRUE(eventually([&] { return search().view().state == "running"; }));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
}

// While the data was opened, a pause locked the search: it was paused, and said that it ran.
TEST_F(SearchPageTest, ResumesAfterAPauseBeforeItsFirstTrial) {
    openSearch();
    click("startSearchButton");
    ASSERT_TRUE(eventually([&] { return search().controller().isActive() && !search().controller().isPreparing(); }));
    click("startSearchButton"); // Pause
    ASSERT_TRUE(eventually([&] { return text("searchState") == "Paused"; }));
    click("startSearchButton"); // Resume
    ASSERT_TRUE(eventually([&] { return search().view().state == "finished"; }));
}

// F5, Space and Esc are the search's on its own page.
TEST_F(SearchPageTest, IsControlledByKeys) {
    openSearch(longPlan());
    QTest::keyClick(&window(), Qt::Key_F5);
    ASSERT_TRUE(eventually([&] { return table().model()->rowCount() > 0; }));
    QTest::keyClick(&window(), Qt::Key_Space);
    ASSERT_TRUE(eventually([&] { return search().view().state == "paused"; }));
    QTest::keyClick(&window(), Qt::Key_Escape);
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_EQ(search().view().state, "stopped");
    EXPECT_TRUE(listRuns().empty());
}

// Each would slow the other down.
TEST_F(SearchPageTest, ASearchWaitsForARun) {
    begin(longPlan());
    openPage("Train");
    startAndWaitForSteps();
    openPage("Search");
    ASSERT_TRUE(eventually([&] { return text("searchState") == "Waiting for the run"; }));
    EXPECT_FALSE(isOn("startSearchButton"));
    page().stop(StopKind::Abort);
    ASSERT_TRUE(eventually([&] { return search().view().state == "running"; }));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
}

TEST_F(SearchPageTest, DoesNotStartDuringARun) {
    openSearch();
    openPage("Train");
    startAndWaitForSteps();
    openPage("Search");
    EXPECT_FALSE(isOn("startSearchButton"));
    EXPECT_TRUE(text("searchNote").contains("A run is in progress"));
    page().stop(StopKind::Abort);
    ASSERT_TRUE(eventually([&] { return isOn("startSearchButton"); }));
}

TEST_F(SearchPageTest, InvalidSearchesAreRefusedWithAMessage) {
    SearchPlan plan = smallPlan();
    plan.space.plan.dataDir = "/nowhere";
    plan.space.plan.data = "cifar-10";
    openSearch(plan);
    click("startSearchButton");
    ASSERT_TRUE(eventually([&] { return find<QWidget>("searchBanner")->isVisible(); }));
    EXPECT_FALSE(search().controller().isActive());
    EXPECT_TRUE(listSearches().empty());
    plan = smallPlan();
    plan.genetic.population = 1000; // of a space of 6
    search().form()->setPlan(plan);
    EXPECT_FALSE(isOn("startSearchButton"));
    EXPECT_TRUE(text("searchProblem").contains("6")) << qPrintable(text("searchProblem"));
}

TEST_F(SearchPageTest, EarlierSearchesAreListedNextTime) {
    searchToTheEnd();
    const std::filesystem::path folder = search().view().folder;
    const std::size_t trials = search().view().trials.size();
    window().close();
    shut();
    open();
    openPage("Search");
    EXPECT_EQ(search().form()->plan(), smallPlan());
    ASSERT_TRUE(eventually([&] { return search().view().trials.size() == trials; }));
    EXPECT_EQ(search().view().folder, folder);
    EXPECT_TRUE(find<QComboBox>("searchField")->currentText().startsWith("small · "));
    EXPECT_TRUE(text("searchWinner").contains("over 2 seeds"));
}

// Nothing of the search that was shown before stays under its name.
TEST_F(SearchPageTest, ADamagedSearchIsReported) {
    searchToTheEnd();
    const std::filesystem::path good = search().view().folder;
    const std::filesystem::path bad = good.parent_path() / "20200101-000000-bad";
    std::filesystem::copy(good, bad);
    QFile file(QString::fromStdString((bad / "trials.jsonl").string()));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{]\n{]\n");
    file.close();
    search().openSearch(bad);
    ASSERT_TRUE(eventually([&] { return find<QWidget>("searchBanner")->isVisible(); }));
    EXPECT_EQ(text("searchState"), "Damaged");
    EXPECT_EQ(table().model()->rowCount(), 0);
    EXPECT_FALSE(find<QWidget>("tryTheBestNetworkButton")->isVisible());
    search().openSearch(good);
    ASSERT_TRUE(eventually([&] { return table().model()->rowCount() > 0; }));
}

TEST_F(SearchPageTest, TrialsAreSavedAsATable) {
    searchToTheEnd();
    click("saveTrialsButton");
    typeFileName(window().findChild<QFileDialog*>("tableDialog"), path("trials"));
    QFile csv(path("trials.csv"));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll().count('\n'), 1 + static_cast<int>(search().view().trials.size()));
    EXPECT_FALSE(search().saveCsv(path("none/trials.csv")));
    EXPECT_TRUE(find<QWidget>("searchBanner")->isVisible());
}

TEST_F(SearchPageTest, EveryChartIsReachableInOneClick) {
    searchToTheEnd();
    for (const auto& [chip, chart] : {std::pair{"familyTreeButton", "familyTree"},
                                      {"byGeneButton", "geneChart"},
                                      {"parallelCoordinatesButton", "parallelPlot"},
                                      {"generationsButton", "generationChart"}}) {
        click(chip);
        EXPECT_TRUE(find<QWidget>(chart)->isVisible()) << chart;
    }
}

TEST_F(SearchPageTest, ClosingDuringASearchAsksAndKeepsIt) {
    begin(longPlan());
    window().close();
    EXPECT_TRUE(window().isVisible());
    click("cancelCloseButton");
    QCoreApplication::processEvents();
    EXPECT_TRUE(window().isVisible());
    EXPECT_TRUE(search().controller().isActive());
    window().close();
    EXPECT_FALSE(find<QWidget>("finishEpochButton")->isVisible());
    click("stopAndSaveButton");
    ASSERT_TRUE(eventually([&] { return !window().isVisible(); }));
    ASSERT_EQ(listSearches().size(), 1u);
    EXPECT_EQ(listSearches()[0].state, "stopped");
}

TEST_F(SearchPageTest, ClosingStopsTheRunAndThePendingSearch) {
    begin(longPlan());
    openPage("Train");
    startAndWaitForSteps();
    window().saveAndClose();
    ASSERT_TRUE(eventually([&] { return !window().isVisible(); }));
    EXPECT_EQ(listSearches()[0].state, "stopped");
    EXPECT_EQ(listRuns()[0].state, "stopped");
}

TEST_F(SearchPageTest, IsTranslatedToSpanish) {
    searchToTheEnd();
    speak("es");
    EXPECT_EQ(text("searchState"), "Terminada");
    EXPECT_TRUE(text("searchBestFigure").contains(',')) << qPrintable(text("searchBestFigure")); // kept its point
    EXPECT_EQ(find<QAbstractButton>("startSearchButton")->accessibleName(), "Start search");
    EXPECT_NE(find<QAbstractButton>("startSearchButton")->text(), "Start search");
}

// At the smallest width of the window the list of searches covered the state and Save trials.
TEST_F(SearchPageTest, NothingOverlapsInTheSmallestWindow) {
    searchToTheEnd();
    EXPECT_LE(search().minimumSizeHint().width(), 1080);
    for (const char* code : {"en", "es"}) {
        speak(code);
        window().resize(1080, 618);
        QCoreApplication::processEvents();
        const QWidget* before = nullptr;
        for (const char* name : {"searchField", "searchState", "saveTrialsButton", "openSearchFolderButton"}) {
            const auto* part = find<QWidget>(name);
            if (before != nullptr) {
                EXPECT_LT(before->geometry().right(), part->geometry().left()) << code << ' ' << name;
            }
            before = part;
        }
        EXPECT_GE(find("saveTrialsButton")->width(), find("saveTrialsButton")->sizeHint().width()) << code;
    }
}

} // namespace
} // namespace belfry
