// Whole runs on one GPU, as the window and belfry-cli start them.
#include "core/base/stopwatch.h"
#include "core/tower/predict_batch.h"
#include "core/train/plan_shares.h"
#include "tests/gpu/gpu_networks.h"
#include "tests/gpu/gpu_runs.h"

#include <c10/cuda/CUDACachingAllocator.h>

#include <gmock/gmock.h>

namespace belfry {
namespace {

using test::Outcome;
using test::outcomeOf;
using SessionOnGpu = test::OnGpus<1>;

constexpr std::int64_t kEpochs = 4;
constexpr double kLearned = 0.5; // of the 200 validation images, by the end of so many epochs

TEST_F(SessionOnGpu, LearnsInEveryFeedWithEveryExchange) {
    for (const char* feed : {"direct", "queue", "resident"})
        for (const char* exchange : {"cpu", "first", "async", "auto"}) {
            Plan plan = test::smallGpuPlan();
            plan.towers = 2; // on the same device
            plan.feed = feed;
            plan.exchange = exchange;
            plan.replicaCheckEvery = 1;
            plan.epochs = kEpochs;
            const Outcome outcome = outcomeOf(plan);
            ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
            EXPECT_GT(outcome.finished.bestValidation, kLearned) << feed << " " << exchange;
        }
}

// What rounding has changed in the weights. The own kernels, which make up LeNet in fp32, have no TF32.
TEST_F(SessionOnGpu, LearnsInEveryPrecision) {
    for (const char* model : {"lenet", "mlp"}) {
        std::vector<float> exact;
        for (const char* precision : {"fp32", "tf32", "bf16"}) {
            SCOPED_TRACE(std::string(model) + " " + precision);
            Plan plan = test::smallGpuPlan();
            plan.model = model;
            plan.precision = precision;
            plan.feed = "resident";
            plan.exchange = "first";
            plan.epochs = kEpochs;
            const Outcome outcome = outcomeOf(plan);
            ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
            EXPECT_TRUE(outcome.warnings.empty()) << outcome.warnings[0].text;
            EXPECT_GT(outcome.finished.bestValidation, kLearned);
            ASSERT_FALSE(outcome.weights.empty());
            if (exact.empty()) {
                exact = outcome.weights;
                continue;
            }
            const bool rounds =
                precisionOf(plan) == Precision::Bf16 || (test::hasTf32() && plan.model != std::string("lenet"));
            const double distance = test::relativeDistance(outcome.weights, exact);
            if (rounds) {
                EXPECT_GT(distance, 1e-4);
            } else {
                EXPECT_EQ(distance, 0);
            }
        }
    }
}

TEST_F(SessionOnGpu, IsBitwiseReproducible) {
    for (const char* precision : {"fp32", "tf32", "bf16"})
        for (const char* model : {"lenet", "tower-direct", "keras-cnn"}) {
            Plan plan = test::smallGpuPlan();
            plan.model = model;
            plan.precision = precision;
            plan.exchange = "first";
            plan.augmentation = "digits";
            const Outcome one = outcomeOf(plan), other = outcomeOf(plan);
            for (const Outcome* outcome : {&one, &other}) {
                ASSERT_EQ(outcome->finished.state, RunState::Finished) << outcome->finished.reason;
                ASSERT_FALSE(outcome->weights.empty());
            }
            EXPECT_EQ(one.weights, other.weights) << model << " " << precision;
        }
}

// The device finds the partners of resident images by itself. Replayed steps and those of short batches are among them.
TEST_F(SessionOnGpu, MixesAlikeInEveryFeed) {
    Plan plan = test::smallGpuPlan();
    plan.model = "keras-cnn";
    plan.exchange = "first";
    plan.augmentation = "flip, mixup, cutmix";
    std::vector<float> expected;
    for (const char* feed : {"direct", "queue", "resident"}) {
        plan.feed = feed;
        const Outcome outcome = outcomeOf(plan);
        ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
        ASSERT_FALSE(outcome.weights.empty());
        if (expected.empty())
            expected = outcome.weights;
        EXPECT_LT(test::relativeDistance(outcome.weights, expected), 1e-3) << feed;
    }
}

// Before which all is captured that will be.
TEST_F(SessionOnGpu, IsTheSameRunAfterAWarmUp) {
    Plan plan = test::smallGpuPlan();
    for (const auto& [model, feed, average] : {std::tuple{"keras-cnn", "resident", 0.0},
                                               {"keras-cnn", "resident", 0.9},
                                               {"keras-cnn", "direct", 0.0},
                                               {"lenet", "resident", 0.0}}) { // whose own kernels are tried there
        plan.model = model;
        plan.feed = feed;
        plan.averageDecay = average;
        plan.exchange = "first";
        PreparedRun cold = test::gpuRun(plan);
        cold.warmUp = false;
        const Outcome warm = outcomeOf(plan), expected = outcomeOf(std::move(cold));
        ASSERT_EQ(warm.finished.state, RunState::Finished) << warm.finished.reason;
        ASSERT_EQ(warm.steps.size(), expected.steps.size());
        EXPECT_GT(warm.finished.startupSeconds, 0);
        ASSERT_FALSE(expected.weights.empty());
        EXPECT_LT(test::relativeDistance(warm.weights, expected.weights), 1e-3)
            << model << " " << feed << " " << average;
    }
}

// The reference on the CPU finds nothing wrong; one tower's all-reduce goes through the collective library too.
TEST_F(SessionOnGpu, MatchesTheReference) {
    for (const std::string exchange : {"cpu", "first", "allreduce"}) {
        Plan plan = test::smallGpuPlan();
        plan.exchange = exchange;
        plan.towers = exchange == "allreduce" ? 1 : 2; // on the same device
        plan.checkExchange = true;
        const Outcome outcome = outcomeOf(plan);
        ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
        EXPECT_TRUE(outcome.warnings.empty()) << outcome.warnings[0].text;
    }
}

TEST_F(SessionOnGpu, ReportsTheStagesOfAStep) {
    Plan plan = test::smallGpuPlan();
    plan.exchange = "first";
    const Outcome outcome = outcomeOf(plan);
    ASSERT_FALSE(outcome.steps.empty());
    const StageTimes& times = outcome.steps.back().towers.at(0);
    for (const float stage : {times.copy, times.forward, times.backward, times.update})
        EXPECT_GT(stage, 0.0f);
}

std::int64_t reservedBytes() {
    return c10::cuda::CUDACachingAllocator::getDeviceStats(0).reserved_bytes[0].current; // of all pools
}

// What the driver counts as used would keep the next run from starting. What the libraries keep for good, they have by
// the end of the first.
TEST_F(SessionOnGpu, ReleasesItsMemory) {
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(networkByName("tower"), {1, 28, 28}, 10));
    const auto reservedDuring = [&] {
        TowerTeam team(std::vector{test::gpu(0)}, 1, blueprint, 1);
        const std::vector<std::uint8_t> images(512 * 784);
        predictBatch(team, images);
        return reservedBytes();
    };
    reservedDuring();
    const std::int64_t before = reservedBytes(), taken = reservedDuring() - before;
    EXPECT_GT(taken, 0);
    EXPECT_LT(reservedBytes() - before, taken / 2);
}

TEST_F(SessionOnGpu, ReportsRunningOutOfMemory) {
    {
        const test::MemoryLimit limit(0.005);
        Plan plan = test::smallGpuPlan();
        plan.model = "tower";
        plan.batchPerTower = 4096;
        const Outcome outcome = outcomeOf(plan, 5000);
        EXPECT_EQ(outcome.finished.state, RunState::Failed);
        EXPECT_THAT(outcome.finished.reason, testing::HasSubstr("The device ran out of memory."));
    }
    EXPECT_EQ(outcomeOf(test::smallGpuPlan()).finished.state, RunState::Finished); // and the next run goes
}

TEST_F(SessionOnGpu, MeasuredSharesGiveItMoreThanTheCpu) {
    Plan plan = test::smallGpuPlan();
    plan.devices = {"cuda:0", "cpu"};
    plan.model = "keras-mnist"; // milliseconds an image on a processor's core
    plan.towers = 2;
    plan.globalBatch = 200;
    plan.epochs = 1;
    plan.shares = "measured";
    const Outcome outcome = outcomeOf(plan);
    ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
    const Started& started = outcome.started.at(0);
    EXPECT_EQ(started.placement.at(0).device, "cuda:0");
    const std::vector<double> fractions = shareFractions(started.plan);
    ASSERT_EQ(fractions.size(), 2U) << started.plan.shares;
    EXPECT_GT(fractions[0], fractions[1]);
    ASSERT_EQ(outcome.steps.size(), 5U);
    for (const StepDone& step : outcome.steps) {
        EXPECT_GT(step.towers.at(0).images, step.towers.at(1).images);
        EXPECT_EQ(step.towers[0].images + step.towers[1].images, 200);
    }
}

// Only what the host had queued was counted once, and told as speed.
TEST_F(SessionOnGpu, CountsTheTimeOfALaggingDevice) {
    Plan plan = test::smallGpuPlan();
    plan.model = "wide"; // milliseconds of work that are queued in microseconds
    plan.batchPerTower = 500;
    plan.epochs = 1;
    plan.exchange = "first";
    plan.feed = "resident";
    const Stopwatch watch;
    const Outcome outcome = outcomeOf(plan, 10'000);
    ASSERT_EQ(outcome.steps.size(), 20U);
    double told = 0;
    for (const StepDone& step : outcome.steps)
        told += step.milliseconds;
    const auto every = static_cast<std::size_t>(outcome.started.at(0).stagesTimedEvery);
    for (std::size_t timed = 0; timed < outcome.steps.size(); timed += every) {
        const StepDone& step = outcome.steps[timed];
        EXPECT_GT(step.milliseconds, 0.8 * (step.towers[0].forward + step.towers[0].backward)) << "step " << step.step;
    }
    EXPECT_LT(told, 1000 * watch.seconds());
    EXPECT_NEAR(outcome.finished.seconds, told / 1000, 1e-3 + 0.01 * told / 1000);
}

TEST_F(SessionOnGpu, EpochsDoNotAllocateMemory) {
    const auto takenBy = [](std::int64_t epochs) {
        Plan plan = test::smallGpuPlan();
        plan.model = "keras-cnn"; // its dropout draws otherwise in every epoch, in the same capture
        plan.epochs = epochs;
        plan.feed = "resident";
        plan.exchange = "first";
        const std::int64_t before = reservedBytes();
        c10::cuda::CUDACachingAllocator::resetPeakStats(0);
        EXPECT_EQ(outcomeOf(plan).finished.state, RunState::Finished);
        return c10::cuda::CUDACachingAllocator::getDeviceStats(0).reserved_bytes[0].peak - before;
    };
    takenBy(1); // and what the libraries keep for good
    const std::int64_t three = takenBy(3);
    EXPECT_GT(three, 0);
    EXPECT_LE(takenBy(9), three + three / 10);
}

} // namespace
} // namespace belfry
