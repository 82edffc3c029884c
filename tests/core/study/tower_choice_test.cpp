// What is measured before `--towers auto` chooses; that the choice is fast is the machine's business.
#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/study/scaling.h"
#include "core/study/tower_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace belfry {
namespace {

Plan smallPlan() {
    Plan plan;
    plan.devices = {"cpu"};
    plan.model = "mlp";
    plan.mlp = {.hiddenLayers = 1, .width = 16};
    plan.towers = 3;
    plan.batchPerTower = 30;
    return plan;
}

TEST(TowerChoice, TakesTheFastestAndKeepsTheImagesOfAStep) {
    const TowerChoice choice = chooseTowers(smallPlan());
    std::vector<int> towers;
    for (const TowerTrial& trial : choice.trials) {
        towers.push_back(trial.towers);
        EXPECT_GT(trial.imagesPerSecond, 0);
    }
    EXPECT_EQ(towers, towerLadder(usualTowers(smallPlan())));
    const auto best = std::ranges::max_element(choice.trials, {}, &TowerTrial::imagesPerSecond);
    EXPECT_EQ(choice.plan.towers, best->towers);
    EXPECT_EQ(choice.plan.imagesPerStep(), 90);
    EXPECT_EQ(choice.plan.batchPerTower, (90 + best->towers - 1) / best->towers);
    EXPECT_EQ(choice.plan.learningRate, smallPlan().learningRate);
    EXPECT_NE(choice.remark.find("Images per second in a trial: 1 tower "), std::string::npos) << choice.remark;
    validate(choice.plan);
}

TEST(TowerChoice, LeavesOutTowersWithoutAnImage) {
    Plan plan = smallPlan();
    plan.towers = 1;
    plan.batchPerTower = 1;
    EXPECT_EQ(chooseTowers(plan).plan.towers, 1);
}

TEST(TowerChoice, GivesThePlanBackAfterAStop) {
    std::stop_source stop;
    stop.request_stop();
    const TowerChoice choice = chooseTowers(smallPlan(), stop.get_token());
    EXPECT_TRUE(choice.trials.empty());
    EXPECT_EQ(choice.plan, smallPlan());
}

TEST(TowerChoice, RefusesTowersThatDoNotWait) {
    Plan plan = smallPlan();
    plan.exchange = "async";
    EXPECT_THROW(chooseTowers(plan), Error);
}

} // namespace
} // namespace belfry
