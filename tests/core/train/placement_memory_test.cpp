// A network too large for a device's memory is refused before anything is started, with the estimate.
#include "core/base/error.h"
#include "core/tower/prediction_part.h"
#include "core/train/placement.h"
#include "core/train/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

namespace belfry {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kGiB = std::int64_t{1} << 30;
constexpr std::int64_t kBatch = 1000; // images per tower, which take more than an evaluation

// A CPU and a GPU of 16 GiB each, of which all is free but on `device`.
DeviceReport machine(const std::string& device, std::int64_t free) {
    DeviceReport report;
    for (const char* id : {"cpu", "cuda:0"}) {
        DeviceInfo info;
        info.id = id;
        info.memoryTotal = 16 * kGiB;
        info.memoryUsed = id == device ? 16 * kGiB - free : 0;
        report.devices.push_back(info);
    }
    return report;
}

Plan widePlan(const char* device) {
    Plan plan;
    plan.model = "mlp";
    plan.mlp.hiddenLayers = 3;
    plan.mlp.width = 10'000; // 208 million weights
    plan.devices = {device};
    plan.feed = "direct";
    plan.batchPerTower = kBatch;
    return plan;
}

Blueprint blueprintOf(const Plan& plan) { return makeBlueprint(architectureOf(plan), ImageShape{}, 10); }

std::string refusal(const Plan& plan, const DeviceReport& report) {
    try {
        placeTowers(plan, blueprintOf(plan), report, 55'000);
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Device);
        return error.what();
    }
    return {};
}

std::string inGiB(std::int64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f GiB", static_cast<double>(bytes) / static_cast<double>(kGiB));
    return text;
}

// The copies of the weights that are best, shown, and being saved with all that Adam keeps.
std::int64_t copies(const Plan& plan) { return 6 * 4 * blueprintOf(plan).flatSize; }

TEST(PlacementMemory, ATooLargeNetworkIsRefusedWithTheEstimate) {
    for (const std::string device : {"cpu", "cuda:0"}) {
        const Plan plan = widePlan(device.c_str());
        const std::int64_t needed = blueprintOf(plan).memoryEstimate(kBatch, 2) + // Adam keeps two vectors
                                    (device == "cpu" ? copies(plan) : 0);
        EXPECT_THAT(refusal(plan, machine(device, needed)), IsEmpty());
        const std::string sentence = refusal(plan, machine(device, needed - 1));
        EXPECT_THAT(sentence, HasSubstr("The towers on " + device + " need about " + inGiB(needed) + ", but " +
                                        inGiB(needed - 1) + " of its 16.00 GiB are free."));
        EXPECT_THAT(sentence, HasSubstr("a smaller network"));
    }
}

TEST(PlacementMemory, TowersOnOneDeviceNeedTheirSum) {
    Plan plan = widePlan("cuda:0");
    const std::int64_t one = blueprintOf(plan).memoryEstimate(kBatch, 2);
    plan.towers = 3;
    EXPECT_THAT(refusal(plan, machine("cuda:0", 3 * one)), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cuda:0", 3 * one - 1)), HasSubstr("need about " + inGiB(3 * one)));
    plan.devices = {"cpu", "cuda:0"}; // two on the CPU, one on the GPU
    const std::int64_t two = 2 * one + copies(plan);
    EXPECT_THAT(refusal(plan, machine("cpu", two)), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cpu", two - 1)), HasSubstr("The towers on cpu need about " + inGiB(two)));
}

// The estimate knew the tensors of training alone: a run of 0.3 GiB took 1.4 when it saved its weights.
TEST(PlacementMemory, CountsTheCopiesOfTheWeights) {
    Plan plan = widePlan("cuda:0"); // they are made in the computer's memory all the same
    EXPECT_THAT(refusal(plan, machine("cpu", copies(plan))), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cpu", copies(plan) - 1)), HasSubstr("on cpu need"));
    plan.averageDecay = 0.999; // one more, beside that of the update
    const std::int64_t more = copies(plan) / 6 * 7;
    EXPECT_THAT(refusal(plan, machine("cpu", more)), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cpu", more - 1)), HasSubstr("on cpu need"));
    EXPECT_THAT(refusal(plan, machine("cuda:0", blueprintOf(plan).memoryEstimate(kBatch, 3))), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cuda:0", blueprintOf(plan).memoryEstimate(kBatch, 3) - 1)), HasSubstr("cuda:0"));
    plan.lookaheadEvery = 5; // slow weights
    EXPECT_THAT(refusal(plan, machine("cuda:0", blueprintOf(plan).memoryEstimate(kBatch, 4))), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cuda:0", blueprintOf(plan).memoryEstimate(kBatch, 4) - 1)), HasSubstr("cuda:0"));
}

// With small batches it is the evaluation that takes the most.
TEST(PlacementMemory, CountsTheImagesOfAnEvaluation) {
    Plan plan;
    plan.model = "own";
    plan.layers = {"pad 1024", "maxpool 64x64 stride 64", "dense classes linear"};
    plan.devices = {"cuda:0"};
    plan.feed = "direct";
    plan.batchPerTower = 1;
    const Blueprint blueprint = blueprintOf(plan);
    const std::int64_t needed = blueprint.memoryEstimate(0, 2) + predictionBytes(blueprint);
    EXPECT_GT(needed, 2 * blueprint.memoryEstimate(1, 2));
    EXPECT_THAT(refusal(plan, machine("cuda:0", needed)), IsEmpty());
    EXPECT_THAT(refusal(plan, machine("cuda:0", needed - 1)), HasSubstr("need about " + inGiB(needed)));
}

// As in containers: any network was let through there.
TEST(PlacementMemory, UsedMemoryMayBeUnknown) {
    DeviceReport report = machine("cuda:0", 0);
    for (DeviceInfo& device : report.devices)
        device.memoryUsed = -1;
    EXPECT_THAT(refusal(widePlan("cuda:0"), report), IsEmpty()); // 16 GiB are enough
    for (DeviceInfo& device : report.devices)
        device.memoryTotal = kGiB;
    EXPECT_THAT(refusal(widePlan("cuda:0"), report), HasSubstr(" are free. Choose "));
}

// Nothing is known against the plan then.
TEST(PlacementMemory, UnknownMemoryIsNotRefused) {
    DeviceReport report = machine("cpu", 0);
    for (DeviceInfo& device : report.devices)
        device.memoryTotal = device.memoryUsed = -1;
    EXPECT_THAT(refusal(widePlan("cpu"), report), IsEmpty());
}

} // namespace
} // namespace belfry
