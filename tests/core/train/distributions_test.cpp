// What a run tells of the numbers inside its network.
#include "core/train/events.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using test::EndedRun;
using test::smallRun;

// Ten steps an epoch.
Plan watchedPlan() {
    Plan plan;
    plan.model = "mine";
    plan.layers = {"conv 4 3x3 relu", "batchnorm", "dropout 0.5", "dense classes linear"};
    plan.towers = 2;
    plan.batchPerTower = 50;
    plan.epochs = 2;
    plan.tensorboard = true;
    return plan;
}

struct Told {
    std::vector<Distributions> distributions;
    Snapshot last;
};

Told run(const Plan& plan) {
    const EndedRun ended(smallRun(plan));
    EXPECT_EQ(ended.finished().state, RunState::Finished) << ended.finished().reason;
    return {ended.all<Distributions>(), ended.saved.back().snapshot};
}

std::vector<std::int64_t> stepsOf(const Told& told) {
    std::vector<std::int64_t> steps;
    for (const Distributions& distributions : told.distributions)
        steps.push_back(distributions.step);
    return steps;
}

TEST(DistributionsTest, AreReportedWhenThePlanEnablesThem) {
    Plan plan = watchedPlan();
    EXPECT_THAT(stepsOf(run(plan)), testing::ElementsAre(10, 20));
    plan.histogramsEvery = 7;
    EXPECT_THAT(stepsOf(run(plan)), testing::ElementsAre(7, 14));
    plan.histogramsEvery = 0;
    plan.steps = 13;
    EXPECT_THAT(stepsOf(run(plan)), testing::ElementsAre(10, 13)) << "the part of an epoch at the end";
    plan.tensorboard = false;
    EXPECT_THAT(stepsOf(run(plan)), testing::IsEmpty());
}

TEST(DistributionsTest, AreOfWeightsGradientsAndActivations) {
    const Told told = run(watchedPlan());
    std::vector<std::string> names;
    for (const auto& [name, numbers] : told.distributions.back().vectors)
        names.push_back(name);
    EXPECT_THAT(names,
                testing::UnorderedElementsAre(
                    "conv1/weight", "conv1/weight/gradients", "conv1/bias", "conv1/bias/gradients", "batchnorm2/scale",
                    "batchnorm2/scale/gradients", "batchnorm2/offset", "batchnorm2/offset/gradients", "batchnorm2/mean",
                    "batchnorm2/variance", "dense4/weight", "dense4/weight/gradients", "dense4/bias",
                    "dense4/bias/gradients", "conv1/activations", "batchnorm2/activations", "dense4/activations"));
    for (const auto& [name, numbers] : told.distributions.back().vectors) {
        EXPECT_GT(numbers.count, 0) << name;
        EXPECT_TRUE(numbers.min < numbers.max || numbers.count == 1) << name;
        if (name == "conv1/activations") {
            EXPECT_EQ(numbers.count, 64 * 26 * 26 * 4);
            EXPECT_EQ(numbers.min, 0);
            EXPECT_GT(numbers.sparsity(), 0);
        }
    }
}

TEST(DistributionsTest, AreOfTheWeightsAtThatStep) {
    const Told told = run(watchedPlan());
    const Slice& slice = told.last.blueprint->slices[0];
    const Distribution expected =
        distributionOf(std::span(told.last.weights)
                           .subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count)));
    const auto& found = told.distributions.back().vectors[0];
    EXPECT_EQ(found.name, "conv1/weight");
    EXPECT_EQ(found.numbers.sum, expected.sum);
    EXPECT_EQ(found.numbers.buckets, expected.buckets);
}

TEST(DistributionsTest, DoNotChangeTheRun) {
    Plan plan = watchedPlan();
    plan.histogramsEvery = 1;
    const Told watched = run(plan);
    plan.tensorboard = false;
    EXPECT_EQ(run(plan).last.weights, watched.last.weights);
}

TEST(DistributionsTest, AreOneJsonObject) {
    const Distributions told{7, {{"conv1/weight", distributionOf(std::vector<float>{-1, 0, 0, 3})}}};
    EXPECT_EQ(toJson(Event(told), "r"),
              nlohmann::json::parse(R"({"event": "distributions", "run": "r", "step": 7, "vectors": [{"name":
                  "conv1/weight", "count": 4, "min": -1.0, "max": 3.0, "mean": 0.5, "mean_square": 2.5,
                  "sparsity": 0.5}]})"));
}

} // namespace
} // namespace belfry
