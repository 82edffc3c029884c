// A search that is stopped, killed, paused or short of time, with trials that are not trained.
#include "core/base/error.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::findings;
using test::runToEnd;
using test::seedsPlan;
using test::Watcher;
using testing::ElementsAre;
using testing::IsEmpty;

struct SteeredSearch : test::WithSearches {};

// Stopped after any number of trials and resumed: the same trials, none of them twice.
TEST_F(SteeredSearch, StopAndResumeNeitherLoseNorRepeat) {
    SearchPlan plan = seedsPlan(5, 3);
    const auto whole = create(plan);
    runToEnd(whole, std::make_shared<FakeTrainer>());
    const nlohmann::json expected = findings(whole);
    const int trainings = static_cast<int>(readSearch(whole).trials.size()) + plan.winnerSeeds;
    for (int stopAfter = 0; stopAfter <= trainings; ++stopAfter) {
        plan.parallel = 1 + stopAfter % 3;
        const auto folder = create(plan);
        const auto trainer = std::make_shared<FakeTrainer>();
        std::string state;
        {
            int ended = 0;
            Watcher watcher([&](const SearchEvent& event) {
                if (std::holds_alternative<TrialEnded>(event) || std::holds_alternative<WinnerEnded>(event))
                    if (++ended == stopAfter)
                        watcher.search->stop();
            });
            Search search(folder, watcher, {.trainer = trainer});
            watcher.search = &search;
            if (stopAfter == 0)
                search.stop();
            search.start();
            search.wait();
            state = watcher.ended().state;
        }
        if (state == "stopped") {
            EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        }
        EXPECT_EQ(findings(folder), expected) << stopAfter;
    }
}

// A copy of the folder at some moment is what a killed program leaves. One that is stopped has told what it left.
TEST_F(SteeredSearch, ATrialOfAKilledProgramIsRecordedAndRestarted) {
    const auto folder = create(seedsPlan(4, 2));
    std::vector<std::filesystem::path> killed;
    const auto runAndKill = [&](std::filesystem::path from, bool stop) {
        killed.push_back(temporary.path / ("killed-" + std::to_string(killed.size())));
        Watcher watcher([&](const SearchEvent& event) {
            const auto* started = std::get_if<TrialStarted>(&event);
            if (started == nullptr || started->trial.id != 3)
                return;
            std::filesystem::copy(from, killed.back(), std::filesystem::copy_options::recursive);
            if (stop)
                watcher.search->stop();
        });
        runToEnd(from, watcher, {.trainer = std::make_shared<FakeTrainer>()});
        return englishOf(watcher.all<SearchStarted>().at(0).remarks);
    };
    EXPECT_THAT(runAndKill(folder, false), IsEmpty());
    const std::string remark =
        "Trial 3 was in training when the program was killed; it is restarted with no other trials in parallel.";
    EXPECT_THAT(runAndKill(killed[0], false), ElementsAre(remark));
    EXPECT_EQ(readSearch(killed[0]).trials.at(2).kills, 1);
    EXPECT_THAT(runAndKill(killed[1], true), ElementsAre(remark));
    EXPECT_THAT(runAndKill(killed[1], false), IsEmpty()); // it was stopped before
    const SearchRecord record = readSearch(killed[1]);
    EXPECT_EQ(record.trials.at(2).kills, 2);
    EXPECT_EQ(record.trials.at(1).kills, 0);
    EXPECT_EQ(record.trials.at(2).state, TrialState::Done);
    EXPECT_EQ(readSearch(folder).trials.at(2).accuracy, record.trials.at(2).accuracy);
}

// Who looked at a search of another program saw none of them.
TEST_F(SteeredSearch, ReadsRunningTrials) {
    SearchPlan plan = seedsPlan(4, 2);
    plan.parallel = 2;
    const auto folder = create(plan);
    Watcher watcher([&](const SearchEvent& event) {
        const auto* started = std::get_if<TrialStarted>(&event);
        if (started == nullptr)
            return;
        const SearchRecord record = readSearch(folder);
        ASSERT_FALSE(record.inTraining.empty());
        EXPECT_LE(record.inTraining.size(), 2u);
        EXPECT_EQ(record.inTraining.back().id, started->trial.id);
        EXPECT_EQ(record.inTraining.back().state, TrialState::Running);
        EXPECT_EQ(record.inTraining.back().asked, started->trial.asked);
        for (const Trial& trial : record.inTraining)
            EXPECT_EQ(std::ranges::count(record.trials, trial.id, &Trial::id), 0);
    });
    test::runToEnd(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()});
    EXPECT_THAT(readSearch(folder).inTraining, IsEmpty());
}

TEST_F(SteeredSearch, PauseHoldsNewTrialsAndIsForwarded) {
    const auto folder = create(seedsPlan(4, 2));
    const auto trainer = std::make_shared<FakeTrainer>();
    Watcher watcher([&](const SearchEvent& event) {
        if (const auto* ended = std::get_if<TrialEnded>(&event); ended && ended->progress.ended == 2)
            watcher.search->pause();
    });
    Search search(folder, watcher, {.trainer = trainer});
    watcher.search = &search;
    search.start();
    watcher.waitFor<SearchPaused>();
    EXPECT_TRUE(trainer->paused);
    search.resume();
    search.wait();
    EXPECT_FALSE(trainer->paused);
    EXPECT_EQ(watcher.ended().state, "finished");
}

// Who looked at a pause saw the time of the last trial's end.
TEST_F(SteeredSearch, APauseReportsProgressWithinATrial) {
    std::atomic<double> now{1000};
    std::atomic<int> trials{0};
    Watcher watcher;
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        if (!job.test && ++trials == 2) {
            now = now + 25;
            watcher.search->pause();
            now = now + 5000; // at rest
            watcher.search->resume();
        }
        now = now + 60;
        return FakeTrainer::done(job);
    });
    runToEnd(create(seedsPlan(4, 1)), watcher, {.trainer = trainer, .clock = [&now] { return now.load(); }});
    const std::vector<SearchPaused> pauses = watcher.all<SearchPaused>();
    ASSERT_EQ(pauses.size(), 2u);
    for (const SearchPaused& pause : pauses) {
        EXPECT_EQ(pause.progress.ended, 1);
        EXPECT_EQ(pause.progress.expected, 4);
        EXPECT_DOUBLE_EQ(pause.progress.seconds, 60 + 25);
        EXPECT_DOUBLE_EQ(pause.progress.secondsLeft, 3 * 60 - 25);
    }
    const std::vector<TrialEnded> ends = watcher.all<TrialEnded>();
    ASSERT_EQ(ends.size(), 4u);
    EXPECT_DOUBLE_EQ(ends[0].progress.secondsLeft, 3 * 60);
    EXPECT_DOUBLE_EQ(ends[1].progress.seconds, 60 + 25 + 60);
}

TEST_F(SteeredSearch, ReportsNothingAfterItsEnd) {
    Watcher watcher([&](const SearchEvent& event) {
        if (std::holds_alternative<SearchEnded>(event))
            watcher.search->pause();
    });
    const auto trainer = std::make_shared<FakeTrainer>();
    Search search(create(seedsPlan(2, 1)), watcher, {.trainer = trainer});
    watcher.search = &search;
    search.start();
    search.wait();
    search.pause();
    EXPECT_TRUE(watcher.all<SearchPaused>().empty());
    EXPECT_FALSE(trainer->paused);
}

TEST_F(SteeredSearch, AStopEndsAPause) {
    const auto folder = create(seedsPlan(4, 2));
    Watcher watcher([&](const SearchEvent& event) {
        if (std::holds_alternative<SearchStarted>(event))
            watcher.search->pause();
    });
    Search search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()});
    watcher.search = &search;
    search.start();
    watcher.waitFor<SearchPaused>();
    search.stop();
    search.wait();
    EXPECT_EQ(watcher.ended().state, "stopped");
    EXPECT_TRUE(watcher.all<TrialStarted>().empty());
}

// Another program may be at work then, or another run of this one.
TEST_F(SteeredSearch, NothingIsMeasuredWhilePaused) {
    for (const bool stops : {false, true}) {
        const auto folder = create(seedsPlan(2, 1));
        std::atomic<bool> goesOn{false}, measured{false};
        Watcher watcher;
        Search search(folder, watcher,
                      {.trainer = std::make_shared<FakeTrainer>(), .measure = [&](const std::stop_token&) {
                           EXPECT_TRUE(goesOn);
                           measured = true;
                           return MeasuredLayout{{1, 1, 1, {"cpu"}}, {}};
                       }});
        search.pause();
        search.start();
        runToEnd(create(seedsPlan()), std::make_shared<FakeTrainer>()); // meanwhile
        goesOn = true;
        stops ? search.stop() : search.resume();
        search.wait();
        EXPECT_EQ(watcher.ended().state, stops ? "stopped" : "finished");
        EXPECT_EQ(measured, !stops);
        EXPECT_EQ(readSearch(folder).state.layout.has_value(), !stops);
    }
}

TEST_F(SteeredSearch, ABudgetCancelsTrials) {
    SearchPlan plan = seedsPlan(4, 2);
    plan.budgetMinutes = 1e-3; // 60 ms
    const auto folder = create(plan);
    const auto trainer = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token stop) {
        if (job.plan.optimizer == "adam" || job.test)
            return FakeTrainer::done(job);
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; }); // until it is cancelled
        return FakeTrainer::done(job);
    });
    const SearchEnded ended = runToEnd(folder, trainer);
    const bool found = !ended.top.empty(); // 60 ms may be too short for any
    EXPECT_EQ(ended.state, found ? "stopped" : "failed");
    EXPECT_EQ(ended.reason.english(),
              found ? "The budget is used up; with a larger one the search can be resumed."
                    : "The budget was used up before any trial had ended; to resume the search, give it a larger one.");
    EXPECT_EQ(ended.winners.empty(), !found);
    EXPECT_LT(readSearch(folder).trials.size(), 4u);
}

// It was finished then, and could not be resumed.
TEST_F(SteeredSearch, ResumesWithMoreBudget) {
    SearchPlan plan = seedsPlan(4, 2);
    const auto whole = create(plan);
    runToEnd(whole, std::make_shared<FakeTrainer>());
    plan.budgetMinutes = 1e-3; // 60 ms
    const auto folder = create(plan);
    std::atomic<int> begun{0};
    const auto slow = std::make_shared<FakeTrainer>([&](const TrialJob& job, std::stop_token stop) {
        if (!job.test && ++begun == 3) { // until it is cancelled
            std::mutex mutex;
            std::condition_variable_any changed;
            std::unique_lock lock(mutex);
            changed.wait(lock, stop, [] { return false; });
        }
        return FakeTrainer::done(job);
    });
    runToEnd(folder, slow);
    const SearchRecord cut = readSearch(folder);
    EXPECT_LT(cut.trials.size(), 3u);
    EXPECT_NE(cut.state.state, "finished");
    EXPECT_NE(runToEnd(folder, slow).state, "finished"); // without more nothing is trained
    EXPECT_EQ(readSearch(folder).trials.size(), cut.trials.size());
    giveBudget(folder, 10);
    EXPECT_NEAR(readSearch(folder).plan.budgetMinutes, 10, 0.5);
    EXPECT_EQ(runToEnd(folder, std::make_shared<FakeTrainer>()).state, "finished");
    EXPECT_EQ(findings(folder), findings(whole)); // winners of the first session are none any more
    EXPECT_THROW(giveBudget(folder, 10), Error);
}

TEST_F(SteeredSearch, RemainingTimeIsWithinItsBudget) {
    SearchPlan plan = seedsPlan();
    plan.strategy = "exhaustive"; // 672 trials
    plan.budgetMinutes = 1e-3;
    const auto folder = create(plan);
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()});
    for (const TrialEnded& ended : watcher.all<TrialEnded>())
        EXPECT_LE(ended.progress.secondsLeft, std::max(0.0, 0.06 - ended.progress.seconds) + 1e-9);
}

TEST_F(SteeredSearch, OneProcessAtATime) {
    const auto folder = create(seedsPlan(4, 2));
    Watcher watcher;
    const Search search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()});
    EXPECT_THROW(Search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()}), Error);
}

} // namespace
} // namespace belfry
