// What a run was trained on, through its record.
#include "core/runs/run_hardware.h"
#include "core/runs/run_record.h"
#include "core/runs/run_recorder.h"
#include "tests/core/runs/runs_fixture.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using RunHardwareTest = RunsTest;

TEST_F(RunHardwareTest, IsRecordedWithTheStart) {
    const Plan plan = namedPlan("on a processor");
    const std::filesystem::path folder = createRun(plan, root);
    EXPECT_TRUE(readRunRecord(RunFiles(folder).record).hardware.towers.empty());
    Started started;
    started.plan = plan;
    started.placement = {{.tower = 0, .device = "cpu", .deviceName = "A processor", .threads = 3, .batch = 17}};
    RunRecorder recorder(folder);
    recorder.onEvent(started);
    recorder.flush();
    const RunHardware hardware = readRunRecord(RunFiles(folder).record).hardware;
    ASSERT_EQ(hardware.towers.size(), 1U);
    EXPECT_EQ(hardware.towers[0].deviceName, "A processor");
    EXPECT_EQ(hardware.towers[0].threads, 3);
    EXPECT_EQ(hardware.towers[0].batch, 17);
    EXPECT_GE(hardware.cores, 1);
    EXPECT_EQ(hardware.driver, ""); // it is not asked for without a GPU
}

TEST_F(RunHardwareTest, StaysTheSameAsJson) {
    const RunHardware hardware{{{.tower = 1,
                                 .device = "cuda:3",
                                 .deviceName = "NVIDIA H200",
                                 .pciBusId = "0000:01:00.0",
                                 .memoryBytes = 5'000'000'000,
                                 .batch = 512,
                                 .host = "node7"}},
                               16,
                               "580.65.06",
                               "13.0"};
    const nlohmann::json json = toJson(hardware);
    const RunHardware read = runHardwareFromJson(json);
    EXPECT_EQ(toJson(read), json);
    EXPECT_EQ(read.towers[0].memoryBytes, 5'000'000'000);
    EXPECT_EQ(read.towers[0].host, "node7");
    EXPECT_EQ(read.driver, "580.65.06");
}

} // namespace
} // namespace belfry
