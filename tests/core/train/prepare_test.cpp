#include "core/train/plan.h"
#include "core/train/session.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(Prepare, GivesTheNetworkTheOutputOfTheInputStage) {
    Plan plan;
    plan.augmentation = "cifar-tutorial";
    plan.normalisation = "standardised";
    const PreparedRun run = prepareRun(plan);
    EXPECT_EQ(run.blueprint->layers.front().in, (TensorShape{24, 24, 1}));
    EXPECT_EQ(run.blueprint->input, (InputStage{Augmentation::CifarTutorial, Normalisation::Standardised}));
}

TEST(Prepare, RefusesABatchLargerThanTheDataSet) {
    Plan plan;
    plan.batchPerTower = 55'001;
    const std::string sentence = refusal([&] { prepareRun(plan); }, ErrorCategory::Usage);
    EXPECT_NE(sentence.find("55001"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("55000"), std::string::npos) << sentence;
}

} // namespace
} // namespace belfry
