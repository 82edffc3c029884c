// The search itself, with trials that are not trained: order, parallelism, failures, stop, resume, budget, files.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/search/search_log.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::findings;
using test::seedsPlan;
using test::TemporaryFolder;
using test::Watcher;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Runs or goes on to the end.
SearchEnded runToEnd(const std::filesystem::path& folder, const std::shared_ptr<TrialTrainer>& trainer) {
    Watcher watcher;
    Search search(folder, watcher, {.trainer = trainer, .runs = {}});
    search.start();
    search.wait();
    return watcher.ended();
}

TEST(Search, TellsWhatItDoes) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(4, 3), temporary.path);
    const auto trainer = std::make_shared<FakeTrainer>();
    Watcher watcher;
    Search search(folder, watcher, {.trainer = trainer, .runs = {}});
    search.start();
    search.wait();
    EXPECT_EQ(watcher.ended().state, "finished");
    const SearchRecord record = readSearch(folder);
    EXPECT_EQ(record.state.state, "finished");
    EXPECT_EQ(watcher.all<TrialEnded>().size(), record.trials.size());
    EXPECT_EQ(watcher.all<TrialStarted>().size(), record.trials.size());
    EXPECT_EQ(watcher.all<GenerationEnded>().size(), 3u);
    EXPECT_EQ(record.generations.size(), 3u);
    ASSERT_EQ(watcher.all<WinnerEnded>().size(), 3u);
    EXPECT_EQ(record.winners.size(), 3u);
    EXPECT_EQ(record.winners[0].trial, record.best()->id);
    ASSERT_EQ(watcher.all<WinnerEpoch>().size(), 3u); // one of each
    EXPECT_EQ(watcher.all<WinnerEpoch>()[1].seed, 2u);
    EXPECT_EQ(watcher.all<WinnerEpoch>()[1].trial, record.best()->id);
    EXPECT_EQ(watcher.all<WinnerEpoch>()[1].epochs, seedsPlan().space.plan.epochs);
    const TestFigure figure = testFigure(record.winners, record.best()->id);
    EXPECT_EQ(figure.runs, 3);
    EXPECT_NEAR(figure.mean, 0.902, 1e-9); // seeds 1, 2, 3
    EXPECT_NEAR(figure.deviation, 0.001, 1e-9);
    EXPECT_EQ(trainer->trained, static_cast<int>(record.trials.size()) + 3);
    const SearchProgress last = watcher.all<TrialEnded>().back().progress;
    EXPECT_EQ(last.ended, static_cast<std::int64_t>(record.trials.size()));
    EXPECT_EQ(last.exhaustive, 672);
    EXPECT_LT(last.secondsLeft, 0); // of the winners nothing is known
    EXPECT_EQ(watcher.ended().progress.secondsLeft, 0);
    EXPECT_THAT(readFile(SearchFiles(folder).log),
                HasSubstr("Winner 1 (trial " + std::to_string(record.best()->id) + "), seed 2 of 3 ...\n"));
    EXPECT_THAT(readFile(SearchFiles(folder).log), HasSubstr("***Evolving 3 generations with population 4***"));
    EXPECT_THAT(readFile(SearchFiles(folder).log), HasSubstr("Generation average: "));
}

TEST(Search, ParallelIsSerial) {
    const TemporaryFolder temporary;
    std::vector<nlohmann::json> found;
    for (const int parallel : {1, 2, 7}) {
        SearchPlan plan = seedsPlan(6, 4);
        plan.parallel = parallel;
        const auto folder = createSearch(plan, temporary.path);
        // Trials end in another order than they began: each waits for a neighbour where there is one.
        std::mutex mutex;
        std::condition_variable changed;
        int inside = 0, ends = 0;
        const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, std::stop_token) {
            std::unique_lock lock(mutex);
            ++inside;
            const int mine = ends;
            if (inside < parallel && job.slot % 2 == 0)
                changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return ends > mine; });
            --inside;
            ++ends;
            changed.notify_all();
            return FakeTrainer::done(job);
        });
        EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        found.push_back(findings(folder));
    }
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0], found[2]);
}

TEST(Search, SaysWhenItsBitsDependOnTheTowersThatWereMeasured) {
    const TemporaryFolder temporary;
    const Layout wide{1, 4, 1, {"cpu"}};
    const std::string remark = "Every trial has 4 towers, as was measured. To repeat this search to the same bits, ask "
                               "for as many: --towers 4.";
    for (const int asked : {0, 4}) {
        SearchPlan plan = seedsPlan(2, 1);
        plan.towers = asked;
        Watcher watcher;
        Search search(createSearch(plan, temporary.path), watcher,
                      {.trainer = std::make_shared<FakeTrainer>(),
                       .measure =
                           [&](const std::stop_token&) {
                               return MeasuredLayout{wide, {}};
                           },
                       .runs = {}});
        search.start();
        search.wait();
        EXPECT_EQ(watcher.all<SearchStarted>().at(0).layout, wide);
        EXPECT_EQ(watcher.all<SearchStarted>().at(0).remarks,
                  asked == 0 ? std::vector{remark} : std::vector<std::string>());
    }
}

// With halving a network is trained in several rungs, and each counts as a trial.
TEST(Search, ANetworkWinsOnce) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan();
    plan.strategy = "random";
    plan.trials = 9;
    plan.halving = 3;
    plan.winners = 3;
    plan.winnerSeeds = 1;
    const auto longer = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token) {
        TrialResult result = FakeTrainer::done(job);
        Plan network = job.plan;
        network.epochs = 1;
        result.finished.bestValidation = test::accuracyOf(network) / 2 + static_cast<double>(job.plan.epochs) / 1000;
        return result;
    });
    const SearchEnded ended = runToEnd(createSearch(plan, temporary.path), longer);
    std::set<Genes> networks;
    for (const Trial& trial : ended.top)
        networks.insert(trial.asked.genes);
    EXPECT_EQ(ended.top.size(), 5u);
    EXPECT_EQ(networks.size(), 5u);
    std::set<int> winners;
    for (const WinnerRun& run : ended.winners)
        winners.insert(run.trial);
    EXPECT_EQ(winners, (std::set{ended.top[0].id, ended.top[1].id, ended.top[2].id}));
    EXPECT_GT(ended.top[0].asked.rung, 1); // the longest training of a network that gains by it
}

TEST(Search, AFailingTrialIsTriedOnceMoreAndNeverStopsTheSearch) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan(12, 3);
    plan.parallel = 2;
    const auto folder = createSearch(plan, temporary.path);
    const auto trainer = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token) {
        if (job.plan.optimizer == "adam" || job.plan.optimizer == "sgd")
            return FakeTrainer::failed("The loss was not a number at step 7.");
        if (job.plan.optimizer == "nadam" && job.plan.seed == 1)
            throw std::bad_alloc();
        return FakeTrainer::done(job);
    });
    Watcher watcher;
    Search search(folder, watcher, {.trainer = trainer, .runs = {}});
    search.start();
    search.wait();
    EXPECT_EQ(watcher.ended().state, "finished");
    int failed = 0, second = 0;
    for (const Trial& trial : readSearch(folder).trials) {
        const std::string optimizer = planOf(plan.space, trial.asked.genes).optimizer;
        if (trial.state == TrialState::Failed) {
            ++failed;
            EXPECT_EQ(trial.failures, std::vector<std::string>(2, "The loss was not a number at step 7."));
            EXPECT_TRUE(optimizer == "adam" || optimizer == "sgd");
        } else if (optimizer == "nadam") {
            ++second;
            EXPECT_EQ(trial.failures.size(), 1u);
        } else {
            EXPECT_TRUE(trial.failures.empty());
        }
    }
    EXPECT_GT(failed, 0);
    EXPECT_EQ(watcher.all<TrialRetried>().size(), static_cast<std::size_t>(failed + second));
}

TEST(Search, AWinnersRunIsTriedOnceMore) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(3, 2), temporary.path);
    std::atomic<int> attempts{0};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, std::stop_token) {
        if (!job.test || job.plan.seed == 1)
            return FakeTrainer::done(job);
        const bool first = attempts++ < 1;
        return job.plan.seed == 3 || first ? FakeTrainer::failed("Broken.") : FakeTrainer::done(job);
    });
    Watcher watcher;
    Search search(folder, watcher, {.trainer = trainer, .runs = {}});
    search.start();
    search.wait();
    EXPECT_EQ(watcher.ended().state, "finished");
    EXPECT_EQ(attempts, 4); // two from seed 2, two from seed 3
    const std::vector<WinnerRun> runs = readSearch(folder).winners;
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_EQ(runs[0].reason, "");
    EXPECT_EQ(runs[1].reason, "");
    EXPECT_EQ(runs[2].reason, "Broken.");
    EXPECT_EQ(runs[0].failures.size(), 0u);
    EXPECT_EQ(runs[1].failures, std::vector<std::string>(1, "Broken."));
    EXPECT_EQ(runs[2].failures, std::vector<std::string>(2, "Broken."));
    ASSERT_EQ(watcher.all<SearchWarning>().size(), 2u);
    EXPECT_EQ(watcher.all<SearchWarning>()[0].text, "Winner 1, seed 2 failed: Broken. It is tried once more.");
}

// From the same seed it would again.
TEST(Search, AWinnersRunThatDivergedIsNotTriedOnceMore) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(3, 2), temporary.path);
    std::atomic<int> attempts{0};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        if (!job.test || job.plan.seed != 3)
            return FakeTrainer::done(job);
        ++attempts;
        TrialResult result = FakeTrainer::failed("The loss was not a number at step 7.");
        result.diverged = true;
        return result;
    });
    EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
    EXPECT_EQ(attempts, 1);
    const std::vector<WinnerRun> runs = readSearch(folder).winners;
    EXPECT_EQ(runs.at(2).reason, "The loss was not a number at step 7.");
    EXPECT_EQ(runs.at(2).failures, std::vector<std::string>{runs.at(2).reason});
}

TEST(Search, WhenAllWinnersFailItCanBeGoneOnWith) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(3, 2), temporary.path);
    const auto broken = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token) {
        return job.test ? FakeTrainer::failed("The disk is full.") : FakeTrainer::done(job);
    });
    const SearchEnded ended = runToEnd(folder, broken);
    EXPECT_EQ(ended.state, "failed");
    EXPECT_EQ(ended.reason, "No run of the winners succeeded. The disk is full.");
    const auto mended = std::make_shared<FakeTrainer>();
    EXPECT_EQ(runToEnd(folder, mended).state, "finished");
    EXPECT_EQ(mended->trained, 3); // the winner's runs, and no trial
    const std::vector<WinnerRun> runs = readSearch(folder).winners;
    ASSERT_EQ(runs.size(), 3u);
    for (const WinnerRun& run : runs)
        EXPECT_EQ(run.reason, "");
}

TEST(Search, WhenAllFailItSaysSo) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(3, 2), temporary.path);
    const SearchEnded ended = runToEnd(folder, std::make_shared<FakeTrainer>([](const TrialJob&, std::stop_token) {
                                           return FakeTrainer::failed("Broken.");
                                       }));
    EXPECT_EQ(ended.state, "failed");
    EXPECT_EQ(ended.reason, "All trials failed. Broken.");
}

// Stopped after any number of trials and gone on with: the same trials, none of them twice.
TEST(Search, StopAndResumeLoseAndRepeatNothing) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan(5, 3);
    const auto whole = createSearch(plan, temporary.path);
    runToEnd(whole, std::make_shared<FakeTrainer>());
    const nlohmann::json expected = findings(whole);
    const int trainings = static_cast<int>(readSearch(whole).trials.size()) + plan.winnerSeeds;
    for (int stopAfter = 0; stopAfter <= trainings; ++stopAfter) {
        plan.parallel = 1 + stopAfter % 3;
        const auto folder = createSearch(plan, temporary.path);
        const auto trainer = std::make_shared<FakeTrainer>();
        std::string state;
        {
            Search* steered = nullptr;
            int ended = 0;
            Watcher watcher([&](const SearchEvent& event) {
                if (std::holds_alternative<TrialEnded>(event) || std::holds_alternative<WinnerEnded>(event))
                    if (++ended == stopAfter)
                        steered->stop();
            });
            Search search(folder, watcher, {.trainer = trainer, .runs = {}});
            steered = &search;
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
TEST(Search, ATrialThatTheProgramsDeathEndedIsRecordedAndBegunAnew) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(4, 2), temporary.path);
    std::vector<std::filesystem::path> killed;
    const auto runAndKill = [&](std::filesystem::path from, bool stop) {
        killed.push_back(temporary.path / ("killed-" + std::to_string(killed.size())));
        Search* steered = nullptr;
        Watcher watcher([&](const SearchEvent& event) {
            const auto* started = std::get_if<TrialStarted>(&event);
            if (started == nullptr || started->trial.id != 3)
                return;
            std::filesystem::copy(from, killed.back(), std::filesystem::copy_options::recursive);
            if (stop)
                steered->stop();
        });
        Search search(from, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}});
        steered = &search;
        search.start();
        search.wait();
        return watcher.all<SearchStarted>().at(0).remarks;
    };
    EXPECT_THAT(runAndKill(folder, false), IsEmpty());
    const std::string remark = "Trial 3 was in training when the program was killed; it begins anew, alone.";
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
TEST(Search, TrialsInTrainingAreRead) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan(4, 2);
    plan.parallel = 2;
    const auto folder = createSearch(plan, temporary.path);
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
    Search search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}});
    search.start();
    search.wait();
    EXPECT_THAT(readSearch(folder).inTraining, IsEmpty());
}

TEST(Search, PauseHoldsTrialsBackAndIsForwarded) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(4, 2), temporary.path);
    const auto trainer = std::make_shared<FakeTrainer>();
    Search* steered = nullptr;
    Watcher watcher([&](const SearchEvent& event) {
        if (const auto* ended = std::get_if<TrialEnded>(&event); ended && ended->progress.ended == 2)
            steered->pause();
    });
    Search search(folder, watcher, {.trainer = trainer, .runs = {}});
    steered = &search;
    search.start();
    watcher.waitFor<SearchPaused>();
    EXPECT_TRUE(trainer->paused);
    search.resume();
    search.wait();
    EXPECT_FALSE(trainer->paused);
    EXPECT_EQ(watcher.ended().state, "finished");
}

// Who looked at a pause saw the time of the last trial's end.
TEST(Search, APauseTellsHowFarItIsInTheMiddleOfATrial) {
    const TemporaryFolder temporary;
    std::atomic<double> now{1000};
    Search* steered = nullptr;
    std::atomic<int> trials{0};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        if (!job.test && ++trials == 2) {
            now = now + 25;
            steered->pause();
            now = now + 5000; // at rest
            steered->resume();
        }
        now = now + 60;
        return FakeTrainer::done(job);
    });
    Watcher watcher;
    Search search(createSearch(seedsPlan(4, 1), temporary.path), watcher,
                  {.trainer = trainer, .runs = {}, .clock = [&now] { return now.load(); }});
    steered = &search;
    search.start();
    search.wait();
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

TEST(Search, NothingIsToldAfterItsEnd) {
    const TemporaryFolder temporary;
    Search* steered = nullptr;
    Watcher watcher([&](const SearchEvent& event) {
        if (std::holds_alternative<SearchEnded>(event))
            steered->pause();
    });
    const auto trainer = std::make_shared<FakeTrainer>();
    Search search(createSearch(seedsPlan(2, 1), temporary.path), watcher, {.trainer = trainer, .runs = {}});
    steered = &search;
    search.start();
    search.wait();
    search.pause();
    EXPECT_TRUE(watcher.all<SearchPaused>().empty());
    EXPECT_FALSE(trainer->paused);
}

TEST(Search, AStopEndsAPause) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(4, 2), temporary.path);
    Search* steered = nullptr;
    Watcher watcher([&](const SearchEvent& event) {
        if (std::holds_alternative<SearchStarted>(event))
            steered->pause();
    });
    Search search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}});
    steered = &search;
    search.start();
    watcher.waitFor<SearchPaused>();
    search.stop();
    search.wait();
    EXPECT_EQ(watcher.ended().state, "stopped");
    EXPECT_TRUE(watcher.all<TrialStarted>().empty());
}

// Another program may be at work then, or another run of this one.
TEST(Search, NothingIsMeasuredWhilePaused) {
    const TemporaryFolder temporary;
    for (const bool stops : {false, true}) {
        const auto folder = createSearch(seedsPlan(2, 1), temporary.path);
        std::atomic<bool> goesOn{false}, measured{false};
        Watcher watcher;
        Search search(folder, watcher,
                      {.trainer = std::make_shared<FakeTrainer>(),
                       .measure =
                           [&](const std::stop_token&) {
                               EXPECT_TRUE(goesOn);
                               measured = true;
                               return MeasuredLayout{{1, 1, 1, {"cpu"}}, {}};
                           },
                       .runs = {}});
        search.pause();
        search.start();
        runToEnd(createSearch(seedsPlan(), temporary.path), std::make_shared<FakeTrainer>()); // meanwhile
        goesOn = true;
        stops ? search.stop() : search.resume();
        search.wait();
        EXPECT_EQ(watcher.ended().state, stops ? "stopped" : "finished");
        EXPECT_EQ(measured, !stops);
        EXPECT_EQ(readSearch(folder).state.layout.has_value(), !stops);
    }
}

TEST(Search, ABudgetCallsTrialsOff) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan(4, 2);
    plan.budgetMinutes = 1e-3; // 60 ms
    const auto folder = createSearch(plan, temporary.path);
    const auto trainer = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token stop) {
        if (job.plan.optimizer == "adam" || job.test)
            return FakeTrainer::done(job);
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; }); // until it is called off
        return FakeTrainer::done(job);
    });
    const SearchEnded ended = runToEnd(folder, trainer);
    const bool found = !ended.top.empty(); // 60 ms may be too short for any
    EXPECT_EQ(ended.state, found ? "stopped" : "failed");
    EXPECT_EQ(ended.reason, found ? "The budget is used up; with more of it the search can go on."
                                  : "The budget was used up before a trial had ended; give the search more of it to go "
                                    "on.");
    EXPECT_EQ(ended.winners.empty(), !found);
    EXPECT_LT(readSearch(folder).trials.size(), 4u);
}

// It was finished then, and could not be gone on with.
TEST(Search, WithMoreBudgetItGoesOn) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan(4, 2);
    const auto whole = createSearch(plan, temporary.path);
    runToEnd(whole, std::make_shared<FakeTrainer>());
    plan.budgetMinutes = 1e-3; // 60 ms
    const auto folder = createSearch(plan, temporary.path);
    std::atomic<int> begun{0};
    const auto slow = std::make_shared<FakeTrainer>([&](const TrialJob& job, std::stop_token stop) {
        if (!job.test && ++begun == 3) { // until it is called off
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
    EXPECT_EQ(findings(folder), findings(whole)); // winners of the first sitting are none any more
    EXPECT_THROW(giveBudget(folder, 10), Error);
}

TEST(Search, NoMoreTimeIsLeftThanItsBudget) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan();
    plan.strategy = "exhaustive"; // 672 trials
    plan.budgetMinutes = 1e-3;
    const auto folder = createSearch(plan, temporary.path);
    Watcher watcher;
    Search search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}});
    search.start();
    search.wait();
    for (const TrialEnded& ended : watcher.all<TrialEnded>())
        EXPECT_LE(ended.progress.secondsLeft, std::max(0.0, 0.06 - ended.progress.seconds) + 1e-9);
}

TEST(Search, OneProcessAtATime) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(4, 2), temporary.path);
    Watcher watcher;
    const Search search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}});
    EXPECT_THROW(Search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}}), Error);
}

TEST(SearchFolder, AFinishedSearchIsNotGoneOnWith) {
    const TemporaryFolder temporary;
    const auto folder = createSearch(seedsPlan(2, 1), temporary.path);
    runToEnd(folder, std::make_shared<FakeTrainer>());
    Watcher watcher;
    EXPECT_THROW(Search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>(), .runs = {}}), Error);
}

// A crash in mid-line: what is left of it is cut off, and the trial is made again.
TEST(SearchFolder, ALineThatWasNotWrittenToItsEndIsLeftOut) {
    const TemporaryFolder temporary;
    const auto whole = createSearch(seedsPlan(4, 2), temporary.path);
    runToEnd(whole, std::make_shared<FakeTrainer>());
    const std::string lines = readFile(SearchFiles(whole).trials);
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{1}, lines.find('\n'), lines.find('\n') + 1, lines.size() / 2, lines.size() - 1}) {
        const auto folder = createSearch(seedsPlan(4, 2), temporary.path);
        std::ofstream(SearchFiles(folder).trials) << lines.substr(0, length);
        const auto trainer = std::make_shared<FakeTrainer>();
        EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        EXPECT_EQ(findings(folder), findings(whole)) << length;
    }
}

TEST(SearchFolder, DamageIsNamed) {
    const TemporaryFolder temporary;
    const auto refusal = [&](const char* file, const std::string& content) {
        const auto folder = createSearch(seedsPlan(4, 2), temporary.path);
        std::ofstream(folder / file) << content;
        try {
            readSearch(folder);
        } catch (const Error& error) {
            EXPECT_THAT(listSearches(temporary.path).front().state, testing::AnyOf("damaged", "stopped"));
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refusal("search.json", "{"), HasSubstr("search.json' does not hold a search"));
    EXPECT_THAT(refusal("search.json", "{\"population\": 1}"), HasSubstr("no genes"));
    EXPECT_THAT(refusal("state.json", "[]"), HasSubstr("state.json' does not hold the state of a search"));
    EXPECT_THAT(refusal("trials.jsonl", "{}\n"), HasSubstr("is damaged in line 1"));
    EXPECT_THAT(refusal("trials.jsonl", "\n"), HasSubstr("is damaged in line 1"));
    EXPECT_EQ(refusal("trials.jsonl", "{\"tri"), "");
}

TEST(SearchFolder, TrialsOfAnotherSearchAreRefused) {
    const TemporaryFolder temporary;
    const auto one = createSearch(seedsPlan(4, 2), temporary.path);
    runToEnd(one, std::make_shared<FakeTrainer>());
    SearchPlan plan = seedsPlan(4, 2);
    plan.seed = 2;
    const auto other = createSearch(plan, temporary.path);
    std::filesystem::copy_file(SearchFiles(one).trials, SearchFiles(other).trials);
    try {
        readSearch(other);
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("do not belong together"));
    }
}

std::string refusalOf(const std::string& name, const std::filesystem::path& root) {
    try {
        return findSearch(name, root).string();
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(SearchFolder, IsListedFoundAndPrinted) {
    const TemporaryFolder temporary;
    SearchPlan plan = seedsPlan(4, 2);
    plan.name = "my search";
    const auto folder = createSearch(plan, temporary.path);
    runToEnd(folder, std::make_shared<FakeTrainer>());
    const std::vector<SearchSummary> all = listSearches(temporary.path);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].name, "my search");
    EXPECT_EQ(all[0].state, "finished");
    EXPECT_EQ(all[0].trials, static_cast<int>(readSearch(folder).trials.size()));
    EXPECT_EQ(findSearch(folder.filename().string(), temporary.path), folder);
    EXPECT_EQ(findSearch(folder.string(), temporary.path), folder);
    EXPECT_EQ(refusalOf("nowhere", temporary.path),
              "Unknown search 'nowhere'. Known: " + folder.filename().string() + ".");
    EXPECT_EQ(refusalOf("nowhere", temporary.path / "empty"), "Unknown search 'nowhere'. There are none yet.");
    const std::string csv = trialsCsv(readSearch(folder));
    EXPECT_TRUE(
        csv.starts_with("trial,generation,parents,mutated,rung,state,width,layers,activation,optimizer,accuracy"));
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), readSearch(folder).trials.size() + 1);
}

} // namespace
} // namespace belfry
