// Figures of classes, worked out by hand from the formulas of scikit-learn's scores.
#include "core/base/class_figures.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(ClassFigures, AreThoseOfTheCounts) {
    const std::vector<std::int64_t> confusion{50, 3, 2, 10, 20, 0, 5, 1, 4};
    const std::vector<ClassFigures> classes = figuresByClass(confusion);
    ASSERT_EQ(classes.size(), 3U);
    EXPECT_EQ(classes[0].images, 55);
    EXPECT_EQ(classes[0].predicted, 65);
    EXPECT_EQ(classes[0].correct, 50);
    EXPECT_DOUBLE_EQ(*classes[0].recall(), 50 / 55.0);
    EXPECT_DOUBLE_EQ(*classes[0].precision(), 50 / 65.0);
    EXPECT_DOUBLE_EQ(*classes[0].f1(), 2 / (55 / 50.0 + 65 / 50.0));
    EXPECT_NEAR(*classMeans(confusion).balancedAccuracy, (50 / 55.0 + 20 / 30.0 + 4 / 10.0) / 3, 1e-15);
    EXPECT_NEAR(*classMeans(confusion).macroF1, (100 / 120.0 + 40 / 54.0 + 8 / 16.0) / 3, 1e-15);
}

// Class 1 has no images but is predicted: it has an F1 of 0 and no recall. Class 2 has images and is never predicted.
// Class 3 has neither: it takes no part.
TEST(ClassFigures, OfClassesThatDoNotOccur) {
    const std::vector<std::int64_t> confusion{6, 2, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};
    const std::vector<ClassFigures> classes = figuresByClass(confusion);
    EXPECT_FALSE(classes[1].recall());
    EXPECT_EQ(classes[1].precision(), 0.0);
    EXPECT_EQ(classes[1].f1(), 0.0);
    EXPECT_EQ(classes[2].recall(), 0.0);
    EXPECT_FALSE(classes[2].precision());
    EXPECT_EQ(classes[2].f1(), 0.0);
    EXPECT_FALSE(classes[3].f1());
    EXPECT_DOUBLE_EQ(*classMeans(confusion).balancedAccuracy, (0.75 + 0) / 2);
    EXPECT_NEAR(*classMeans(confusion).macroF1, (12 / 18.0 + 0 + 0) / 3, 1e-15);
}

TEST(ClassFigures, AreUnknownWithoutCounts) {
    EXPECT_EQ(classMeans({}), ClassMeans());
    EXPECT_EQ(classMeans(std::vector<std::int64_t>(9)), ClassMeans());
}

} // namespace
} // namespace belfry
