#include "core/base/error.h"
#include "core/train/plan.h"
#include "core/train/session.h"

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
    try {
        prepareRun(plan);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("55001"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("55000"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace belfry
