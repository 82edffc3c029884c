// A real session into a real run folder.
#include "core/runs/metrics_store.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

namespace fs = std::filesystem;

TEST_F(RunsTest, SessionRecordsACompleteRun) {
    Plan plan = namedPlan("real");
    plan.devices = {"cpu"};
    plan.batchPerTower = 64;
    plan.steps = 30;
    plan.checkpointEvery = 20;
    PreparedRun prepared = prepareRun(plan);
    const Plan resolved = prepared.plan;
    const fs::path folder = createRun(prepared.plan, root);
    {
        RunRecorder recorder(folder);
        Session session(std::move(prepared), recorder, &recorder, {.runFolder = folder});
        session.start();
        session.wait();
    }
    const RunDetails details = loadRun(folder);
    EXPECT_EQ(details.summary.state, "finished") << details.summary.reason;
    EXPECT_EQ(details.plan, resolved);
    EXPECT_EQ(details.record.steps, 30);
    EXPECT_GT(details.record.test.images, 0);
    EXPECT_EQ(readSteps(RunFiles(folder).metrics).size(), 30U);
    const RunWeights weights = runWeights(folder);
    ASSERT_TRUE(weights.final);
    EXPECT_EQ(loadSnapshot(*weights.final)->step, 30);
    EXPECT_EQ(weights.checkpoints, std::vector<fs::path>{RunFiles(folder).checkpoint(20)});
}

} // namespace
} // namespace belfry
