// The learning-rate range test: what it reads from losses, and that the rate it finds trains.
#include "core/study/rate_finder.h"
#include "tests/core/formats/refusal.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

using test::smallRun;

// A loss of 2.3 that falls around `fall`, with ripples, and climbs around `rise`.
std::vector<RateTrial> losses(double fall, double rise, int batches = 100) {
    std::vector<RateTrial> trials;
    for (int i = 0; i < batches; ++i) {
        const double rate = 1e-6 * std::pow(1e6, i / (batches - 1.0)), x = std::log10(rate);
        const double down = 1 / (1 + std::exp(-6 * (x - std::log10(fall))));
        const double up = std::exp(8 * (x - std::log10(rise)));
        trials.push_back({rate, 2.3 - 1.8 * down + up + 0.05 * std::sin(2.1 * i), 0});
    }
    return trials;
}

TEST(ReadLosses, FindsTheSteepestFallAndTheDivergence) {
    const RateFinding finding = readLosses(losses(1e-3, 0.3), 100);
    ASSERT_TRUE(finding.steepest && finding.diverged && finding.suggestion);
    EXPECT_NEAR(std::log10(*finding.steepest), -3, 0.2);
    EXPECT_GT(*finding.diverged, 0.1);
    EXPECT_LT(*finding.diverged, 0.6);
    EXPECT_NEAR(*finding.suggestion, *finding.steepest, 0.05 * *finding.steepest);
}

TEST(ReadLosses, StaysADecadeBelowTheDivergence) {
    const RateFinding finding = readLosses(losses(1e-2, 0.03), 100);
    ASSERT_TRUE(finding.diverged && finding.suggestion);
    EXPECT_LE(*finding.suggestion, 1.05 * *finding.diverged / 10);
}

TEST(ReadLosses, ANaNLossIsADivergence) {
    std::vector<RateTrial> trials = losses(1e-3, 1e9);
    trials[70].loss = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(readLosses(trials, 100).diverged, trials[70].rate);
    trials.resize(1);
    trials[0].loss = std::numeric_limits<double>::infinity();
    const RateFinding finding = readLosses(trials, 100);
    EXPECT_EQ(finding.diverged, trials[0].rate);
    EXPECT_FALSE(finding.suggestion);
}

// A network that forgets all ends at the loss of a guess, not at a huge one.
TEST(ReadLosses, ForgettingIsADivergence) {
    std::vector<RateTrial> trials = losses(1e-4, 1e9);
    for (std::size_t i = 80; i < trials.size(); ++i)
        trials[i].loss = 2.3;
    const RateFinding finding = readLosses(trials, 100);
    ASSERT_TRUE(finding.diverged);
    EXPECT_GE(*finding.diverged, trials[80].rate);
    EXPECT_LE(*finding.diverged, trials[95].rate);
}

TEST(ReadLosses, SuggestsNothingWhereTheLossNeverFalls) {
    EXPECT_FALSE(readLosses(losses(1e6, 1e9), 100).suggestion);
    EXPECT_FALSE(readLosses({}, 100).suggestion);
}

Plan plan(int towers) {
    Plan plan;
    plan.towers = towers;
    plan.batchPerTower = 64 / towers;
    return plan;
}

TEST(RateFinder, FindsARateThatTrains) {
    for (const int towers : {1, 2}) {
        const RateFinding finding = findRate(smallRun(plan(towers), 3000));
        ASSERT_TRUE(finding.diverged) << towers; // Adam with a rate near 1 forgets everything
        ASSERT_TRUE(finding.suggestion) << towers;
        EXPECT_LE(*finding.suggestion, 1.05 * *finding.diverged / 10);
        EXPECT_FALSE(finding.stopped);
        Plan chosen = plan(towers);
        chosen.learningRate = *finding.suggestion;
        chosen.epochs = 2;
        EXPECT_GT(test::EndedRun(smallRun(chosen, 3000)).finished().test.accuracy(), 0.8)
            << towers << " towers, rate " << chosen.learningRate;
    }
}

TEST(RateFinder, TheSamePlanGivesTheSameFinding) {
    const auto lossesOf = [](const RateFinding& finding) {
        std::vector<double> all;
        for (const RateTrial& trial : finding.trials)
            all.push_back(trial.loss);
        return all;
    };
    const RateFinding first = findRate(smallRun(plan(2)), {.batches = 40}),
                      second = findRate(smallRun(plan(2)), {.batches = 40});
    EXPECT_EQ(lossesOf(first), lossesOf(second));
    EXPECT_EQ(first.suggestion, second.suggestion);
    Plan other = plan(2);
    other.seed = 2;
    EXPECT_NE(lossesOf(first), lossesOf(findRate(smallRun(other), {.batches = 40})));
}

TEST(RateFinder, TheRateGrowsByEqualFactors) {
    std::vector<double> rates;
    findRate(smallRun(plan(1)), {.min = 1e-5, .max = 1e-3, .batches = 21},
             [&](const RateFinding& finding) { rates.push_back(finding.trials.back().rate); });
    ASSERT_EQ(rates.size(), 21u);
    EXPECT_NEAR(rates.front(), 1e-5, 1e-10);
    EXPECT_NEAR(rates[10], 1e-4, 1e-9);
    EXPECT_NEAR(rates.back(), 1e-3, 1e-8);
}

TEST(RateFinder, StopsWithinOneStep) {
    std::stop_source stop;
    const RateFinding finding = findRate(
        smallRun(plan(2)), {},
        [&](const RateFinding& now) {
            if (now.trials.size() == 5)
                stop.request_stop();
        },
        stop.get_token());
    EXPECT_TRUE(finding.stopped);
    EXPECT_EQ(finding.trials.size(), 5u);
}

TEST(RateFinder, RefusesInvalidSettings) {
    const auto refused = [](const RateFinderSettings& settings) {
        return refusal([&] { findRate(Plan{}, settings); }, ErrorCategory::Usage);
    };
    EXPECT_EQ(refused({.min = 0.1, .max = 0.01}),
              "The rates to try are 0.1 to 0.01; expected two between 0 and 1000, the lower one first.");
    EXPECT_NE(refused({.min = -1, .max = 1}), "");
    EXPECT_NE(refused({.min = NAN, .max = 1}), "");
    EXPECT_NE(refused({.max = 1001}), "");
    EXPECT_EQ(refused({.batches = 5}), "The number of batches is 5; expected 20 to 1000.");
}

} // namespace
} // namespace belfry
