// Towers measured for real, briefly: what is measured and told. That towers are fast is no test's business.
#include "core/study/scaling.h"
#include "tests/core/formats/refusal.h"
#include "tests/core/study/small_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace belfry {
namespace {

using test::smallPlan;

TEST(Scaling, LadderEndsWithTheMaximum) {
    EXPECT_EQ(towerLadder(1), (std::vector{1}));
    EXPECT_EQ(towerLadder(4), (std::vector{1, 2, 4}));
    EXPECT_EQ(towerLadder(6), (std::vector{1, 2, 4, 6}));
}

TEST(Scaling, MeasuresBothModes) {
    int calls = 0;
    const ScalingFinding finding =
        measureScaling(smallPlan(), {.towersUpTo = 3, .repeats = 2, .steps = 4},
                       [&calls](const ScalingFinding& known) { EXPECT_EQ(known.done, ++calls); });
    EXPECT_EQ(calls, finding.all);
    EXPECT_FALSE(finding.stopped);
    ASSERT_EQ(finding.points.size(), 6U); // 1, 2, 3 towers in both modes
    for (const ScalingPoint& point : finding.points) {
        EXPECT_EQ(point.globalBatch, point.mode == ScalingMode::PerTower ? 32 * point.towers : 32);
        EXPECT_EQ(point.batchPerTower, (point.globalBatch + point.towers - 1) / point.towers);
        EXPECT_EQ(point.repeats, 2);
        EXPECT_EQ(point.exchange, "cpu");
        EXPECT_GT(point.imagesPerSecond.mean, 0);
        EXPECT_NEAR(point.efficiency.mean, point.speedUp.mean / point.towers, 1e-12);
        ASSERT_EQ(point.stages.size(), static_cast<std::size_t>(point.towers));
        for (const StageTimes& times : point.stages) {
            EXPECT_GT(times.forward, 0);
            EXPECT_GT(times.backward, 0);
            EXPECT_LE(times.total(), 1.001 * point.milliseconds);
        }
        EXPECT_GT(point.predictedPerSecond, 0);
        EXPECT_GT(point.predictedSpeedUp, 0);
    }
    EXPECT_EQ(finding.points[0].speedUp.mean, 1);
    EXPECT_EQ(finding.points[0].speedUp.deviation, 0);
    EXPECT_GT(finding.exchange.busBytesPerSecond, 0);
    ASSERT_TRUE(finding.advice);
    EXPECT_EQ(finding.sentence, sentenceOf(*finding.advice));
    const auto says = [&](const char* part) {
        return std::ranges::any_of(finding.remarks,
                                   [part](const Text& text) { return text.english().find(part) != std::string::npos; });
    };
    EXPECT_TRUE(says("3 towers share cpu"));
    EXPECT_TRUE(says("more towers divide"));
}

// The plan's own towers count for its global batch; one tower's batch is its share.
TEST(Scaling, TheGlobalBatchIsThatOfThePlan) {
    Plan plan = smallPlan();
    plan.towers = 2;
    const ScalingFinding finding =
        measureScaling(plan, {.towersUpTo = 2, .modes = {ScalingMode::Global}, .repeats = 1, .steps = 3});
    ASSERT_EQ(finding.points.size(), 2U);
    EXPECT_EQ(finding.points[0].globalBatch, 64);
    EXPECT_EQ(finding.points[1].batchPerTower, 32);
    EXPECT_EQ(finding.advice->presentBatch, 32); // is about the towers with their batch in every mode
}

// What the advice speaks of and the table does not have is said.
TEST(Scaling, AdviceOutsideTheTableNamesItsCase) {
    Plan plan = smallPlan();
    plan.towers = 3;
    plan.shares = "0.5,0.3,0.2";
    const ScalingFinding finding =
        measureScaling(plan, {.towersUpTo = 2, .modes = {ScalingMode::Global}, .repeats = 1, .steps = 3});
    const auto says = [](const char* start) {
        return testing::Contains(testing::Property(&Text::english, testing::StartsWith(start)));
    };
    EXPECT_THAT(finding.remarks, says("The advice is about 2 towers with 32 images each, which were measured too: "));
    EXPECT_THAT(finding.remarks, says("The plan's shares are ignored"));
}

// By itself it never asks for more towers than have an image of a step.
TEST(Scaling, NoTowerIsLeftWithoutAnImage) {
    Plan plan = smallPlan();
    plan.towers = 1;
    plan.batchPerTower = 1;
    const ScalingFinding finding = measureScaling(plan, {.repeats = 1, .steps = 3});
    EXPECT_EQ(finding.points.back().towers, 1);
}

TEST(Scaling, AutoIsResolvedOnce) {
    Plan plan = smallPlan();
    plan.exchange = "auto";
    const ScalingFinding finding =
        measureScaling(plan, {.towersUpTo = 2, .modes = {ScalingMode::PerTower}, .repeats = 1, .steps = 3});
    for (const ScalingPoint& point : finding.points)
        EXPECT_NE(point.exchange, "auto");
}

TEST(Scaling, AStopReturnsPartialResults) {
    std::stop_source source;
    const ScalingFinding finding = measureScaling(
        smallPlan(), {.towersUpTo = 2, .repeats = 100},
        [&source](const ScalingFinding& known) {
            if (known.done == 2)
                source.request_stop();
        },
        source.get_token());
    EXPECT_TRUE(finding.stopped);
    EXPECT_EQ(finding.done, 2);
    EXPECT_FALSE(finding.points.empty());
    EXPECT_TRUE(finding.sentence.empty());
}

TEST(Scaling, RefusesInvalidSettings) {
    const auto refuses = [](const Plan& plan, const ScalingSettings& settings, const char* part) {
        EXPECT_THAT(refusal([&] { measureScaling(plan, settings); }, ErrorCategory::Usage), testing::HasSubstr(part));
    };
    refuses(smallPlan(), {.towersUpTo = 65}, "0 to 64");
    refuses(smallPlan(), {.repeats = 0}, "1 to 100");
    refuses(smallPlan(), {.steps = -1}, "0 to 1000000");
    refuses(smallPlan(), {.modes = {}}, "No mode");
    Plan few = smallPlan();
    few.globalBatch = 3;
    refuses(few, {.towersUpTo = 4}, "3 is smaller than 4 towers");
    Plan many = smallPlan();
    many.batchPerTower = 20'000;
    refuses(many, {.towersUpTo = 4}, "80000 images");
}

TEST(Scaling, CsvHasOneLinePerTower) {
    ScalingFinding finding;
    ScalingPoint point;
    point.towers = 2;
    point.batchPerTower = 8;
    point.globalBatch = 16;
    point.exchange = "first";
    point.repeats = 5;
    point.speedUp = {1.5, 0.25};
    point.stages = {{.wait = 0.5F}, {.update = 2}};
    finding.points = {point};
    const std::string csv = scalingCsv(finding);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
    EXPECT_NE(csv.find("per-tower,2,8,16,first,5,0,0,1.5,0.25,0,0,0,0,0,1,0,0,0,0,0,2,0\n"), std::string::npos) << csv;
    const auto head = csv.find('\n');
    EXPECT_EQ(std::ranges::count(csv.substr(0, head), ','), std::ranges::count(csv.substr(head + 1), ',') / 2);
}

} // namespace
} // namespace belfry
