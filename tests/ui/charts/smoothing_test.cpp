#include "ui/charts/smoothing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// The definition, with the sum written out; skipped values do not count.
double formula(const std::vector<double>& values, double f) {
    double sum = 0, weights = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const double weight = std::pow(f, static_cast<double>(values.size() - 1 - k));
        sum += weight * values[k];
        weights += weight;
    }
    return sum / weights;
}

TEST(SmootherTest, EqualsTheFormulaForEveryFactor) {
    for (double f : {0.0, 0.3, 0.6, 0.97, 0.999}) {
        Smoother smoother(f);
        std::vector<double> seen;
        for (int i = 0; i < 200; ++i) {
            seen.push_back(std::sin(i) + 2);
            EXPECT_NEAR(smoother.next(static_cast<float>(seen.back())), formula(seen, f), 1e-5) << f << " " << i;
        }
    }
}

TEST(SmootherTest, AConstantStaysConstantFromTheFirstPoint) {
    Smoother smoother(0.999);
    for (int i = 0; i < 50; ++i)
        EXPECT_FLOAT_EQ(smoother.next(3.5F), 3.5F);
}

TEST(SmootherTest, NonFiniteValuesAreSkipped) {
    Smoother with(0.9), without(0.9);
    float a = 0, b = 0;
    for (int i = 0; i < 30; ++i) {
        EXPECT_TRUE(std::isnan(with.next(kNan)));
        EXPECT_TRUE(std::isnan(with.next(std::numeric_limits<float>::infinity())));
        a = with.next(static_cast<float>(i));
        b = without.next(static_cast<float>(i));
    }
    EXPECT_EQ(a, b);
}

TEST(SmootherTest, LogSpaceAveragesLogarithmsAndSkipsNonPositiveValues) {
    Smoother smoother(0.5, true);
    EXPECT_FLOAT_EQ(smoother.next(10), 1);
    EXPECT_TRUE(std::isnan(smoother.next(0)));
    EXPECT_TRUE(std::isnan(smoother.next(-1)));
    EXPECT_FLOAT_EQ(smoother.next(1000), static_cast<float>(formula({1, 3}, 0.5)));
}

TEST(SmootherTest, FactorsAreClamped) {
    Smoother tooMuch(7), noNumber(std::nan(""));
    tooMuch.next(1);
    EXPECT_LT(tooMuch.next(2), 2);
    noNumber.next(1);
    EXPECT_EQ(noNumber.next(2), 2);
}

// Changing the factor works through the past in pieces, while new points keep coming, and ends where a line made with
// that factor from the start is.
TEST(SmoothedLineTest, ANewFactorGivesWhatItWouldHaveGivenFromTheStart) {
    Pyramid raw;
    SmoothedLine line;
    Smoother reference(0.95, true);
    const auto value = [](int i) { return i % 97 == 5 ? kNan : 1.1F + std::sin(static_cast<float>(i)); };
    const auto add = [&](int i) {
        raw.append(value(i));
        line.append(value(i));
    };
    for (int i = 0; i < 1000; ++i)
        add(i);
    line.reset(0.95, true);
    EXPECT_FALSE(line.advance(raw, 300));
    EXPECT_FALSE(line.logSpace()) << "the former line is shown until the new one is whole";
    EXPECT_EQ(line.points().size(), 1000U);
    for (int i = 1000; i < 1100; ++i)
        add(i);
    EXPECT_EQ(line.points().size(), 1100U);
    while (!line.advance(raw, 300)) {
    }
    for (int i = 1100; i < 1200; ++i)
        add(i);
    EXPECT_TRUE(line.logSpace());
    ASSERT_EQ(line.points().size(), 1200U);
    for (int i = 0; i < 1200; ++i) {
        const float expected = reference.next(value(i));
        const float found = line.points().at(static_cast<std::size_t>(i));
        EXPECT_TRUE(expected == found || (std::isnan(expected) && std::isnan(found))) << i;
    }
}

} // namespace
} // namespace belfry
