// A network too large for a device's memory is refused before anything is started, with the estimate.
#include "core/base/error.h"
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

// A CPU and a GPU with `free` of 16 GiB each.
DeviceReport machine(std::int64_t free) {
    DeviceReport report;
    for (const char* id : {"cpu", "cuda:0"}) {
        DeviceInfo device;
        device.id = id;
        device.memoryTotal = 16 * kGiB;
        device.memoryUsed = 16 * kGiB - free;
        report.devices.push_back(device);
    }
    return report;
}

Plan widePlan(const char* device) {
    Plan plan;
    plan.model = "mlp";
    plan.mlp.hiddenLayers = 3;
    plan.mlp.width = 10'000; // 208 million weights
    plan.devices = {device};
    plan.batchPerTower = 32;
    return plan;
}

Blueprint blueprintOf(const Plan& plan) {
    return makeBlueprint(architectureOf(plan), ImageShape{}, 10);
}

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

TEST(PlacementMemory, ANetworkTooLargeIsRefusedWithTheEstimate) {
    for (const char* device : {"cpu", "cuda:0"}) {
        const Plan plan = widePlan(device);
        const std::int64_t needed = blueprintOf(plan).memoryEstimate(32, 2); // Adam keeps two vectors
        EXPECT_THAT(refusal(plan, machine(needed)), IsEmpty());
        const std::string sentence = refusal(plan, machine(needed - 1));
        EXPECT_THAT(sentence, HasSubstr("The towers on " + std::string(device) + " need about " + inGiB(needed) +
                                        ", but " + inGiB(needed - 1) + " of its 16.00 GiB are free."));
        EXPECT_THAT(sentence, HasSubstr("a smaller network"));
    }
}

TEST(PlacementMemory, TowersOnOneDeviceNeedTheirSum) {
    Plan plan = widePlan("cuda:0");
    const std::int64_t one = blueprintOf(plan).memoryEstimate(32, 2);
    plan.towers = 3;
    EXPECT_THAT(refusal(plan, machine(3 * one)), IsEmpty());
    EXPECT_THAT(refusal(plan, machine(3 * one - 1)), HasSubstr("need about " + inGiB(3 * one)));
    plan.devices = {"cpu", "cuda:0"}; // two on the CPU, one on the GPU
    EXPECT_THAT(refusal(plan, machine(2 * one)), IsEmpty());
    EXPECT_THAT(refusal(plan, machine(2 * one - 1)), HasSubstr("The towers on cpu need about " + inGiB(2 * one)));
}

// Nothing is known against the plan then.
TEST(PlacementMemory, AMachineThatDoesNotTellIsNotRefused) {
    DeviceReport report = machine(0);
    for (DeviceInfo& device : report.devices)
        device.memoryTotal = device.memoryUsed = -1;
    EXPECT_THAT(refusal(widePlan("cpu"), report), IsEmpty());
}

} // namespace
} // namespace belfry
