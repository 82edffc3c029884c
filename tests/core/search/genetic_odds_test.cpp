// How often a generation mutates, whom it takes as parents and who survives by luck: counts of 10,000 draws and more.
#include "core/search/strategy.h"
#include "tests/core/search/fake_search.h"

#include <gtest/gtest.h>

#include <array>

namespace belfry {
namespace {

constexpr int kPopulation = 20, kRetained = 8, kChildren = kPopulation - kRetained;
constexpr double kMutate = 0.2, kLuck = 0.1;

// So many genes and values that hardly a child is there already, which mutates all the same, and hardly a mutation
// gives what the other parent has.
SearchPlan widePlan(double luck) {
    SearchPlan plan = test::seedsPlan(kPopulation, 2);
    plan.space.plan.mlp.hiddenLayers = 8;
    plan.space.plan.optimizer = "adamw"; // for which weight decay matters
    plan.space.genes.clear();
    for (int k = 1; k <= 8; ++k) {
        Gene& width = plan.space.genes.emplace_back(Gene{"width_" + std::to_string(k), {}, {}});
        for (std::int64_t i = 1; i <= 200; ++i)
            width.values.emplace_back(i);
    }
    for (const char* name : {"learning_rate", "dropout", "weight_decay", "label_smoothing"}) {
        Gene& gene = plan.space.genes.emplace_back(Gene{name, {}, {}});
        for (int i = 1; i <= 200; ++i)
            gene.values.emplace_back(1e-4 * i);
    }
    plan.genetic.randomSelect = luck;
    return plan;
}

// The second generation of a search whose first has the ids 1 to 20, best first.
struct Second {
    std::vector<Proposal> children;
    std::vector<int> members;
};

Second evolve(SearchPlan plan, std::uint64_t seed) {
    plan.seed = seed;
    const std::unique_ptr<Strategy> strategy = makeStrategy(plan);
    std::vector<Trial> asked;
    Second second;
    for (std::size_t told = 0; strategy->generations().size() < 2; ++told) {
        while (std::optional<Proposal> proposal = strategy->ask()) {
            if (proposal->generation == 2)
                second.children.push_back(*proposal);
            Trial& trial = asked.emplace_back();
            trial.id = static_cast<int>(asked.size());
            trial.asked = std::move(*proposal);
            trial.state = TrialState::Done;
            trial.accuracy = 1.0 / trial.id;
        }
        strategy->tell(asked.at(told));
    }
    second.members = strategy->generations()[1].members;
    return second;
}

double chiSquare(const std::vector<double>& counts, const std::vector<double>& expected) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    return sum;
}

// A chance of `p` in each of `all` cases, met `times`; one degree of freedom.
double chiSquareOf(double times, double all, double p) {
    return chiSquare({times, all - times}, {all * p, all * (1 - p)});
}

constexpr double kBound1 = 10.83, kBound55 = 93.17; // which a thousandth of true samples pass

TEST(GeneticOdds, ParentsAreDrawnEvenlyAndAFifthOfChildrenMutates) {
    const SearchPlan plan = widePlan(0);
    const Genes first(plan.space.genes.size(), 0);
    ASSERT_EQ(expressed(plan.space, first), std::vector<bool>(first.size(), true));
    std::vector<double> pairs(kRetained * (kRetained - 1));
    double couples = 0, children = 0, mutants = 0;
    for (std::uint64_t seed = 1; couples < 10'000; ++seed) {
        const Second second = evolve(plan, seed);
        ASSERT_EQ(second.children.size(), static_cast<std::size_t>(kChildren));
        for (std::size_t i = 0; i < second.children.size(); ++i) {
            const Proposal& child = second.children[i];
            ++children;
            mutants += child.mutated.empty() ? 0 : 1;
            ASSERT_EQ(child.parents.size(), 2u);
            if (i % 2 == 1) {
                EXPECT_EQ(child.parents, second.children[i - 1].parents); // two of each couple
                continue;
            }
            const int mother = child.parents[0], father = child.parents[1];
            ASSERT_NE(mother, father);
            ASSERT_LE(std::max(mother, father), kRetained);
            ++couples;
            ++pairs[static_cast<std::size_t>((mother - 1) * (kRetained - 1) + father - (father > mother ? 2 : 1))];
        }
    }
    const std::vector<double> even(pairs.size(), couples / static_cast<double>(pairs.size()));
    EXPECT_LT(chiSquare(pairs, even), kBound55);
    EXPECT_LT(chiSquareOf(mutants, children, kMutate), kBound1);
}

TEST(GeneticOdds, ATenthOfTheOthersSurvivesWithEqualChances) {
    const SearchPlan plan = widePlan(kLuck);
    std::vector<double> lucky(kChildren);
    double draws = 0, survived = 0;
    for (std::uint64_t seed = 1; draws < 20'000; ++seed) {
        for (const int id : evolve(plan, seed).members)
            if (id > kRetained && id <= kPopulation) {
                ++lucky[static_cast<std::size_t>(id - kRetained - 1)];
                ++survived;
            }
        draws += kChildren;
    }
    for (const double times : lucky)
        EXPECT_LT(chiSquareOf(times, draws / kChildren, kLuck), kBound1);
    EXPECT_LT(chiSquareOf(survived, draws, kLuck), kBound1);
}

} // namespace
} // namespace belfry
