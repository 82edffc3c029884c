// Texts by a few of their letters.
#include "ui/foundation/fuzzy_match.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(FuzzyMatch, LettersInTheirOrderFit) {
    EXPECT_TRUE(fuzzyScore("evpg", "Evaluate page"));
    EXPECT_TRUE(fuzzyScore("page eval", "Evaluate page")); // words in any order
    EXPECT_FALSE(fuzzyScore("pgev", "Evaluate page"));
    EXPECT_FALSE(fuzzyScore("evaluatex", "Evaluate page"));
    EXPECT_EQ(fuzzyScore("", "Evaluate page"), 0);
    EXPECT_FALSE(fuzzyScore("a", ""));
}

TEST(FuzzyMatch, CaseAndAccentsDoNotCount) {
    EXPECT_TRUE(fuzzyScore("EPOCA", QString::fromUtf8("Última época")));
    EXPECT_TRUE(fuzzyScore(QString::fromUtf8("búsq"), "Busqueda"));
}

TEST(FuzzyMatch, WordStartsAndNeighboursFitBetter) {
    EXPECT_GT(fuzzyScore("sp", "Save plan"), fuzzyScore("sp", "Clear the display"));
    EXPECT_GT(fuzzyScore("plan", "Save plan"), fuzzyScore("plan", "Pause learning"));
}

} // namespace
} // namespace belfry
