// The job of a launcher that a run belongs to.
#include "core/runs/run_job.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

// One that was started again with another plan went on with the old one's run.
TEST(RunJob, IsAnotherOneWithAnotherPlan) {
    Launch launch;
    Plan plan, elsewhere, longer;
    EXPECT_EQ(runJob(launch, plan).name, "");
    launch.job = "srun 7";
    elsewhere.towers = 8;
    elsewhere.devices = {"cuda:0"};
    elsewhere.dataDir = "/data";
    longer.epochs = plan.epochs + 1;
    EXPECT_TRUE(runJob(launch, plan).name.starts_with("srun 7"));
    EXPECT_EQ(runJob(launch, elsewhere).name, runJob(launch, plan).name);
    EXPECT_NE(runJob(launch, longer).name, runJob(launch, plan).name);
}

} // namespace
} // namespace belfry
