// What tells runs apart, and what seeds have in common.
#include "core/runs/compare.h"
#include "tests/core/runs/runs_fixture.h"

#include <cmath>

namespace belfry {
namespace {

using testing::ElementsAre;

std::vector<std::string> differing(const std::vector<Plan>& plans) {
    std::vector<std::string> names;
    for (const PlanField* field : differingFields(plans))
        names.push_back(field->name);
    return names;
}

TEST(Compare, NamesTheFieldsThatDiffer) {
    Plan a = namedPlan("a"), b = namedPlan("b");
    EXPECT_TRUE(differing({a, b}).empty()); // names are no settings
    b.learningRate = 0.0003;
    b.devices = {"cpu", "cuda:0"};
    a.layers = {"dense classes linear"};
    b.dataDir = "/elsewhere";
    EXPECT_THAT(differing({a, b, a}), ElementsAre("layers", "devices", "learning_rate"));
    EXPECT_TRUE(differing({}).empty());
}

// 128 images for each of four towers are the same as a global batch of 512, and were listed as two differences.
TEST(Compare, TheBatchIsComparedAsImagesOfAStep) {
    Plan a = namedPlan("a");
    a.towers = 4;
    a.batchPerTower = 128;
    a.globalBatch = 0;
    Plan b = a;
    b.batchPerTower = 7;
    b.globalBatch = 512;
    EXPECT_TRUE(differing({a, b}).empty());
    b.globalBatch = 500;
    EXPECT_THAT(differing({a, b}), ElementsAre("global_batch"));
}

// Fields that decide nothing were listed: the queue's capacity without a queue, epochs beside steps.
TEST(Compare, FieldsWithoutEffectDoNotDiffer) {
    Plan a = namedPlan("a");
    Plan b = a;
    b.queueCapacity = a.queueCapacity + 1;
    EXPECT_TRUE(differing({a, b}).empty());
    a.feed = b.feed = "queue";
    EXPECT_THAT(differing({a, b}), ElementsAre("queue_capacity"));
    b.feed = "direct";
    EXPECT_THAT(differing({a, b}), ElementsAre("feed"));
    b = a;
    a.steps = b.steps = 100;
    b.epochs = a.epochs + 1;
    EXPECT_TRUE(differing({a, b}).empty());
    EXPECT_FALSE(takesEffect(planField("epochs"), a));
    EXPECT_TRUE(takesEffect(planField("steps"), a));
}

TEST(Compare, SeedsOfOnePlanAreGrouped) {
    std::vector<Plan> plans(4, namedPlan("x"));
    plans[1].seed = 2;
    plans[1].name = "y";
    plans[2].learningRate = 0.1;
    plans[3].seed = 9;
    EXPECT_THAT(seedGroups(plans), ElementsAre(0, 0, 1, 0));
    EXPECT_TRUE(seedGroups({}).empty());
}

TEST(Compare, DifferencesAreRelative) {
    EXPECT_DOUBLE_EQ(relativeDifference(110, 100), 0.1);
    EXPECT_DOUBLE_EQ(relativeDifference(0.5, 1), -0.5);
    EXPECT_DOUBLE_EQ(relativeDifference(-1, -2), 0.5); // more
    EXPECT_TRUE(std::isnan(relativeDifference(1, 0)));
}

TEST(Compare, SpreadCoversTheCommonSteps) {
    std::vector<StepDone> first, second;
    for (std::int64_t step = 1; step <= 4; ++step) {
        first.push_back(stepNumber(step));
        second.push_back(stepNumber(step));
        first.back().loss = 1;
        second.back().loss = 3;
    }
    second.pop_back();
    second.erase(second.begin());
    const std::vector<SpreadPoint> points = spreadOf(std::vector<const std::vector<StepDone>*>{&first, &second});
    ASSERT_EQ(points.size(), 2U);
    EXPECT_EQ(points[0].at.step, 2);
    EXPECT_EQ(points[0].runs, 2U);
    EXPECT_FLOAT_EQ(points[0].loss, 2);
    EXPECT_FLOAT_EQ(points[0].lossLow, 1); // 2 - 1.41, but no run was that low
    EXPECT_FLOAT_EQ(points[0].lossHigh, 3);
    EXPECT_TRUE(spreadOf({}).empty());
    first[1].loss = std::nanf("");
    EXPECT_TRUE(std::isnan(spreadOf(std::vector<const std::vector<StepDone>*>{&first, &second}).front().loss));
}

} // namespace
} // namespace belfry
