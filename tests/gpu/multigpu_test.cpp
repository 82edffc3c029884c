// Towers on several GPUs give what one tower on one GPU gives.
#include "core/exchange/device_exchange.h"
#include "core/exchange/nccl_collective.h"
#include "tests/gpu/gpu_networks.h"
#include "tests/gpu/watched_exchange.h"

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

// One on each of the first so many.
std::vector<at::Device> onGpus(int count) {
    std::vector<at::Device> devices;
    for (int device = 0; device < count; ++device)
        devices.push_back(gpu(device));
    return devices;
}

// Buckets so small that the collective library sums the first while backward makes the others.
test::RigOptions overlapping(const Architecture& network, int gpus, std::int64_t bucketFloats) {
    test::RigOptions options = test::gpuOptions(network, onGpus(gpus), "allreduce");
    options.make = [bucketFloats](TowerTeam& team) {
        return std::make_unique<DeviceExchange>(std::make_unique<NcclCollective>(team), bucketFloats);
    };
    return options;
}

TEST_F(TowersOnTwoGpus, SumWhileBackwardRuns) {
    for (const char* name : {"lenet", "tower"}) { // 62 thousand floats; 3.3 million
        const test::Trace one =
            test::traceOf(test::Rig(test::gpuOptions(networkByName(name), {gpu(0)}, "first")), 9, 0.05);
        for (int gpus = 2; gpus <= c10::cuda::device_count(); ++gpus)
            for (const std::int64_t bucketFloats : {1'000, 1 << 20}) {
                SCOPED_TRACE(std::string(name) + ", " + std::to_string(gpus) + " GPUs, buckets of " +
                             std::to_string(bucketFloats));
                const test::RigOptions options = overlapping(networkByName(name), gpus, bucketFloats);
                ASSERT_GE(makeBuckets(*options.blueprint, 1'000).size(), 4U);
                test::expectWithin({.median = 1e-5},
                                   test::distancesOf(one, test::Rig(options), 1e-5, test::Decisions::MayDiffer));
            }
    }
}

// Adam's state lives on every device, each with its own: no step is set right by hand.
TEST_F(TowersOnTwoGpus, KeepReplicasEqualToTheBit) {
    for (const char* name : {"lenet", "tower"})
        for (int gpus = 2; gpus <= c10::cuda::device_count(); ++gpus) {
            test::RigOptions options = overlapping(networkByName(name), gpus, 1'000);
            options.optimizer.name = "adam";
            test::Rig rig(options);
            for (int step = 0; step < 9; ++step) {
                rig.step(0.01);
                for (int tower = 0; tower < gpus; ++tower)
                    ASSERT_EQ(rig.replica(tower), rig.variables().weights()) << name << gpus << step;
            }
        }
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
    const Outcome one = outcomeOf(alone, kImages);
    for (const char* exchange : {"allreduce", "first"}) {
        SCOPED_TRACE(exchange);
        Plan plan = fastPlan(c10::cuda::device_count());
        plan.exchange = exchange;
        const Outcome all = outcomeOf(plan, kImages);
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
}

// Towers beside the parameter server and on other devices, some without images, a moving average and evaluations
// between: all in the devices' order alone.
TEST_F(SessionOnAllGpus, KeepReplicasEqualAroundTheFirstDevice) {
    Plan plan = fastPlan(c10::cuda::device_count());
    plan.exchange = "first";
    plan.towers *= 2;
    plan.averageDecay = 0.9;
    plan.epochs = 4;
    plan.replicaCheckEvery = 1; // ends the run when they differ
    const auto outcome = [&] { return outcomeOf(test::gpuRun(plan, 5 * 240 + 2)); };
    const Outcome checked = outcome();
    EXPECT_EQ(checked.finished.state, RunState::Finished) << checked.finished.reason;
    plan.replicaCheckEvery = 1000; // and where nothing waits between
    const Outcome unchecked = outcome();
    EXPECT_EQ(unchecked.finished.state, RunState::Finished) << unchecked.finished.reason;
    EXPECT_LT(test::relativeDistance(unchecked.weights, checked.weights), 1e-3);
}

// No stage is counted twice, and none in a time that was not. Over the run, not step by step: what the devices did is
// told with the step in whose time the host waited for it.
TEST_F(SessionOnAllGpus, ReportsStagesThatAddUpToItsSteps) {
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

TEST_F(SessionOnAllGpus, FinishesInEveryPrecisionWithoutAWarning) {
    for (const char* model : {"lenet", "tower"}) // of which the first is replayed, the second summed in backward
        for (const char* precision : {"fp32", "tf32", "bf16"})
            for (const std::int64_t replicaCheckEvery : {0, 1}) { // none, and ahead of the devices; or after every step
                SCOPED_TRACE(std::string(model) + " " + precision + " " + std::to_string(replicaCheckEvery));
                Plan plan = fastPlan(c10::cuda::device_count());
                plan.model = model;
                plan.precision = precision;
                plan.replicaCheckEvery = replicaCheckEvery;
                const Outcome outcome = outcomeOf(plan, 20 * 240);
                ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
                EXPECT_TRUE(outcome.warnings.empty()) << outcome.warnings[0].text;
                EXPECT_THAT(outcome.finished.remarks,
                            testing::Not(testing::Contains(testing::HasSubstr("one by one"))));
                ASSERT_EQ(outcome.steps.size(), 40U);
            }
}

TEST_F(SessionOnAllGpus, NaNsNeverReachTheWeights) {
    for (const char* model : {"lenet", "tower"})
        for (const std::int64_t fault : {3, 10}) {
            SCOPED_TRACE(std::string(model) + ", step " + std::to_string(fault));
            Plan plan = fastPlan(c10::cuda::device_count());
            plan.model = model;
            plan.replicaCheckEvery = 0; // which would wait for the devices
            plan.globalBatch = 60;      // 17 steps of 1000 images
            test::expectNoOddNumberInWeights(plan, fault);
        }
}

} // namespace
} // namespace belfry
