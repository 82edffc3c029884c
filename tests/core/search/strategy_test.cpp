// What strategies ask for, told of made-up accuracies.
#include "core/search/strategy.h"
#include "tests/core/search/fake_search.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::accuracyOf;
using test::seedsPlan;

// All trials of a search whose trials are told at once.
std::vector<Trial> play(const SearchPlan& plan, std::vector<Generation>* generations = nullptr) {
    const std::unique_ptr<Strategy> strategy = makeStrategy(plan);
    std::vector<Trial> all;
    for (std::size_t told = 0;;) {
        while (std::optional<Proposal> proposal = strategy->ask()) {
            Trial trial;
            trial.id = static_cast<int>(all.size()) + 1;
            trial.asked = std::move(*proposal);
            trial.state = TrialState::Done;
            trial.accuracy = accuracyOf(planOf(plan.space, trial.asked.genes));
            all.push_back(trial);
        }
        if (told == all.size())
            break;
        for (; told < all.size(); ++told)
            strategy->tell(all[told]);
        EXPECT_GE(strategy->expected(), static_cast<double>(told));
    }
    if (generations)
        *generations = strategy->generations();
    return all;
}

TEST(Genetic, RetainsItsFractionAndAtLeastOne) {
    EXPECT_EQ((GeneticSettings{.population = 20, .retain = 0.4}.retained()), 8);
    EXPECT_EQ((GeneticSettings{.population = 7, .retain = 0.4}.retained()), 2);
    EXPECT_EQ((GeneticSettings{.population = 2, .retain = 0.1}.retained()), 1);
}

TEST(Exhaustive, TriesAllInTheSeedsOrder) {
    const SearchPlan& plan = searchPresetByName("exhaustive-mnist").plan;
    const std::vector<Trial> all = play(plan);
    ASSERT_EQ(all.size(), 672u);
    EXPECT_EQ(expectedTrials(plan), 672);
    for (std::size_t i = 1; i < all.size(); ++i)
        EXPECT_LT(all[i - 1].asked.genes, all[i].asked.genes); // indices count up as nested loops do
}

TEST(Exhaustive, IsLimitedByTheNumberOfTrials) {
    SearchPlan plan = searchPresetByName("exhaustive-mnist").plan;
    plan.trials = 10;
    EXPECT_EQ(play(plan).size(), 10u);
}

TEST(Random, DrawsTheRequestedNumberWithoutRepeats) {
    SearchPlan plan = seedsPlan();
    plan.strategy = "random";
    EXPECT_EQ(play(plan).size(), 60u);
    plan.trials = 672;
    std::set<Genes> seen;
    for (const Trial& trial : play(plan))
        EXPECT_TRUE(seen.insert(trial.asked.genes).second);
    EXPECT_EQ(seen.size(), 672u);
}

// About 117 trainings, at most 128 but for luck; the seeds' own range is 105 to 126.
TEST(Genetic, CostsWhatTheSeedsState) {
    EXPECT_NEAR(expectedTrials(seedsPlan()), 117.2, 0.01);
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SearchPlan plan = seedsPlan();
        plan.seed = seed;
        const std::size_t count = play(plan).size();
        EXPECT_GE(count, 100u);
        EXPECT_LE(count, 128u);
        sum += static_cast<double>(count);
    }
    EXPECT_NEAR(sum / 30, 117.2, 3);
}

TEST(Genetic, IsLimitedByTheNumberOfTrials) {
    SearchPlan plan = seedsPlan();
    plan.trials = 60;
    const std::vector<Trial> cut = play(plan), whole = play(seedsPlan());
    ASSERT_EQ(cut.size(), 60u);
    EXPECT_TRUE(std::equal(cut.begin(), cut.end(), whole.begin()));
    EXPECT_EQ(expectedTrials(plan), 60);
}

TEST(Genetic, NoNetworkIsTrainedTwice) { // G3
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SearchPlan plan = seedsPlan();
        plan.seed = seed;
        std::set<Genes> seen;
        for (const Trial& trial : play(plan))
            EXPECT_TRUE(seen.insert(trial.asked.genes).second);
    }
}

TEST(Genetic, TheBestSurviveWithTheirFigures) { // G1: nobody who has a figure is changed
    std::vector<Generation> generations;
    const std::vector<Trial> all = play(seedsPlan(), &generations);
    ASSERT_EQ(generations.size(), 10u);
    for (std::size_t g = 0; g < generations.size(); ++g) {
        const Generation& now = generations[g];
        EXPECT_EQ(now.number, static_cast<int>(g) + 1);
        EXPECT_EQ(now.members.size(), 20u);
        EXPECT_GE(now.best, now.mean);
        if (g == 0)
            continue;
        const std::set<int> members(now.members.begin(), now.members.end());
        for (std::size_t i = 0; i < 8; ++i) // retain 0.4
            EXPECT_TRUE(members.contains(generations[g - 1].members[i]));
        EXPECT_GE(now.best, generations[g - 1].best);
    }
}

// In the large space a gene that a parent does not express is at its first choice, and once counted as its gift.
TEST(Genetic, GenesFromNoParentAreMutations) {
    for (const char* preset : {"genetic-mnist", "genetic-large"}) {
        const SearchPlan& plan = searchPresetByName(preset).plan;
        const std::vector<Trial> all = play(plan);
        int mutated = 0, children = 0;
        for (const Trial& trial : all) {
            if (trial.asked.parents.empty())
                continue;
            ++children;
            mutated += trial.asked.mutated.empty() ? 0 : 1;
            ASSERT_EQ(trial.asked.parents.size(), 2u);
            EXPECT_NE(trial.asked.parents[0], trial.asked.parents[1]);
            std::vector<bool> given(trial.asked.genes.size());
            for (const int id : trial.asked.parents) {
                const Proposal& parent = all[static_cast<std::size_t>(id) - 1].asked;
                EXPECT_LT(parent.generation, trial.asked.generation);
                const std::vector<bool> said = expressed(plan.space, parent.genes);
                for (std::size_t g = 0; g < given.size(); ++g)
                    given[g] = given[g] || (said[g] && parent.genes[g] == trial.asked.genes[g]);
            }
            const std::vector<bool> said = expressed(plan.space, trial.asked.genes);
            for (std::size_t g = 0; g < given.size(); ++g)
                EXPECT_EQ(std::ranges::count(trial.asked.mutated, plan.space.genes[g].name), said[g] && !given[g]);
        }
        EXPECT_GT(children, 50);
        EXPECT_GT(mutated, 10);
        EXPECT_LT(mutated, children);
    }
}

TEST(Genetic, PopulationsOfTwoAndUpWork) { // G5
    for (int population = 2; population <= 6; ++population)
        for (const double luck : {0.0, 0.1, 0.9}) {
            SearchPlan plan = seedsPlan(population, 12);
            plan.genetic.randomSelect = luck;
            std::vector<Generation> generations;
            const std::vector<Trial> all = play(plan, &generations);
            EXPECT_EQ(generations.size(), 12u) << population;
            for (const Generation& generation : generations)
                EXPECT_EQ(generation.members.size(), static_cast<std::size_t>(population));
            if (luck == 0.0) {
                EXPECT_GE(all.size(), static_cast<std::size_t>(population) + 11u);
            }
        }
}

TEST(Genetic, EndsWhenTheSpaceIsExhausted) {
    SearchPlan plan = seedsPlan(4, 1000);
    plan.space.genes.resize(2); // 24 networks
    std::vector<Generation> generations;
    const std::vector<Trial> all = play(plan, &generations);
    EXPECT_EQ(all.size(), 24u);
    EXPECT_LT(generations.size(), 1000u);
}

TEST(Genetic, TheSameSeedIsTheSameSearch) { // G9
    EXPECT_EQ(play(seedsPlan()), play(seedsPlan()));
    SearchPlan other = seedsPlan();
    other.seed = 2;
    EXPECT_NE(play(seedsPlan()), play(other));
}

TEST(Genetic, AFailedTrialIsNotPreferredAsAParent) {
    Trial failed, poor;
    failed.id = 1;
    failed.state = TrialState::Failed;
    failed.accuracy = 0.99;
    poor.id = 2;
    poor.state = TrialState::Done; // a genuine accuracy of 0
    EXPECT_TRUE(better(poor, failed));
    EXPECT_FALSE(better(failed, poor));
}

TEST(Halving, TrainsTheBestLonger) {
    SearchPlan plan = seedsPlan();
    plan.strategy = "random";
    plan.trials = 27;
    plan.halving = 3;
    plan.halvingEpochs = 2;
    const std::vector<Trial> all = play(plan);
    std::vector<std::vector<Trial>> rungs(5);
    for (const Trial& trial : all)
        rungs.at(static_cast<std::size_t>(trial.asked.rung)).push_back(trial);
    ASSERT_EQ(rungs[1].size(), 27u);
    ASSERT_EQ(rungs[2].size(), 9u);
    ASSERT_EQ(rungs[3].size(), 3u);
    ASSERT_EQ(rungs[4].size(), 1u);
    EXPECT_EQ(rungs[1][0].asked.epochs, 2);
    EXPECT_EQ(rungs[4][0].asked.epochs, 54);
    std::ranges::sort(rungs[1], better);
    for (const Trial& trial : rungs[2])
        EXPECT_GE(trial.accuracy, rungs[1][8].accuracy);
    EXPECT_EQ(expectedTrials(plan), 40.5);
}

TEST(Halving, WorksOnTopOfTheGeneticSearch) {
    SearchPlan plan = seedsPlan(6, 4);
    plan.halving = 2;
    std::vector<Generation> generations;
    const std::vector<Trial> all = play(plan, &generations);
    EXPECT_EQ(generations.size(), 4u);
    std::set<std::pair<Genes, int>> seen;
    for (const Trial& trial : all)
        EXPECT_TRUE(seen.insert({trial.asked.genes, trial.asked.rung}).second);
}

TEST(Halving, StopsAtThePlansLength) {
    SearchPlan plan = seedsPlan();
    plan.strategy = "random";
    plan.trials = 27;
    plan.halving = 3;
    plan.space.plan.epochs = 3;
    for (const Trial& trial : play(plan))
        EXPECT_LE(trial.asked.epochs, 3);
}

} // namespace
} // namespace belfry
