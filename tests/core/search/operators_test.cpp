// What drawing, crossing and mutating do to genes, over 10,000 draws each.
#include "core/search/operators.h"
#include "core/search/search_plan.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace belfry {
namespace {

constexpr int kDraws = 10'000;

// Chi-square of counts that should be even.
double chiSquare(const std::vector<int>& counts) {
    const double expected = static_cast<double>(kDraws) / static_cast<double>(counts.size());
    double sum = 0;
    for (const int count : counts)
        sum += (count - expected) * (count - expected) / expected;
    return sum;
}

// The bound that a thousandth of even samples pass, by degrees of freedom (1 to 6).
double bound(std::size_t choices) {
    constexpr std::array kBounds{0.0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46};
    return kBounds.at(choices - 1);
}

const Space& seeds() { return searchPresetByName("genetic-mnist").plan.space; }

TEST(Operators, DrawsAreEven) {
    RandomStream stream(3, Purpose::Search);
    std::vector<std::vector<int>> counts;
    for (const Gene& gene : seeds().genes)
        counts.emplace_back(gene.choices().size());
    for (int i = 0; i < kDraws; ++i) {
        const Genes genes = drawGenes(seeds(), stream);
        for (std::size_t g = 0; g < genes.size(); ++g)
            ++counts[g][static_cast<std::size_t>(genes[g])];
    }
    for (const std::vector<int>& gene : counts)
        EXPECT_LT(chiSquare(gene), bound(gene.size()));
}

TEST(Operators, GenesComeFromEitherParentEvenlyAndIndependently) {
    RandomStream stream(4, Purpose::Search);
    const Genes mother{0, 0, 0, 0}, father{5, 3, 3, 6};
    std::vector<int> fromFather(4), patterns(16);
    for (int i = 0; i < kDraws; ++i) {
        const Genes child = crossover(seeds(), mother, father, stream);
        std::size_t pattern = 0;
        for (std::size_t g = 0; g < child.size(); ++g) {
            ASSERT_TRUE(child[g] == mother[g] || child[g] == father[g]);
            pattern = 2 * pattern + (child[g] == father[g] ? 1 : 0);
        }
        ++patterns[pattern];
    }
    EXPECT_LT(chiSquare(patterns), 37.70); // 15 degrees of freedom
}

TEST(Operators, AMutationDrawsAnotherValueOfOneGeneEvenly) {
    RandomStream stream(5, Purpose::Search);
    const Genes before{2, 1, 3, 0};
    std::vector<int> genes(4);
    std::vector<std::map<int, int>> values(4);
    for (int i = 0; i < kDraws; ++i) {
        Genes after = before;
        const auto gene = mutate(seeds(), after, stream);
        ASSERT_TRUE(gene);
        int changed = 0;
        for (std::size_t g = 0; g < after.size(); ++g)
            changed += after[g] != before[g] ? 1 : 0;
        ASSERT_EQ(changed, 1);
        ASSERT_NE(after[*gene], before[*gene]);
        ++genes[*gene];
        ++values[*gene][after[*gene]];
    }
    EXPECT_LT(chiSquare(genes), bound(4));
    for (std::size_t g = 0; g < values.size(); ++g) {
        const std::size_t others = seeds().genes[g].choices().size() - 1;
        ASSERT_EQ(values[g].size(), others);
        const double expected = static_cast<double>(genes[g]) / static_cast<double>(others);
        double sum = 0;
        for (const auto& [value, count] : values[g])
            sum += (count - expected) * (count - expected) / expected;
        EXPECT_LT(sum, bound(others)) << g;
    }
}

TEST(Operators, AMutationOfInactiveGenesDoesNotCount) {
    const SearchPlan& large = searchPresetByName("genetic-large").plan;
    RandomStream stream(6, Purpose::Search);
    for (int i = 0; i < 1000; ++i) {
        const Genes before = drawGenes(large.space, stream);
        Genes after = before;
        ASSERT_TRUE(mutate(large.space, after, stream));
        EXPECT_NE(after, before);
        EXPECT_EQ(after, canonical(large.space, after));
        Plan a = planOf(large.space, before), b = planOf(large.space, after);
        EXPECT_NE(a, b);
    }
}

const Space& large() { return searchPresetByName("genetic-large").plan.space; }

std::size_t geneNumber(const std::string& name) {
    const auto found = std::ranges::find(large().genes, name, &Gene::name);
    return static_cast<std::size_t>(found - large().genes.begin());
}

Genes largeGenes(const nlohmann::json& json) { return genesFromJson(large(), json); }

// That express the fewest.
Genes flatGenes() {
    return largeGenes({{"blocks", 0},
                       {"layers", 1},
                       {"width_1", 64},
                       {"activation", "relu"},
                       {"dropout", 0.2},
                       {"optimizer", "nadam"},
                       {"learning_rate", 0.001}});
}

// What one parent alone expresses came from the other's silent first choice, half of the time.
TEST(Operators, AnInactiveGeneIsNotInherited) {
    const Genes deep = largeGenes({{"blocks", 2},
                                   {"filters_1", 32},
                                   {"filters_2", 64},
                                   {"kernel", 5},
                                   {"layers", 4},
                                   {"width_1", 512},
                                   {"width_2", 512},
                                   {"width_3", 512},
                                   {"width_4", 512},
                                   {"activation", "elu"},
                                   {"dropout", 0.5},
                                   {"optimizer", "adam"},
                                   {"learning_rate", 0.01}});
    const Genes flat = flatGenes();
    RandomStream stream(7, Purpose::Search);
    std::map<std::string, std::vector<int>> counts; // of genes that both express, by parent
    for (int i = 0; i < kDraws; ++i) {
        const bool swapped = i % 2 == 0;
        const Genes child = crossover(large(), swapped ? flat : deep, swapped ? deep : flat, stream);
        const std::vector<bool> said = expressed(large(), child);
        for (std::size_t g = 0; g < child.size(); ++g) {
            const std::string& name = large().genes[g].name;
            if (expressed(large(), flat)[g]) {
                counts[name].resize(2);
                ++counts[name][child[g] == deep[g] ? 0 : 1];
                EXPECT_TRUE(child[g] == deep[g] || child[g] == flat[g]);
            } else if (said[g]) {
                EXPECT_EQ(child[g], deep[g]) << name;
            }
        }
        EXPECT_TRUE(mutatedGenes(large(), child, {deep, flat}).empty());
    }
    EXPECT_EQ(counts.size(), 7u);
    for (const auto& [name, both] : counts)
        EXPECT_LT(chiSquare(both), bound(2)) << name;
}

// All that a mutation makes audible was at its first choice.
TEST(Operators, GenesActivatedByAMutationAreDrawn) {
    const Genes flat = flatGenes();
    RandomStream stream(8, Purpose::Search);
    std::map<std::string, std::map<int, int>> counts;
    std::map<std::string, int> all;
    for (int i = 0; i < 4 * kDraws; ++i) {
        Genes child = flat;
        const auto gene = mutate(large(), child, stream);
        ASSERT_TRUE(gene);
        const std::vector<bool> said = expressed(large(), child);
        std::vector<std::string> fresh{large().genes[*gene].name};
        for (std::size_t g = 0; g < child.size(); ++g) {
            if (said[g] && !expressed(large(), flat)[g]) {
                ++counts[large().genes[g].name][child[g]];
                ++all[large().genes[g].name];
                fresh.push_back(large().genes[g].name);
            } else if (g != *gene) {
                EXPECT_EQ(child[g], flat[g]);
            }
        }
        std::vector<std::string> told = mutatedGenes(large(), child, {flat});
        std::ranges::sort(fresh);
        std::ranges::sort(told);
        EXPECT_EQ(told, fresh);
    }
    EXPECT_EQ(counts.size(), 6u); // filters, kernel, and widths 2 to 4
    for (const auto& [name, values] : counts) {
        const auto choices = static_cast<double>(large().genes[geneNumber(name)].choices().size());
        ASSERT_EQ(static_cast<double>(values.size()), choices) << name;
        double sum = 0;
        for (const auto& [value, count] : values)
            sum += std::pow(count - all[name] / choices, 2) / (all[name] / choices);
        EXPECT_LT(sum, bound(values.size())) << name;
    }
}

TEST(Operators, ReportsWhenNothingCanMutate) {
    const Space one{searchedPlan(), {{"width", {std::int64_t{64}}, std::nullopt}}};
    Genes genes{0};
    RandomStream stream(1, Purpose::Search);
    EXPECT_FALSE(mutate(one, genes, stream));
}

TEST(Registry, ReturnsEveryNetworkOnce) {
    const Space space{searchedPlan(),
                      {{"width", {std::int64_t{8}, std::int64_t{16}}, std::nullopt},
                       {"layers", {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}}, std::nullopt}}};
    Registry registry(space);
    RandomStream stream(1, Purpose::Search);
    std::set<Genes> seen;
    for (int i = 0; i < 6; ++i) {
        const auto genes = registry.draw(stream);
        ASSERT_TRUE(genes);
        EXPECT_TRUE(seen.insert(*genes).second);
    }
    EXPECT_TRUE(registry.exhausted());
    EXPECT_FALSE(registry.draw(stream));
}

} // namespace
} // namespace belfry
