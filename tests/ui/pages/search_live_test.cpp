// What the Search page shows of a search while it is on, by a clock of the test's own.
#include "tests/ui/pages/search_page_fixture.h"
#include "ui/dialogs/finders/rate_dialog.h"
#include "ui/pages/search/spark_line.h"
#include "ui/widgets/number_field.h"

#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QTabBar>
#include <QWindow>
#include <atomic>
#include <condition_variable>
#include <mutex>

namespace belfry {
namespace {

void waitFor(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, stop, [] { return false; });
}

// Trains nothing: the first trials take a minute of the test's clock each, the next one lasts until it is stopped, the
// winners take no time.
class MinuteTrainer : public TrialTrainer {
public:
    explicit MinuteTrainer(std::atomic<double>& clock, int trials = 1) : clock_(clock), trials_(trials) {}
    TrialResult train(const TrialJob& job, const std::function<void(const EpochDone&)>&,
                      std::stop_token stop) override {
        TrialResult result;
        if (job.test) {
            return result;
        }
        if (trials_-- > 0) {
            clock_ = clock_ + 60;
            result.finished.bestValidation = 0.5;
            return result;
        }
        waitFor(stop);
        result.finished.state = RunState::Stopped;
        return result;
    }
    void setPaused(bool) override {}
    Text deviceProblem(int) override { return {}; }

private:
    std::atomic<double>& clock_;
    std::atomic<int> trials_;
};

// Winners last until they are stopped, after two epochs.
class WinnerTrainer : public TrialTrainer {
public:
    TrialResult train(const TrialJob& job, const std::function<void(const EpochDone&)>& onEpoch,
                      std::stop_token stop) override {
        TrialResult result;
        if (!job.test) {
            return result;
        }
        onEpoch({.epoch = 1, .validation = {.correct = 2, .images = 4}});
        onEpoch({.epoch = 2, .validation = {.correct = 3, .images = 4}});
        waitFor(stop);
        result.finished.state = RunState::Stopped;
        return result;
    }
    void setPaused(bool) override {}
    Text deviceProblem(int) override { return {}; }
};

class SearchLiveTest : public SearchPageTest {};

// Nothing kept them from running beside a search, which then was slower than it had measured.
TEST_F(SearchLiveTest, FindersAreDisabledDuringASearch) {
    openSearch(longPlan());
    EXPECT_TRUE(isOn("findRateButton"));
    click("startSearchButton");
    EXPECT_FALSE(isOn("findRateButton"));
    EXPECT_FALSE(isOn("findBatchButton"));
    EXPECT_TRUE(find<QWidget>("findBatchButton")->toolTip().startsWith("A search is in progress: "));
    ASSERT_TRUE(eventually([&] { return table().model()->rowCount() > 0; }));
    click("startSearchButton"); // Pause
    ASSERT_TRUE(eventually([&] { return search().view().state == "paused"; }));
    EXPECT_TRUE(isOn("findRateButton"));
    click("startSearchButton"); // Resume
    EXPECT_FALSE(isOn("findRateButton"));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_TRUE(isOn("findRateButton"));
    EXPECT_TRUE(find<QWidget>("findBatchButton")->toolTip().startsWith("Measures larger "));
}

TEST_F(SearchLiveTest, SearchesAreDisabledDuringAFinder) {
    openSearch(longPlan());
    openPage("Train");
    click("findRateButton");
    const QPointer<RateDialog> dialog = window().findChild<RateDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog));
    EXPECT_EQ(QApplication::activeModalWidget(), dialog); // it keeps mouse and keys to itself
    auto* tabs = find<QTabBar>("pages");
    for (int tab = 0; tab < tabs->count(); ++tab) {
        QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {},
                          tabs->mapTo(&window(), tabs->tabRect(tab).center()));
    }
    EXPECT_TRUE(page().isVisible());
    EXPECT_FALSE(search().isVisible());
    dialog->reject();
    ASSERT_TRUE(eventually([&] { return dialog.isNull(); }));
}

// A pause took the figures back to the last trial's end, what followed added it up, and who looked at another search
// meanwhile had time begin anew.
TEST_F(SearchLiveTest, ElapsedAndRemainingTimeAdvanceWithinATrial) {
    std::atomic<double> clock{5000};
    openSearch();
    const auto other = createSearch(smallPlan());
    search().controller().setOptions(
        {.trainer = std::make_shared<MinuteTrainer>(clock), .runs = {}, .clock = [&clock] { return clock.load(); }});
    SearchPlan plan = smallPlan();
    plan.strategy = "exhaustive"; // 6 trials
    search().form()->setPlan(plan);
    click("startSearchButton");
    const auto shows = [&](const char* time, const char* left) {
        return eventually([&] { return text("searchTimeFigure") == time && text("searchLeftFigure") == left; });
    };
    ASSERT_TRUE(shows("1:00", "5:00"));
    clock = clock + 30;
    EXPECT_TRUE(shows("1:30", "4:30"));
    const std::filesystem::path folder = search().view().folder;
    search().openSearch(other);
    ASSERT_TRUE(eventually([&] { return search().view().state == "stopped"; }));
    EXPECT_EQ(text("searchTimeFigure"), "0:00");
    search().openSearch(folder);
    EXPECT_EQ(text("searchTimeFigure"), "1:30");
    EXPECT_EQ(text("searchLeftFigure"), "4:30");
    click("startSearchButton"); // Pause
    ASSERT_TRUE(eventually([&] { return search().view().state == "paused"; }));
    clock = clock + 5000;
    search().openSearch(folder);
    EXPECT_EQ(text("searchTimeFigure"), "1:30");
    EXPECT_EQ(text("searchLeftFigure"), "4:30");
    click("startSearchButton"); // Resume
    ASSERT_TRUE(eventually([&] { return search().view().state == "running"; }));
    EXPECT_EQ(text("searchTimeFigure"), "1:30");
    clock = clock + 15;
    EXPECT_TRUE(shows("1:45", "4:15"));
    EXPECT_EQ(cell(1, TrialTableModel::State), "Running"); // below the best
    EXPECT_EQ(cell(1, TrialTableModel::Time), "0:45");
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_EQ(text("searchTimeFigure"), "1:45");
    EXPECT_EQ(text("searchLeftFigure"), "–");
}

// Three trainings of the best from beginning to end, and nothing moved.
TEST_F(SearchLiveTest, WinnersShowTheirEpochs) {
    openSearch();
    search().controller().setOptions({.trainer = std::make_shared<WinnerTrainer>(), .runs = {}});
    SearchPlan plan = smallPlan();
    plan.strategy = "random";
    plan.trials = 1;
    search().form()->setPlan(plan);
    EXPECT_FALSE(find<QWidget>("winnerCurves")->isVisible());
    click("startSearchButton");
    ASSERT_TRUE(eventually([&] { return text("searchLayout").contains("epoch 2"); }));
    EXPECT_TRUE(text("searchLayout").startsWith("Winners: seed 1, epoch 2 of at most 2, 75.00 %"))
        << qPrintable(text("searchLayout"));
    EXPECT_TRUE(text("searchWinner").startsWith("Retraining the best: trial 1 ("));
    EXPECT_TRUE(find<QWidget>("winnerCurves")->isVisible());
    EXPECT_EQ(find<SparkLine>("winnerCurves")->curves(), (std::vector<std::vector<float>>{{0.5F, 0.75F}}));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_FALSE(find<QWidget>("winnerCurves")->isVisible());
}

// The window had no way to give it more, and its end came without a word.
TEST_F(SearchLiveTest, ResumesWithALargerTimeBudget) {
    std::atomic<double> clock{0};
    std::vector<QString> told;
    SearchPlan plan = smallPlan();
    plan.name = "brief";
    plan.strategy = "exhaustive"; // 6 trials
    plan.budgetMinutes = 1;
    openSearch(plan);
    EXPECT_FALSE(find<QWidget>("moreMinutesField")->isVisible());
    window().endNotifier().setNotify(
        [&told](const QString& title, const QString& text) { told.push_back(title + ": " + text); });
    QWidget other; // has the user's attention
    other.show();
    other.activateWindow();
    ASSERT_TRUE(eventually([&] { return !window().isActiveWindow(); }));
    search().controller().setOptions(
        {.trainer = std::make_shared<MinuteTrainer>(clock, 6), .runs = {}, .clock = [&clock] { return clock.load(); }});
    click("startSearchButton");
    ASSERT_TRUE(eventually([&] { return search().view().state == "stopped"; }));
    ASSERT_TRUE(eventually([&] { return !told.empty(); }));
    EXPECT_TRUE(told.front().contains("brief has used up its budget: Best validation accuracy 50.00"))
        << told.front().toStdString();
    EXPECT_EQ(search().view().progress.ended, 1);
    auto* minutes = find<NumberField>("moreMinutesField");
    ASSERT_TRUE(minutes->isVisible());
    EXPECT_EQ(minutes->number(), 1);
    // With a text that is no number the button greyed, and nothing said why.
    const int place = find("trialTable")->mapTo(&window(), QPoint()).y();
    minutes->selectAll();
    QTest::keyClicks(minutes, "soon");
    EXPECT_TRUE(find<QLabel>("moreMinutesProblem")->isVisible());
    EXPECT_NE(text("moreMinutesProblem"), "");
    QCoreApplication::processEvents();
    EXPECT_EQ(find("trialTable")->mapTo(&window(), QPoint()).y(), place); // it has had its line before
    EXPECT_FALSE(find<QAbstractButton>("resumeSearchButton")->isEnabled());
    minutes->selectAll();
    QTest::keyClicks(minutes, "2");
    EXPECT_EQ(text("moreMinutesProblem"), "");
    click("resumeSearchButton");
    ASSERT_TRUE(eventually([&] { return told.size() == 2; }));
    EXPECT_EQ(search().view().progress.ended, 3);
    EXPECT_EQ(search().view().plan.budgetMinutes, 3);
    EXPECT_TRUE(minutes->isVisible());
    EXPECT_EQ(minutes->number(), 2); // as the user had it
}

} // namespace
} // namespace belfry
