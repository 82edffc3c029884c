// A new run that begins from another one's checkpoint.
#include "core/runs/branch.h"
#include "core/runs/metrics_store.h"
#include "core/runs/resume.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

struct BranchTest : RunsTest {
    static Snapshot checkpoint(std::int64_t step) {
        Snapshot snapshot = smallSnapshot(static_cast<float>(step), step);
        auto training = std::make_shared<TrainingState>();
        training->step = step;
        training->images = step * 1024;
        training->epochs = step / 100;
        training->settings = {0.002, 20, 5};
        training->bestWeights = smallSnapshot(3, 0).weights;
        training->bestStep = 100;
        training->bestEpoch = 1;
        snapshot.training = training;
        return snapshot;
    }
    fs::path parent() const {
        const fs::path folder = createRun(namedPlan("parent"), root, 1'700'000'000);
        for (const std::int64_t step : {100, 150})
            saveSnapshot(RunFiles(folder).checkpoint(step), checkpoint(step));
        saveSnapshot(RunFiles(folder).final, checkpoint(180));
        return folder;
    }
};

TEST_F(BranchTest, StartsFromTheCheckpointWithItsOwnRate) {
    const fs::path from = parent();
    EXPECT_THAT(stepsOf(branchPoints(from)), ElementsAre(100, 150, 180));
    const std::string before = readFile(RunFiles(from).checkpoint(150));
    const fs::path folder = branchRun(from, 150, [](Plan& plan) { plan.learningRate = 0.0005; });
    EXPECT_EQ(folder.parent_path(), root);
    EXPECT_FALSE(fs::exists(root / ".unfinished"));
    const RunSummary run = summarise(folder);
    EXPECT_EQ(run.name, "parent, from 150");
    EXPECT_EQ(run.parent, from.filename().string());
    EXPECT_EQ(run.parentStep, 150);
    EXPECT_EQ(run.steps, 150);
    EXPECT_EQ(run.state, "interrupted"); // until it begins, and when the program ends before
    EXPECT_EQ(run.reason.english(), "Not started since it branched.");
    EXPECT_EQ(parentOf(run), summarise(from));
    EXPECT_EQ(parentOf(summarise(from)), std::nullopt);
    EXPECT_TRUE(hasCheckpoint(from));
    fs::create_directory(trashOf(root));
    const fs::path binned = moveRun(from, trashOf(root)); // in progress, it could not be deleted
    EXPECT_EQ(parentOf(run)->folder, binned);
    EXPECT_EQ(restoreRun(binned), from);
    EXPECT_EQ(readPlanFile(RunFiles(folder).plan).learningRate, 0.0005);
    EXPECT_EQ(readPlanFile(RunFiles(folder).plan).epochs, 20); // as the parent had it then
    std::vector<Text> remarks;
    const auto first = newestCheckpoint(folder, remarks);
    EXPECT_EQ(first->weights, checkpoint(150).weights);
    EXPECT_EQ(first->training->settings.learningRate, 0.0005);
    EXPECT_EQ(loadSnapshot(RunFiles(folder).best)->weights, checkpoint(150).training->bestWeights);
    EXPECT_EQ(readFile(RunFiles(from).checkpoint(150)), before);
}

TEST_F(BranchTest, ItsCurveStartsAtTheStep) {
    const fs::path folder = branchRun(parent(), std::nullopt);
    EXPECT_EQ(summarise(folder).parentStep, 180); // the newest: the last weights are one
    std::vector<Text> remarks;
    const auto first = newestCheckpoint(folder, remarks);
    {
        RunRecorder recorder(folder, {}, first.get());
        recorder.onEvent(stepNumber(181));
        recorder.onEvent(finishedRun(RunState::Stopped));
    }
    ASSERT_EQ(readSteps(RunFiles(folder).metrics).size(), 1U);
    EXPECT_EQ(readSteps(RunFiles(folder).metrics).front().step, 181);
    EXPECT_EQ(summarise(folder).state, "stopped");
    EXPECT_EQ(summarise(folder).parentStep, 180); // a resume does not forget where it came from
}

// A branch of a finished run was created with the length of its parent, could not begin, and stayed as an interrupted
// run.
TEST_F(BranchTest, NothingLeftToTrainIsRefusedBeforeAFolderIsMade) {
    const BranchPoint middle{.step = 60, .epochsSinceBest = 0, .trainImages = 1000};
    const BranchPoint end{.step = 100, .epochsSinceBest = 3, .trainImages = 1000};
    Plan plan = namedPlan("parent");
    plan.batchPerTower = 25; // 20 steps an epoch
    plan.epochs = 5;
    EXPECT_EQ(branchProblem(plan, middle).english(), "");
    EXPECT_EQ(branchProblem(plan, end).english(), "5 epochs are already done there. Give the branch more than that.");
    EXPECT_EQ(lengthened(plan, middle), plan);
    EXPECT_EQ(lengthened(plan, end).epochs, 10);
    EXPECT_EQ(branchProblem(lengthened(plan, end), end).english(), "");
    EXPECT_EQ(branchProblem(plan, {.step = 100}).english(), ""); // what cannot be known is not refused
    plan.patience = 3;
    EXPECT_EQ(branchProblem(lengthened(plan, end), end).english(),
              "The patience of 3 epochs ended the run there. Choose an earlier step.");
    EXPECT_EQ(branchProblem(plan, middle).english(), "");
    plan.patience = 0;
    plan.steps = 100; // instead of the epochs
    EXPECT_EQ(branchProblem(plan, end).english(),
              "Step 100 is already reached there. Give the branch more than 100 steps.");
    EXPECT_EQ(lengthened(plan, end).steps, 200);
    EXPECT_EQ(lengthened(plan, end).epochs, 5);

    const fs::path from = parent();
    EXPECT_THAT(
        messageOf(ErrorCategory::Usage, [&] { branchRun(from, 150, [](Plan& changed) { changed.steps = 150; }); }),
        HasSubstr("Step 150 is already reached there"));
    MetricsWriter metrics(RunFiles(from).metrics);
    metrics.add(stepNumber(180)); // of epochs of 102,400 images
    metrics.finish();
    EXPECT_EQ(branchPoints(from).at(1).trainImages, 102'400);
    EXPECT_EQ(listRuns(root).size(), 1U);
}

// The data set may have gone since: the start of the branch is refused, not only that of its parent.
TEST_F(BranchTest, ABranchThatCannotBeginLeavesNothing) {
    const fs::path from = parent();
    EXPECT_NE(messageOf(ErrorCategory::Data, [&] { prepareBranch(from, 150); }), ""); // of "pets", not of the plan's
    EXPECT_EQ(listRuns(root).size(), 1U);
}

// It may wait for another run to end, and never begin.
TEST_F(BranchTest, ABranchGoesUnlessItHasBegun) {
    const fs::path from = parent();
    for (const bool begins : {false, true}) {
        const fs::path folder = branchRun(from, 150);
        EXPECT_EQ(listRuns(root).size(), 2U);
        {
            PreparedBranch branch(folder, PreparedRun{});
            if (begins)
                branch.begin();
        }
        EXPECT_EQ(listRuns(root).size(), begins ? 2U : 1U);
    }
}

TEST_F(BranchTest, InvalidBranchesLeaveNothing) {
    const fs::path from = parent();
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { branchRun(from, 151); }),
                AllOf(HasSubstr("step 151"), HasSubstr("100, 150, 180")));
    messageOf(ErrorCategory::Usage, [&] { branchRun(from, 150, [](Plan& plan) { plan.learningRate = -1; }); });
    const fs::path young = createRun(namedPlan("young"), root, 1'700'000'001);
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { branchRun(young, std::nullopt); }),
                HasSubstr("no checkpoint to begin from"));
    EXPECT_EQ(listRuns(root).size(), 2U);
    // A damaged one is not offered.
    overwrite(RunFiles(from).checkpoint(150), "half");
    EXPECT_THAT(stepsOf(branchPoints(from)), ElementsAre(100, 180));
}

} // namespace
} // namespace belfry
