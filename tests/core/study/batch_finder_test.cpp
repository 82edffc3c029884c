// The batch that fits and the fastest one, within a memory limit that is given.
#include "core/study/batch_finder.h"
#include "core/study/process_memory.h"
#include "core/train/placement.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kMiB = 1 << 20;

Plan plan(int towers) {
    Plan plan;
    plan.towers = towers;
    plan.devices = {"cpu"};
    return plan;
}

std::int64_t estimate(int towers, std::int64_t batch) {
    Plan asked = plan(towers);
    asked.batchPerTower = batch;
    std::int64_t sum = 0;
    for (const TowerPlacement& tower : prepareRun(asked).placement)
        sum += tower.memoryBytes;
    return sum;
}

TEST(BatchFinder, RespectsAMemoryLimit) {
    for (const int towers : {1, 2, 3}) {
        const BatchFinding finding = findBatch(plan(towers), {.memoryLimit = 40 * kMiB});
        EXPECT_GT(finding.largest, 8) << towers;
        EXPECT_TRUE(finding.largestTried);
        EXPECT_LE(estimate(towers, finding.largest), 40 * kMiB) << towers;
        EXPECT_GT(estimate(towers, finding.largest + 1), 40 * kMiB) << towers; // the very largest
        ASSERT_FALSE(finding.trials.empty());
        for (const BatchTrial& trial : finding.trials) {
            EXPECT_LE(trial.memory, 40 * kMiB);
            EXPECT_GT(trial.imagesPerSecond, 0);
            EXPECT_EQ(trial.problem.english(), "");
        }
        EXPECT_EQ(finding.trials.back().batch, finding.largest);
    }
}

TEST(BatchFinder, TheFastestIsTheSmallestNearTheBest) {
    const BatchFinding finding = findBatch(plan(2), {.max = 64});
    EXPECT_EQ(finding.largest, 64);
    double best = 0, chosen = 0;
    for (const BatchTrial& trial : finding.trials) {
        best = std::max(best, trial.imagesPerSecond);
        if (trial.batch == finding.fastest)
            chosen = trial.imagesPerSecond;
    }
    EXPECT_GE(chosen, 0.97 * best);
    for (const BatchTrial& trial : finding.trials)
        if (trial.batch < finding.fastest) {
            EXPECT_LT(trial.imagesPerSecond, 0.97 * best);
        }
}

std::vector<BatchTrial> trialsOf(const std::vector<std::pair<std::int64_t, double>>& speeds) {
    std::vector<BatchTrial> trials;
    for (const auto& [batch, speed] : speeds)
        trials.push_back({.batch = batch, .memory = 0, .imagesPerSecond = speed, .problem = {}});
    return trials;
}

// The fastest batch of a data set was half of it: two steps an epoch train nothing in the epochs that the plan has.
TEST(BatchFinder, SuggestsABatchWithEnoughSteps) {
    const auto trials = trialsOf({{8, 100}, {64, 800}, {128, 900}, {256, 910}, {1024, 2000}, {8192, 4000}});
    EXPECT_EQ(fastestOf(trials, 1, 1'000'000), 8192); // 123 steps
    EXPECT_EQ(fastestOf(trials, 1, 60'000), 1024);    // 59 steps
    EXPECT_EQ(fastestOf(trials, 2, 60'000), 128);     // 1024 would leave 30; the smallest near the best of the others
    EXPECT_EQ(fastestOf(trials, 1, 300), 8);          // none leaves enough: the one with most
    EXPECT_EQ(fastestOf({}, 1, 300), 0);
    auto failing = trials;
    failing.back().problem = Text::verbatim("out of memory");
    EXPECT_EQ(fastestOf(failing, 1, 1'000'000), 1024);
}

// One measurement that was too good decided: the largest batch seemed the fastest.
TEST(BatchFinder, OneMeasurementDoesNotDecide) {
    auto trials = trialsOf({{8, 500}, {32, 930}, {64, 1000}, {128, 1000}, {16'384, 1100}});
    const std::map<std::int64_t, double> undisturbed{{32, 930}, {64, 1000}, {128, 1000}, {16'384, 800}};
    std::vector<std::int64_t> timed;
    ASSERT_EQ(fastestOf(trials, 1, 10'000'000), 16'384);
    settleSpeeds(trials, 1, 10'000'000, [&](std::int64_t batch) {
        timed.push_back(batch);
        return undisturbed.at(batch);
    });
    EXPECT_EQ(fastestOf(trials, 1, 10'000'000), 64);
    EXPECT_EQ(trials.back().imagesPerSecond, 800); // the median
    // The best speed fell: 32 was within a tenth of it only then, and 8 never was.
    EXPECT_EQ(timed, (std::vector<std::int64_t>{64, 64, 128, 128, 16'384, 16'384, 32, 32}));
    auto failing = trialsOf({{64, 1000}, {128, 1020}});
    settleSpeeds(failing, 1, 10'000'000, [](std::int64_t) { return std::nullopt; }); // they keep what was measured
    EXPECT_EQ(failing.back().imagesPerSecond, 1020);
}

// On a loaded machine 64 stood alone as a peak: what other programs had slowed down beside it was never timed again.
TEST(BatchFinder, TheNeighboursOfAPeakAreTimedAgain) {
    auto trials = trialsOf({{16, 9000}, {32, 12'000}, {64, 29'300}, {128, 17'700}, {256, 20'000}, {2048, 30'000}});
    const std::map<std::int64_t, double> undisturbed{{16, 20'000},  {32, 29'500},  {64, 29'300},
                                                     {128, 29'800}, {256, 29'900}, {2048, 30'000}};
    ASSERT_EQ(fastestOf(trials, 1, 10'000'000), 64);
    std::set<std::int64_t> timed;
    settleSpeeds(trials, 1, 10'000'000, [&](std::int64_t batch) {
        timed.insert(batch);
        return undisturbed.at(batch);
    });
    EXPECT_EQ(fastestOf(trials, 1, 10'000'000), 32);
    EXPECT_EQ(timed, (std::set<std::int64_t>{16, 32, 64, 2048})) << "with 16, the neighbour of the new one";
}

// The rate stayed what it was for the old batch.
TEST(BatchFinder, TheRateGoesWithTheBatch) {
    Plan sgd = plan(2);
    sgd.optimizer = "momentum";
    sgd.learningRate = 0.01;
    sgd.batchPerTower = 64;
    EXPECT_DOUBLE_EQ(rateForBatch(sgd, 256), 0.04);
    EXPECT_DOUBLE_EQ(rateForBatch(sgd, 20), 0.0031); // 0.003125
    Plan adam = sgd;
    adam.optimizer = "adam";
    EXPECT_DOUBLE_EQ(rateForBatch(adam, 256), 0.02);
    EXPECT_DOUBLE_EQ(rateForBatch(adam, 128), 0.014);
    Plan muon = adam; // whose steps are no longer with a longer gradient
    muon.optimizer = "muon";
    EXPECT_DOUBLE_EQ(rateForBatch(muon, 256), 0.02);
    adam.learningRate = 0.00123;
    EXPECT_EQ(rateForBatch(adam, 64), 0.00123); // the same batch: exactly the same rate
}

// Neither memory nor time is spent on what the estimate alone can tell.
TEST(BatchFinder, SkipsSlowBatches) {
    const BatchFinding finding = findBatch(plan(1), {.longestStep = 1e-6});
    EXPECT_EQ(finding.trials.size(), 1u);
    EXPECT_FALSE(finding.largestTried);
    EXPECT_GT(finding.largest, 8);
}

TEST(BatchFinder, StopsWithinOneStep) {
    std::stop_source stop;
    const BatchFinding finding = findBatch(
        plan(2), {},
        [&](const BatchFinding& now) {
            if (now.trials.size() == 2)
                stop.request_stop();
        },
        stop.get_token());
    EXPECT_TRUE(finding.stopped);
    EXPECT_EQ(finding.trials.size(), 2u);
}

TEST(BatchFinder, RefusesInvalidSettings) {
    const auto refused = [](const BatchFinderSettings& settings, ErrorCategory category = ErrorCategory::Usage) {
        return refusal([&] { findBatch(plan(1), settings); }, category);
    };
    EXPECT_NE(refused({.memoryLimit = 1000}, ErrorCategory::Device).find("The towers on cpu need about"),
              std::string::npos);
    EXPECT_EQ(refused({.min = 9, .max = 3}),
              "The batches to try are 9 to 3; expected two of at least 1, the smaller one first.");
    EXPECT_NE(refused({.memoryLimit = -1}), "");
    EXPECT_NE(refused({.min = 0}), "");
}

TEST(ProcessMemory, IsReported) {
    EXPECT_GT(residentBytes(), kMiB);
    resetPeakMemory();
    const std::int64_t before = peakBytes();
    const std::vector<char> block(200 * kMiB, 'x');
    EXPECT_GE(peakBytes(), before + 150 * kMiB);
    EXPECT_EQ(block.back(), 'x');
}

} // namespace
} // namespace belfry
