// Towers on several GPUs give what one tower on one GPU gives.
#include "tests/gpu/gpu_networks.h"
#include "tests/gpu/gpu_runs.h"

#include <c10/cuda/CUDAFunctions.h>

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace belfry {
namespace {

using test::gpu;
using test::Outcome;
using test::outcomeOf;
using TowersOnTwoGpus = test::OnGpus<2>;

TEST_F(TowersOnTwoGpus, ComputeWhatOneComputes) {
    test::expectEquality(gpu(0),
                         {.placements = {{gpu(0), gpu(1)}, {gpu(1), gpu(0)}, {gpu(0), gpu(1), gpu(0), gpu(1), gpu(1)}},
                          .limits = {.median = 1e-5}});
}

TEST_F(TowersOnTwoGpus, MixWithTheCpu) {
    test::expectEquality(
        at::kCPU, {.placements = {{gpu(1), at::kCPU, gpu(0)}, {at::kCPU, gpu(0), gpu(1)}}, .limits = {.median = 1e-4}});
}

// As fast as it goes: sums begin while backward runs, steps are captured, and the host is ahead of the devices.
Plan fastPlan(int gpus) {
    Plan plan = test::smallGpuPlan();
    plan.devices.clear();
    for (int device = 0; device < gpus; ++device)
        plan.devices.push_back("cuda:" + std::to_string(device));
    plan.towers = gpus;
    plan.globalBatch = 240;
    plan.exchange = "allreduce";
    plan.feed = "resident";
    plan.optimizer = "sgd";
    plan.learningRate = 0.05;
    return plan;
}

using SessionOnAllGpus = test::OnGpus<2>;

TEST_F(SessionOnAllGpus, GivesTheRunOfOne) {
    constexpr std::int64_t kImages = 40 * 240 + 100; // a short batch at the end of each epoch
    Plan alone = fastPlan(1);
    alone.exchange = "first";
    const Outcome one = outcomeOf(alone, kImages), all = outcomeOf(fastPlan(c10::cuda::device_count()), kImages);
    for (const Outcome* outcome : {&one, &all}) {
        ASSERT_EQ(outcome->finished.state, RunState::Finished) << outcome->finished.reason;
        EXPECT_THAT(outcome->finished.remarks, testing::Not(testing::Contains(testing::HasSubstr("one by one"))));
        ASSERT_EQ(outcome->steps.size(), 82U);
    }
    for (std::size_t i = 0; i < one.steps.size(); ++i) { // the mean is weighted: only rounding tells them apart
        EXPECT_EQ(all.steps[i].images, one.steps[i].images);
        EXPECT_NEAR(all.steps[i].loss, one.steps[i].loss, 1e-3 * (1 + std::abs(one.steps[i].loss))) << i;
    }
    EXPECT_LT(test::relativeDistance(all.weights, one.weights), 1e-3);
}

// No stage is counted twice, and none in a time that was not. Over the run, not step by step: what the devices did is
// told with the step in whose time the host waited for it.
TEST_F(SessionOnAllGpus, TellsStagesThatMakeUpItsSteps) {
    const int gpus = c10::cuda::device_count();
    const Outcome outcome = outcomeOf(fastPlan(gpus), 40 * 240);
    ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
    const auto told = std::accumulate(outcome.steps.begin(), outcome.steps.end(), 0.0,
                                      [](double sum, const StepDone& step) { return sum + step.milliseconds; });
    for (std::size_t tower = 0; tower < static_cast<std::size_t>(gpus); ++tower) {
        double staged = 0;
        for (const StepDone& step : outcome.steps) {
            const StageTimes& times = step.towers.at(tower);
            for (const float stage : {times.forward, times.backward, times.exchange, times.update})
                EXPECT_GE(stage, 0.0f);
            EXPECT_GT(times.forward + times.backward, 0.0f);
            staged += times.total();
        }
        EXPECT_LE(staged, 1.1 * told) << "tower " << tower; // stamps on the device against the host's clock
    }
}

} // namespace
} // namespace belfry
