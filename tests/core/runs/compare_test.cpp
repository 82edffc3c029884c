// What tells runs apart, and what seeds have in common.
#include "core/runs/compare.h"
#include "tests/core/runs/runs_fixture.h"

#include <cmath>

namespace belfry {
namespace {

using testing::ElementsAre;

TEST(Compare, NamesTheSettingsThatDiffer) {
    Plan a = namedPlan("a"), b = namedPlan("b");
    EXPECT_TRUE(differingSettings(std::vector{a, b}).empty()); // names are no settings
    b.learningRate = 0.0003;
    b.devices = {"cpu", "cuda:0"};
    a.layers = {"dense classes linear"};
    b.dataDir = "/elsewhere";
    const std::vector<SettingDifference> found = differingSettings(std::vector{a, b, a});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].field, "devices");
    EXPECT_THAT(found[0].values, ElementsAre("auto", "cpu, cuda:0", "auto"));
    EXPECT_EQ(found[1].field, "layers");
    EXPECT_EQ(found[2].field, "learning_rate");
    EXPECT_THAT(found[2].values, ElementsAre("0.001", "0.0003", "0.001"));
    EXPECT_TRUE(differingSettings({}).empty());
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
