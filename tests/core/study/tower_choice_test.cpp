// What is measured before `--towers auto` chooses; that the choice is fast is the machine's business.
#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/study/scaling.h"
#include "core/study/tower_choice.h"
#include "tests/core/study/small_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace belfry {
namespace {

Plan threeTowers() {
    Plan plan = test::smallPlan();
    plan.towers = 3;
    plan.batchPerTower = 30;
    return plan;
}

TEST(TowerChoice, PicksTheFastestAndKeepsTheGlobalBatch) {
    const TowerChoice choice = chooseTowers(threeTowers());
    std::vector<int> towers;
    for (const TowerTrial& trial : choice.trials) {
        towers.push_back(trial.towers);
        EXPECT_GT(trial.imagesPerSecond, 0);
    }
    EXPECT_EQ(towers, towerLadder(defaultTowers(threeTowers())));
    const auto best = std::ranges::max_element(choice.trials, {}, &TowerTrial::imagesPerSecond);
    EXPECT_EQ(choice.plan.towers, best->towers);
    EXPECT_EQ(choice.plan.imagesPerStep(), 90);
    EXPECT_EQ(choice.plan.batchPerTower, (90 + best->towers - 1) / best->towers);
    EXPECT_EQ(choice.plan.learningRate, threeTowers().learningRate);
    EXPECT_NE(choice.remark.english().find("Images per second in a trial: 1 tower "), std::string::npos)
        << choice.remark.english();
    validate(choice.plan);
}

TEST(TowerChoice, LeavesOutTowersWithoutAnImage) {
    Plan plan = threeTowers();
    plan.towers = 1;
    plan.batchPerTower = 1;
    const TowerChoice choice = chooseTowers(plan);
    ASSERT_EQ(choice.trials.size(), 1u); // two were tried, and taken where they happened to be faster
    EXPECT_EQ(choice.plan.towers, 1);
}

TEST(TowerChoice, ReturnsThePlanAfterAStop) {
    std::stop_source stop;
    stop.request_stop();
    const TowerChoice choice = chooseTowers(threeTowers(), stop.get_token());
    EXPECT_TRUE(choice.trials.empty());
    EXPECT_EQ(choice.plan, threeTowers());
}

TEST(TowerChoice, RefusesAsynchronousTowers) {
    Plan plan = threeTowers();
    plan.exchange = "async";
    EXPECT_THROW(chooseTowers(plan), Error);
}

} // namespace
} // namespace belfry
