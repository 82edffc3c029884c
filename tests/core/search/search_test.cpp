// The search itself, with trials that are not trained: order, parallelism, failures.
#include "core/base/files.h"
#include "core/search/journal.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::findings;
using test::runToEnd;
using test::seedsPlan;
using test::Watcher;
using testing::HasSubstr;

struct SearchTest : test::WithSearches {};

TEST_F(SearchTest, ReportsItsProgress) {
    const auto folder = create(seedsPlan(4, 3));
    const auto trainer = std::make_shared<FakeTrainer>();
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = trainer});
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

TEST_F(SearchTest, ParallelEqualsSerial) {
    std::vector<nlohmann::json> found;
    for (const int parallel : {1, 2, 7}) {
        SearchPlan plan = seedsPlan(6, 4);
        plan.parallel = parallel;
        const auto folder = create(plan);
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

TEST_F(SearchTest, SaysWhenResultsDependOnMeasuredTowers) {
    const Layout wide{1, 4, 1, {"cpu"}};
    const std::string remark =
        "Every trial uses 4 towers, chosen by measurement. To reproduce this search bit for bit, use "
        "--towers 4.";
    for (const int asked : {0, 4}) {
        SearchPlan plan = seedsPlan(2, 1);
        plan.towers = asked;
        Watcher watcher;
        test::runToEnd(create(plan), watcher,
                       {.trainer = std::make_shared<FakeTrainer>(), .measure = [&](const std::stop_token&) {
                            return MeasuredLayout{wide, {}};
                        }});
        EXPECT_EQ(watcher.all<SearchStarted>().at(0).layout, wide);
        EXPECT_EQ(englishOf(watcher.all<SearchStarted>().at(0).remarks),
                  asked == 0 ? std::vector{remark} : std::vector<std::string>());
    }
}

// With halving a network is trained in several rungs, and each counts as a trial.
TEST_F(SearchTest, ANetworkWinsOnce) {
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
    const SearchEnded ended = runToEnd(create(plan), longer);
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

TEST_F(SearchTest, AFailingTrialIsRetriedOnceAndNeverStopsTheSearch) {
    SearchPlan plan = seedsPlan(12, 3);
    plan.parallel = 2;
    const auto folder = create(plan);
    const auto trainer = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token) {
        if (job.plan.optimizer == "adam" || job.plan.optimizer == "sgd")
            return FakeTrainer::diverged();
        if (job.plan.optimizer == "nadam" && job.plan.seed == 1)
            return FakeTrainer::diverged();
        return FakeTrainer::done(job);
    });
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = trainer});
    EXPECT_EQ(watcher.ended().state, "finished");
    int failed = 0, second = 0;
    for (const Trial& trial : readSearch(folder).trials) {
        const std::string optimizer = planOf(plan.space, trial.asked.genes).optimizer;
        if (trial.state == TrialState::Failed) {
            ++failed;
            EXPECT_EQ(englishOf(trial.failures), std::vector<std::string>(2, "The loss was not a number at step 7."));
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

// What has no memory beside others has it alone, and is what it would have been without them: the same seed. A
// divergence is the network's own, and met in either way.
TEST_F(SearchTest, ParallelEqualsSerialWhenMemoryFitsOne) {
    std::vector<nlohmann::json> found;
    std::atomic<int> refused{0}, diverged{0};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        if (job.slot > 0) { // another was at work when it began
            ++refused;
            throw std::bad_alloc();
        }
        if (job.plan.optimizer == "adam" && job.plan.seed == 1) {
            ++diverged;
            return FakeTrainer::diverged();
        }
        TrialResult result = FakeTrainer::done(job);
        result.finished.bestValidation = test::accuracyOf(job.plan); // that of its seed
        return result;
    });
    for (const int parallel : {1, 5}) {
        SearchPlan plan = seedsPlan(6, 4);
        plan.parallel = parallel;
        const auto folder = create(plan);
        EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        found.push_back(findings(folder));
        for (nlohmann::json& trial : found.back())
            trial.erase("failures"); // the refusals
    }
    EXPECT_GT(refused, 0);
    EXPECT_GT(diverged, 0);
    EXPECT_EQ(found[0], found[1]);
}

// Left between its attempts it goes on as if it had not been.
TEST_F(SearchTest, ARetryRunsAloneWithItsSeedAfterAResume) {
    SearchPlan plan = seedsPlan(4, 2);
    plan.parallel = 2;
    const Training first{.trial = 1, .seed = {}};
    for (const bool diverged : {false, true}) {
        const auto folder = create(plan);
        writeFileAtomically(SearchFiles(folder).trials,
                            retriedJson(first, {{Text::verbatim("Broken.")}, diverged ? 1 : 0}).dump() + "\n");
        std::mutex mutex;
        std::condition_variable changed;
        int begun = 0;
        bool beside = false;              // of the first: another one had begun
        std::vector<std::uint64_t> seeds; // in the order in which they begin
        const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
            std::unique_lock lock(mutex);
            changed.notify_all();
            seeds.push_back(job.plan.seed);
            if (++begun == 1) {
                changed.wait_for(lock, std::chrono::milliseconds(diverged ? 10'000 : 20), [&] { return begun > 1; });
                beside = begun > 1;
            }
            return FakeTrainer::done(job);
        });
        EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        // Alone it begins first; beside another either may.
        const auto begins = std::span(seeds).first(diverged ? 2 : 1);
        EXPECT_EQ(std::ranges::count_if(begins, [&](std::uint64_t seed) { return seed != plan.seed; }), diverged);
        EXPECT_EQ(beside, diverged);
        EXPECT_EQ(englishOf(readSearch(folder).trials.at(0).failures), std::vector<std::string>{"Broken."});
        EXPECT_EQ(readFile(SearchFiles(folder).trials).find("alone"), std::string::npos); // nobody was killed
    }
}

TEST_F(SearchTest, AWinnersRunIsRetriedOnce) {
    const auto folder = create(seedsPlan(3, 2));
    std::atomic<int> attempts{0};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, std::stop_token) {
        if (!job.test || job.plan.seed == 1)
            return FakeTrainer::done(job);
        const bool first = attempts++ < 1;
        return job.plan.seed == 3 || first ? FakeTrainer::failed("Broken.") : FakeTrainer::done(job);
    });
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = trainer});
    EXPECT_EQ(watcher.ended().state, "finished");
    EXPECT_EQ(attempts, 4); // two from seed 2, two from seed 3
    const std::vector<WinnerRun> runs = readSearch(folder).winners;
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_EQ(runs[0].reason.english(), "");
    EXPECT_EQ(runs[1].reason.english(), "");
    EXPECT_EQ(runs[2].reason.english(), "Broken.");
    EXPECT_EQ(runs[0].failures.size(), 0u);
    EXPECT_EQ(englishOf(runs[1].failures), std::vector<std::string>(1, "Broken."));
    EXPECT_EQ(englishOf(runs[2].failures), std::vector<std::string>(2, "Broken."));
    ASSERT_EQ(watcher.all<SearchWarning>().size(), 2u);
    EXPECT_EQ(watcher.all<SearchWarning>()[0].text.english(),
              "Winner 1, seed 2 failed: Broken. It is tried once more.");
}

// From the same seed it would again.
TEST_F(SearchTest, ADivergedWinnersRunIsNotRetried) {
    const auto folder = create(seedsPlan(3, 2));
    std::atomic<int> attempts{0};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        if (!job.test || job.plan.seed != 3)
            return FakeTrainer::done(job);
        ++attempts;
        return FakeTrainer::diverged();
    });
    EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
    EXPECT_EQ(attempts, 1);
    const std::vector<WinnerRun> runs = readSearch(folder).winners;
    EXPECT_EQ(runs.at(2).reason.english(), "The loss was not a number at step 7.");
    EXPECT_EQ(englishOf(runs.at(2).failures), std::vector<std::string>{runs.at(2).reason.english()});
}

TEST_F(SearchTest, CanBeResumedWhenAllWinnersFail) {
    const auto folder = create(seedsPlan(3, 2));
    const auto broken = std::make_shared<FakeTrainer>([](const TrialJob& job, std::stop_token) {
        return job.test ? FakeTrainer::failed("The disk is full.") : FakeTrainer::done(job);
    });
    const SearchEnded ended = runToEnd(folder, broken);
    EXPECT_EQ(ended.state, "failed");
    EXPECT_EQ(ended.reason.english(), "No run of the winners succeeded. The disk is full.");
    const auto mended = std::make_shared<FakeTrainer>();
    EXPECT_EQ(runToEnd(folder, mended).state, "finished");
    EXPECT_EQ(mended->trained, 3); // the winner's runs, and no trial
    const std::vector<WinnerRun> runs = readSearch(folder).winners;
    ASSERT_EQ(runs.size(), 3u);
    for (const WinnerRun& run : runs)
        EXPECT_EQ(run.reason.english(), "");
}

TEST_F(SearchTest, ReportsWhenAllTrialsFail) {
    const auto folder = create(seedsPlan(3, 2));
    const SearchEnded ended = runToEnd(folder, std::make_shared<FakeTrainer>([](const TrialJob&, std::stop_token) {
                                           return FakeTrainer::failed("Broken.");
                                       }));
    EXPECT_EQ(ended.state, "failed");
    EXPECT_EQ(ended.reason.english(), "All trials failed. Broken.");
}

} // namespace
} // namespace belfry
