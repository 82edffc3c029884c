// Small searches whose trials are really trained.
#include "core/base/files.h"
#include "core/runs/run_list.h"
#include "core/search/journal.h"
#include "core/search/operators.h"
#include "core/study/process_memory.h"
#include "tests/core/search/fake_search.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::findings;
using test::Watcher;

SearchPlan smallPlan(int parallel) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.space.genes[0].values = {std::int64_t{8}, std::int64_t{16}, std::int64_t{32}};
    plan.space.genes[1].values = {std::int64_t{1}, std::int64_t{2}};
    plan.space.plan.trainImages = 400;
    plan.space.plan.epochs = 2;
    plan.space.plan.devices = {"cpu"};
    plan.genetic = {.population = 4, .generations = 2};
    plan.parallel = parallel;
    plan.towers = 1;
    plan.winnerSeeds = 2;
    plan.winnerImages = 400;
    return plan;
}

std::filesystem::path search(const SearchPlan& plan, const std::filesystem::path& root) {
    const auto folder = createSearch(plan, root / "searches");
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = nullptr, .runs = root / "runs"});
    EXPECT_EQ(watcher.ended().state, "finished") << watcher.ended().reason.english();
    return folder;
}

struct RealSearch : test::WithSearches {};

// The same networks with the same bits, one after another or three at a time.
TEST_F(RealSearch, ParallelEqualsSerial) {
    const nlohmann::json serial = findings(search(smallPlan(1), temporary.path));
    EXPECT_EQ(findings(search(smallPlan(3), temporary.path)), serial);
    double best = 0;
    for (const nlohmann::json& found : serial)
        best = std::max(best, found.value("accuracy", 0.0));
    EXPECT_GT(best, 0.3); // they learn
    EXPECT_EQ(serial.at(0).at("epochs").get<int>(), 2);
    EXPECT_EQ(serial.at(0).at("images").get<int>(), 800);
}

// The table had a dash for them until a trial's end.
TEST_F(RealSearch, ATrialStartsWithItsParameters) {
    SearchPlan plan = smallPlan(1);
    plan.genetic = {.population = 2, .generations = 1};
    plan.winners = 0;
    Watcher watcher;
    test::runToEnd(createSearch(plan, temporary.path / "searches"), watcher,
                   {.trainer = nullptr, .runs = temporary.path / "runs"});
    const std::vector<TrialStarted> started = watcher.all<TrialStarted>();
    const std::vector<TrialEnded> ended = watcher.all<TrialEnded>();
    ASSERT_EQ(started.size(), 2u);
    ASSERT_EQ(ended.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GT(started[i].trial.parameters, 0);
        EXPECT_EQ(started[i].trial.parameters, ended[i].trial.parameters);
    }
}

TEST_F(RealSearch, WinnersAreTestedAndKeptAsRuns) {
    const SearchRecord record = readSearch(search(smallPlan(2), temporary.path));
    ASSERT_EQ(record.winners.size(), 2u);
    for (const WinnerRun& run : record.winners) {
        EXPECT_EQ(run.trial, record.best()->id);
        EXPECT_EQ(run.testImages, 10'000);
        EXPECT_GT(run.test, 0.2);
        EXPECT_TRUE(std::filesystem::exists(temporary.path / "runs" / run.run / "weights" / "best.safetensors"));
    }
    EXPECT_EQ(record.winners[0].validation, record.best()->accuracy); // the trial's own seed
    EXPECT_NE(record.winners[0].test, record.winners[1].test);
}

TEST_F(RealSearch, NonFiniteTrainingIsReportedAsDivergence) {
    Plan plan = planOf(smallPlan(1).space, {0, 1, 0, 2}); // two layers, sgd
    const auto trainer =
        makeSessionTrainer({1, 1, 1, {"cpu"}}, plan, openData(plan), temporary.path / "runs", /*lowPriority=*/false);
    const auto train = [&](double rate, const std::string& activation) {
        plan.learningRate = rate;
        plan.mlp.activation = activationFromName(activation);
        return trainer->train({.plan = plan}, [](const EpochDone&) {}, {});
    };
    EXPECT_FALSE(train(0.01, "relu").finished.diverged);
    const TrialResult wild = train(1000, "linear");
    EXPECT_EQ(wild.finished.state, RunState::Failed);
    EXPECT_TRUE(wild.finished.diverged) << wild.finished.reason;
}

// Patience ends it, and the best of its epochs counts.
TEST_F(RealSearch, ATrialStopsEarly) {
    SearchPlan plan = smallPlan(1);
    plan.space.genes.resize(1);
    plan.space.plan.trainImages = 200;
    plan.space.plan.epochs = 200;
    plan.space.plan.patience = 2;
    plan.strategy = "exhaustive";
    plan.winners = 0;
    for (const Trial& trial : readSearch(search(plan, temporary.path)).trials) {
        EXPECT_LT(trial.epochs, 200);
        EXPECT_EQ(trial.epochs, trial.bestEpoch + 2);
        const auto best = std::ranges::max_element(trial.curve);
        EXPECT_EQ(trial.bestEpoch, best - trial.curve.begin() + 1);
        EXPECT_FLOAT_EQ(static_cast<float>(trial.accuracy), *best);
    }
}

// A search of days must not grow with its trials.
TEST_F(RealSearch, MemoryDoesNotGrowWithTrials) {
    SearchPlan plan = smallPlan(2);
    plan.space.genes[0].values.clear();
    for (std::int64_t width = 8; width < 33; ++width)
        plan.space.genes[0].values.emplace_back(width);
    plan.space.genes.resize(1);
    plan.space.genes.push_back({.name = "learning_rate", .values = {1e-4, 1e-3, 2e-3, 3e-3}, .range = {}});
    plan.space.plan.trainImages = 256;
    plan.space.plan.epochs = 1;
    plan.strategy = "exhaustive";
    plan.winners = 0;
    std::int64_t ended = 0, then = 0;
    Watcher watcher([&](const SearchEvent& event) {
        if (std::holds_alternative<TrialEnded>(event) && ++ended == 40)
            then = residentBytes();
    });
    test::runToEnd(createSearch(plan, temporary.path / "searches"), watcher,
                   {.trainer = nullptr, .runs = temporary.path / "runs"});
    EXPECT_EQ(ended, 100);
    EXPECT_LT(residentBytes() - then, 16 << 20); // one trial has 0.2 MB of weights and images, and a sanitizer more
}

// Few images are enough to choose by; what is chosen is trained on more.
TEST_F(RealSearch, WinnersMayTrainOnMoreImages) {
    SearchPlan plan = smallPlan(2);
    plan.winnerImages = 2000;
    plan.winnerEpochs = 3;
    plan.winnerSeeds = 1;
    const SearchRecord record = readSearch(search(plan, temporary.path));
    ASSERT_EQ(record.winners.size(), 1u);
    const Plan trained = planOf(temporary.path / "runs" / record.winners[0].run);
    EXPECT_EQ(trained.trainImages, 2000);
    EXPECT_EQ(trained.epochs, 3);
    EXPECT_GT(record.winners[0].validation, record.best()->accuracy);
}

// G2: the only figures of the test images are the winners'.
TEST_F(RealSearch, TrialsNeverSeeTheTestImages) {
    const Plan plan = smallPlan(1).space.plan;
    const Layout layout{1, 1, 1, {"cpu"}};
    const auto trainer = makeSessionTrainer(layout, plan, test::smallMnist(300), temporary.path, false);
    const auto ignore = [](const EpochDone&) {};
    EXPECT_EQ(trainer->train({.plan = plan, .slot = 0, .test = false}, ignore, {}).finished.test.images, 0);
    EXPECT_EQ(trainer->train({.plan = plan, .slot = 0, .test = true}, ignore, {}).finished.test.images, 300);
}

TEST_F(RealSearch, ADivergingTrialFailsWithAMessage) {
    SearchPlan plan = smallPlan(2);
    plan.space = spaceFromJson(nlohmann::json::parse(
        R"({"genes": [{"name": "learning_rate", "values": [0.01, 1000]}, {"name": "layers", "values": [1, 2]}],
            "plan": {"optimizer": "sgd", "activation": "linear", "width": 64, "train_images": 400, "epochs": 1,
                     "devices": ["cpu"]}})"));
    plan.strategy = "exhaustive";
    const SearchRecord record = readSearch(search(plan, temporary.path));
    ASSERT_EQ(record.trials.size(), 4u);
    EXPECT_EQ(record.trials[0].state, TrialState::Done);
    EXPECT_EQ(record.trials[3].state, TrialState::Failed);
    ASSERT_EQ(record.trials[3].failures.size(), 2u);
    EXPECT_TRUE(record.trials[3].failures[0].english().starts_with("The loss was not a number at step "));
}

// Else all trials that are left would fail on a device that is gone, for good.
TEST_F(RealSearch, WithoutItsDeviceItCanBeResumed) {
    const auto folder = createSearch(smallPlan(2), temporary.path / "searches");
    const auto resumeOn = [&](const std::vector<std::string>& devices) {
        SearchState state = readSearch(folder).state;
        state.layout = Layout{2, 1, 1, devices};
        writeSearchState(SearchFiles(folder), state);
        Watcher watcher;
        return test::runToEnd(folder, watcher, {.trainer = nullptr, .runs = temporary.path / "runs"});
    };
    const SearchEnded ended = resumeOn({"cpu", "cuda:97"});
    EXPECT_EQ(ended.state, "failed");
    EXPECT_TRUE(ended.reason.english().starts_with("Unknown device \'cuda:97\'")) << ended.reason.english();
    EXPECT_EQ(readFile(SearchFiles(folder).trials), "");
    EXPECT_EQ(resumeOn({"cpu", "cpu"}).state, "finished");
}

TEST(Layout, IsMeasured) {
    SearchPlan plan = smallPlan(0);
    plan.towers = 0;
    const MeasuredLayout measured = chooseLayout(plan, openData(plan.space.plan));
    EXPECT_GE(measured.layout.trials, 1);
    for (const LayoutTrial& trial : measured.trials) {
        EXPECT_EQ(trial.problem.english(), "");
        EXPECT_GT(trial.imagesPerSecond, 0);
    }
}

} // namespace
} // namespace belfry
