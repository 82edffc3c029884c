#include "core/device/cuda_inventory.h"

#include <gmock/gmock.h>

#include <string_view>
#include <utility>

namespace belfry {
namespace {

using testing::HasSubstr;

struct Case {
    const char* name;
    CudaFindings findings;
    std::vector<const char*> parts; // of the sentence; none = no problem
};

// cudaError_t: 35 insufficient driver, 100 no device, 802 system not ready.
const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"works", {0, "no error", 13000, 13000, 2, "580.65.06", "", false}, {}},
        {"newer driver", {0, "no error", 13020, 13000, 1, "", "", false}, {}},
        {"no driver",
         {35, "CUDA driver version is insufficient", 0, 13000, 0, "", "", false},
         {"No NVIDIA driver", "580"}},
        {"old driver",
         {35, "CUDA driver version is insufficient", 12040, 13000, 0, "550.54.15", "", false},
         {"550.54.15", "12.4", "13.0", "driver 580 or newer"}},
        {"old driver of unknown version",
         {35, "", 11080, 13000, 0, "", "", false},
         {"driver supports CUDA up to 11.8", "580"}},
        {"old driver, other code", {3, "initialization error", 12080, 13000, 0, "", "", false}, {"12.8", "580"}},
        {"hidden",
         {100, "no CUDA-capable device", 13000, 13000, 0, "580.1", "-1", true},
         {"CUDA_VISIBLE_DEVICES is '-1'", "unset"}},
        {"hidden by an empty list", {100, "", 13000, 13000, 0, "", "", true}, {"CUDA_VISIBLE_DEVICES is ''"}},
        {"driver without a GPU", {100, "", 13000, 13000, 0, "", "", false}, {"shows no GPU", "container"}},
        {"none counted", {0, "no error", 13000, 13000, 0, "", "", false}, {"shows no GPU"}},
        {"broken",
         {802, "system not yet initialized", 13000, 13000, 0, "", "", false},
         {"system not yet initialized", "802", "nvidia-smi"}},
    };
    return all;
}

TEST(CudaProblem, NamesFoundAndNeededVersionsAndOffersTheCpu) {
    for (const Case& one : cases()) {
        SCOPED_TRACE(one.name);
        const std::string sentence = cudaProblem(one.findings).english();
        EXPECT_EQ(sentence.empty(), one.parts.empty()) << sentence;
        for (const char* part : one.parts)
            EXPECT_THAT(sentence, HasSubstr(part));
        if (!one.parts.empty()) {
            EXPECT_THAT(sentence, HasSubstr("CPU"));
        }
    }
}

TEST(CudaCode, RunsOnItsMajorVersionAndAsPtxOnNewerOnes) {
    constexpr std::string_view kCode = "sm_75 sm_80 sm_86 sm_100a compute_90 compute_103a";
    for (const auto& [major, minor] :
         {std::pair{7, 5}, {8, 0}, {8, 6}, {8, 7}, {8, 9}, {9, 0}, {10, 0}, {10, 3}, {12, 1}})
        EXPECT_TRUE(cudaCodeRunsOn(kCode, major, minor)) << major << '.' << minor;
    for (const auto& [major, minor] : {std::pair{6, 1}, {7, 0}, {7, 2}})
        EXPECT_FALSE(cudaCodeRunsOn(kCode, major, minor)) << major << '.' << minor;
    EXPECT_FALSE(cudaCodeRunsOn("sm_86", 8, 0)) << "an older minor version";
    EXPECT_FALSE(cudaCodeRunsOn("sm_90a", 9, 3)) << "for 9.0 alone";
    EXPECT_FALSE(cudaCodeRunsOn("compute_90", 8, 9)) << "PTX of a newer one";
    EXPECT_FALSE(cudaCodeRunsOn("", 9, 0));
}

TEST(CudaCode, OfThisBuildIsKnown) { EXPECT_THAT(std::string(builtCudaCode()), HasSubstr("sm_")); }

TEST(CudaInventory, OfThisMachineIsDevicesOrAMessage) {
    const CudaInventory inventory = askCuda();
    EXPECT_EQ(inventory.findings.runtimeCuda / 1000, 13);
    EXPECT_EQ(inventory.devices.empty(), !cudaProblem(inventory.findings).empty());
    for (const DeviceInfo& device : inventory.devices) {
        EXPECT_FALSE(device.name.empty());
        EXPECT_FALSE(device.pciBusId.empty());
        EXPECT_GT(device.memoryTotal, 0);
        EXPECT_GT(device.computeMajor, 0);
    }
}

TEST(ListDevices, TheCpuComesFirstAndAMissingGpuIsReported) {
    const DeviceReport report = listDevices();
    ASSERT_FALSE(report.devices.empty());
    EXPECT_EQ(report.devices[0].id, "cpu");
    EXPECT_EQ(report.devices[0].cores, usableCores());
    EXPECT_GT(report.devices[0].memoryTotal, 0);
    EXPECT_TRUE(report.devices.size() > 1 || !report.problems().empty());
}

} // namespace
} // namespace belfry
