// Class weights of a plan: their values, and what is refused.
#include "core/data/stores.h"
#include "core/train/class_weights.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::HasSubstr;

// Classes of 1, 3, 8 and 0 images.
DataSet unevenSet() {
    const std::vector<std::uint8_t> labels{0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2};
    DataSet data;
    data.title = "Pets";
    data.classes = {"cat", "dog", "fish", "gnu"};
    data.train = memoryStore(std::vector<std::uint8_t>(labels.size()), labels, 1);
    return data;
}

std::vector<float> weightsOf(const std::string& words, const std::string& sampling = "shuffle") {
    Plan plan;
    plan.classWeights = words;
    plan.sampling = sampling;
    return classWeights(plan, unevenSet());
}

TEST(ClassWeightsOfAPlan, AreTheInverseOfTheFrequency) {
    EXPECT_THAT(weightsOf(""), ElementsAre());
    EXPECT_THAT(weightsOf("balanced"), ElementsAre(FloatEq(4), FloatEq(4 / 3.0F), FloatEq(0.5F), 0));
}

// Else the learning rate would have another meaning, and "2,2,2,2" would double it.
TEST(ClassWeightsOfAPlan, HaveTheMeanOne) {
    EXPECT_THAT(weightsOf("2,2,2,2"), ElementsAre(1, 1, 1, 1));
    EXPECT_THAT(weightsOf("6,0,0,1"), ElementsAre(12, 0, 0, 2));
    const std::vector<float> weights = weightsOf("1,2.5,0.5,7");
    EXPECT_NEAR(weights[0] + 3 * weights[1] + 8 * weights[2], 12, 1e-5);
    EXPECT_FLOAT_EQ(weights[1], 2.5F * weights[0]);
}

// Both would make a rare class count twice.
TEST(ClassWeightsOfAPlan, AreOneAfterBalancedSampling) {
    EXPECT_THAT(weightsOf("balanced", "balanced"), ElementsAre(FloatEq(1), FloatEq(1), FloatEq(1), 0));
    const std::vector<float> weights = weightsOf("1,2,3,9", "balanced");
    EXPECT_THAT(weights, ElementsAre(FloatEq(0.5F), FloatEq(1), FloatEq(1.5F), FloatEq(4.5F)));
}

std::vector<float> offsetsOf(double adjustment, const std::string& sampling = "shuffle") {
    Plan plan;
    plan.logitAdjustment = adjustment;
    plan.sampling = sampling;
    return logitOffsets(plan, unevenSet());
}

TEST(LogitOffsetsOfAPlan, AreTheLogarithmOfTheFrequency) {
    EXPECT_THAT(offsetsOf(0), ElementsAre());
    const float rarest = std::log(1 / 12.0F);
    EXPECT_THAT(offsetsOf(1),
                ElementsAre(FloatEq(rarest), FloatEq(std::log(0.25F)), FloatEq(std::log(2 / 3.0F)), FloatEq(rarest)));
    EXPECT_FLOAT_EQ(offsetsOf(2)[1], 2 * std::log(0.25F));
}

// Both would make a rare class count twice.
TEST(LogitOffsetsOfAPlan, AreEqualAfterBalancedSampling) {
    const std::vector<float> offsets = offsetsOf(1, "balanced");
    for (const float offset : offsets)
        EXPECT_FLOAT_EQ(offset, offsets.front());
}

TEST(ClassWeightsOfAPlan, AreRefusedWithWhatWasFound) {
    const auto refused = [](const std::string& words) {
        Plan plan;
        plan.classWeights = words;
        return refusal([&] { validate(plan); }, ErrorCategory::Usage);
    };
    EXPECT_THAT(refused("1,-2,3,4"), HasSubstr("contain '-2'; expected numbers from 0 to 1000000"));
    for (const char* bad : {"nan", "inf", "1e7", "x", "", " 2", "0x1"})
        EXPECT_THAT(refused("1," + std::string(bad) + ",3,4"), HasSubstr("contain '" + std::string(bad) + "'"));
    EXPECT_THAT(refused("balancd"), HasSubstr("contain 'balancd'"));
    EXPECT_THAT(refused("0,0.0,0"), HasSubstr("'0,0.0,0' are all 0"));
    const auto refusedHere = [](const std::string& words) {
        return refusal([&] { weightsOf(words); }, ErrorCategory::Usage);
    };
    EXPECT_THAT(refusedHere("1,2,3"), HasSubstr("'1,2,3' are 3, but Pets has 4 classes"));
    EXPECT_THAT(refusedHere("0,0,0,1"), HasSubstr("0 for every class that has images"));
}

} // namespace
} // namespace belfry
