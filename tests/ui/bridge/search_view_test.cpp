// What a page shows of a search, from its events.
#include "ui/bridge/search_view.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

Trial trial(int id, TrialState state, double accuracy = 0) {
    Trial made;
    made.id = id;
    made.state = state;
    made.accuracy = accuracy;
    return made;
}

SearchView begun() {
    SearchView view;
    SearchStarted started;
    started.folder = "/somewhere/search";
    started.plan.strategy = "random";
    started.trials = {trial(1, TrialState::Done, 0.5), trial(3, TrialState::Failed)};
    view.take(started);
    return view;
}

TEST(SearchView, KeepsTrialsByNumberInAnyOrder) {
    SearchView view = begun();
    view.take(TrialStarted{trial(4, TrialState::Running)});
    view.take(TrialStarted{trial(2, TrialState::Running)});
    view.take(TrialEnded{trial(2, TrialState::Done, 0.7), {.ended = 3, .expected = 10}});
    ASSERT_EQ(view.trials.size(), 4u);
    for (int id = 1; id <= 4; ++id) {
        EXPECT_EQ(view.trials[static_cast<std::size_t>(id - 1)].id, id);
    }
    EXPECT_EQ(view.progress.ended, 3);
    EXPECT_EQ(view.best()->id, 2);
    EXPECT_EQ(view.find(5), nullptr);
}

TEST(SearchView, RunningTrialShowsItsCurveSoFar) {
    SearchView view = begun();
    view.take(TrialStarted{trial(2, TrialState::Running)});
    view.take(TrialEpoch{2, 1, 0.6F});
    view.take(TrialEpoch{2, 2, 0.4F});
    EXPECT_EQ(view.find(2)->curve, (std::vector<float>{0.6F, 0.4F}));
    EXPECT_EQ(view.find(2)->epochs, 2);
    EXPECT_FLOAT_EQ(static_cast<float>(view.find(2)->accuracy), 0.6F); // the best so far
    EXPECT_EQ(view.best()->id, 1);                                     // but it is not done
}

// The curve of the attempt that failed is not the beginning of the next one.
TEST(SearchView, ARetryStartsWithAnEmptyCurve) {
    SearchView view = begun();
    view.take(TrialStarted{trial(2, TrialState::Running)});
    view.take(TrialEpoch{2, 1, 0.6F});
    Trial again = *view.find(2);
    again.state = TrialState::Waiting;
    again.failures = {Text::verbatim("It failed.")};
    view.take(TrialRetried{again});
    EXPECT_EQ(view.find(2)->state, TrialState::Waiting);
    again.state = TrialState::Running;
    view.take(TrialStarted{again});
    EXPECT_TRUE(view.find(2)->curve.empty());
    EXPECT_EQ(view.find(2)->accuracy, 0);
    EXPECT_EQ(view.find(2)->failures.size(), 1u);
}

TEST(SearchView, RunningTrialShowsItsTimeSoFar) {
    SearchView view = begun();
    view.progress.seconds = 90;
    view.take(TrialStarted{trial(2, TrialState::Running), 100});
    view.take(TrialStarted{trial(4, TrialState::Running), 125});
    view.setTime(30);
    EXPECT_EQ(view.find(2)->seconds, 20);
    EXPECT_EQ(view.find(4)->seconds, 0); // told later than it began
    EXPECT_EQ(view.find(1)->seconds, 0); // it has ended
    view.take(SearchPaused{true, {.seconds = 130}});
    view.setTime(0);
    EXPECT_EQ(view.find(2)->seconds, 30);
    EXPECT_EQ(view.find(4)->seconds, 5);
}

TEST(SearchView, ShowsRunningTrialsOfAnotherProcess) {
    SearchRecord record;
    record.plan = searchPresetByName("genetic-mnist").plan;
    record.trials = {trial(1, TrialState::Done, 0.5), trial(3, TrialState::Done, 0.6)};
    record.inTraining = {trial(2, TrialState::Running), trial(4, TrialState::Running)};
    const SearchView view = viewOf(record);
    ASSERT_EQ(view.trials.size(), 4u);
    EXPECT_EQ(view.find(2)->state, TrialState::Running);
    EXPECT_EQ(view.progress.ended, 2);
    EXPECT_EQ(view.best()->id, 3);
}

TEST(SearchView, PausesAndEnds) {
    SearchView view = begun();
    view.take(SearchPaused{true, {.ended = 2, .seconds = 85, .secondsLeft = 155}});
    EXPECT_EQ(view.state, "paused");
    EXPECT_EQ(view.progress.seconds, 85);
    EXPECT_EQ(view.progress.secondsLeft, 155);
    view.take(SearchPaused{false});
    EXPECT_EQ(view.state, "running");
    view.take(TrialStarted{trial(2, TrialState::Running)});
    view.take(WinnerStarted{1, 7});
    ASSERT_EQ(view.inTraining.size(), 1u);
    EXPECT_EQ(view.inTraining[0].seed, 7u);
    SearchEnded ended;
    ended.state = "stopped";
    ended.reason = Text::verbatim("Because.");
    view.take(ended);
    EXPECT_EQ(view.state, "stopped");
    EXPECT_EQ(view.reason, ended.reason);
    EXPECT_TRUE(view.inTraining.empty());
    EXPECT_EQ(view.find(2), nullptr); // it was cancelled
    EXPECT_NE(view.find(3), nullptr);
}

// Paused while the data was opened: what came then said that it ran.
TEST(SearchView, APauseBeforeTheStartPersists) {
    SearchView view;
    view.take(SearchPaused{true});
    view.take(SearchStarted{});
    EXPECT_EQ(view.state, "paused");
    view.take(SearchPaused{false});
    EXPECT_EQ(view.state, "running");
}

TEST(SearchView, WinnersTrainInParallel) {
    SearchView view = begun();
    view.take(TrialStarted{trial(2, TrialState::Running)}); // cancelled by the budget
    for (const std::uint64_t seed : {1, 2}) {
        view.take(WinnerStarted{1, seed});
    }
    EXPECT_EQ(view.find(2), nullptr);
    view.take(WinnerEpoch{.trial = 1, .seed = 2, .epoch = 1, .epochs = 9, .accuracy = 0.5F});
    view.take(WinnerEpoch{.trial = 1, .seed = 2, .epoch = 2, .epochs = 9, .accuracy = 0.75F});
    EXPECT_TRUE(view.inTraining[0].curve.empty());
    EXPECT_EQ(view.inTraining[1].curve, (std::vector{0.5F, 0.75F}));
    EXPECT_EQ(view.inTraining[1].epochs, 9);
    WinnerRun second;
    second.trial = 1;
    second.seed = 2;
    view.take(WinnerEnded{second});
    ASSERT_EQ(view.inTraining.size(), 1u);
    EXPECT_EQ(view.inTraining[0].seed, 1u);
    WinnerRun first = second;
    first.seed = 1;
    view.take(WinnerEnded{first});
    EXPECT_TRUE(view.inTraining.empty());
    EXPECT_EQ(view.winners[0].seed, 1u); // by seed, not by end
    view.take(WinnerEnded{first});       // of a search that went on: it had failed before
    EXPECT_EQ(view.winners.size(), 2u);
}

// It was there twice, and the curve of its first attempt was the second one's beginning.
TEST(SearchView, RestartsAFailedWinner) {
    SearchView view = begun();
    view.take(WinnerStarted{1, 7});
    view.take(WinnerEpoch{.trial = 1, .seed = 7, .epoch = 1, .epochs = 9, .accuracy = 0.5F});
    view.take(WinnerStarted{1, 7});
    ASSERT_EQ(view.inTraining.size(), 1u);
    EXPECT_TRUE(view.inTraining[0].curve.empty());
}

} // namespace
} // namespace belfry
