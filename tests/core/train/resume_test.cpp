// Going on from a checkpoint: the same bits as a run that never stopped, whatever the plan.
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::EndedRun;
using test::Sink;
using test::smallRun;

// Batches that do not divide the epoch of 1,000 images; steps of 130.
Plan resumablePlan() {
    Plan plan;
    plan.model = "mlp";
    plan.mlp.width = 32;
    plan.mlp.dropout = 0.3;
    plan.towers = 2;
    plan.batchPerTower = 65;
    plan.epochs = 3;
    plan.checkpointEvery = 1;
    return plan;
}

EndedRun run(const Plan& plan, std::shared_ptr<const Snapshot> checkpoint = nullptr) {
    PreparedRun prepared = smallRun(plan);
    prepared.checkpoint = std::move(checkpoint);
    return EndedRun(std::move(prepared));
}

std::vector<std::shared_ptr<const Snapshot>> checkpointsOf(const EndedRun& told) {
    std::vector<std::shared_ptr<const Snapshot>> checkpoints;
    for (const Sink::Saved& saved : told.saved)
        if (saved.kind == CheckpointKind::Regular)
            checkpoints.push_back(std::make_shared<Snapshot>(saved.snapshot));
    return checkpoints;
}

void expectTheRestOf(const EndedRun& whole, const EndedRun& resumed, std::int64_t from) {
    ASSERT_EQ(resumed.all<Started>().size(), 1u);
    EXPECT_EQ(resumed.all<Started>()[0].step, from);
    const Finished found = resumed.finished(), expected = whole.finished();
    ASSERT_EQ(found.state, RunState::Finished) << found.reason;
    const Snapshot &last = resumed.saved.back().snapshot, &expectedLast = whole.saved.back().snapshot;
    EXPECT_EQ(last.weights, expectedLast.weights);
    EXPECT_EQ(last.lastWeights, expectedLast.lastWeights);
    EXPECT_EQ(last.training->optimizerState, expectedLast.training->optimizerState);
    EXPECT_EQ(found.test.correct, expected.test.correct);
    EXPECT_EQ(found.test.loss, expected.test.loss);
    EXPECT_EQ(found.bestEpoch, expected.bestEpoch);
    EXPECT_EQ(found.trainLoss, expected.trainLoss);
    EXPECT_EQ(found.images, expected.images);
    const auto steps = resumed.all<StepDone>(), wholeSteps = whole.all<StepDone>();
    ASSERT_EQ(static_cast<std::int64_t>(steps.size()), expected.steps - from);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepDone& original = wholeSteps[static_cast<std::size_t>(from) + i];
        EXPECT_EQ(steps[i].step, original.step);
        EXPECT_EQ(steps[i].images, original.images);
        EXPECT_EQ(steps[i].loss, original.loss) << original.step;
        EXPECT_EQ(steps[i].learningRate, original.learningRate) << original.step;
    }
    const auto epochs = resumed.all<EpochDone>(), wholeEpochs = whole.all<EpochDone>();
    ASSERT_FALSE(epochs.empty());
    EXPECT_EQ(epochs.back().epoch, wholeEpochs.back().epoch);
    EXPECT_EQ(epochs.back().validation.loss, wholeEpochs.back().validation.loss);
    EXPECT_EQ(epochs.back().best, wholeEpochs.back().best);
}

struct ResumeTest : testing::TestWithParam<Plan> {};

TEST_P(ResumeTest, IsBitwiseEqualToAnUninterruptedRun) {
    const EndedRun whole = run(GetParam());
    const auto checkpoints = checkpointsOf(whole);
    ASSERT_EQ(static_cast<std::int64_t>(checkpoints.size()), whole.finished().steps);
    for (const std::size_t index : {0, 6, 7, 11, 15, 22}) // in, at the end of, and after the first epoch of 8 steps
        expectTheRestOf(whole, run(GetParam(), checkpoints[index]), static_cast<std::int64_t>(index) + 1);
}

std::vector<Plan> plans() {
    std::vector<Plan> all(7, resumablePlan());
    all[1].feed = "queue";
    all[1].sampling = "balanced";
    all[1].classWeights = "1,2,3,4,5,6,7,8,9,10";
    all[1].logitAdjustment = 0.5;
    all[1].optimizer = "momentum";
    all[1].schedule = "one-cycle";
    all[1].warmupEpochs = 1;
    all[1].augmentation = "alternate-flip, shift 1, erase 3";
    all[2].feed = "resident";
    all[2].exchange = "first";
    all[2].averageDecay = 0.9;
    all[2].clipNorm = 0.5;
    all[2].augmentation = "digits";
    all[0].augmentation = "shift 1, mixup, cutmix";
    all[0].labelSmoothing = 0.1;
    all[3].layers = {"conv 4 3x3 relu", "batchnorm", "dense classes linear"};
    all[3].model = "mine";
    all[3].optimizer = "nadam";
    all[4].layers = {"conv 4 3x3 relu", "batchnorm", "dense classes linear"};
    all[4].model = "mine";
    all[4].optimizer = "nesterov";
    all[4].learningRate = 0.05;
    all[4].weightDecay = 0.01;
    all[4].biasRate = 8;
    all[4].schedule = "triangle";
    all[4].lookaheadEvery = 3;
    all[4].lookaheadPull = 0;
    all[5].exchange = "allreduce";
    all[5].lookaheadEvery = 5;
    all[5].swaFrom = 0.3;
    all[5].batchPerTower = 22; // 44 images a batch, 132 a step but the last
    all[5].accumulate = 3;
    all[6].layers = {"conv 4 3x3 linear", "conv 6 3x3 relu", "dense 20 relu", "dense classes linear"};
    all[6].model = "mine";
    chooseOptimizer(all[6], "muon");
    all[6].biasRate = 4;
    all[6].averageDecay = 0.9;
    return all;
}
INSTANTIATE_TEST_SUITE_P(Plans, ResumeTest, testing::ValuesIn(plans()));

TEST(Resume, AnotherNumberOfTowersDiffersByRoundingOnly) {
    const EndedRun whole = run(resumablePlan());
    const auto checkpoint = checkpointsOf(whole)[9];
    const auto wholeSteps = whole.all<StepDone>();
    for (const int towers : {1, 3}) {
        Plan plan = resumablePlan();
        plan.towers = towers;
        plan.globalBatch = 130;
        const EndedRun other = run(plan, checkpoint);
        const auto steps = other.all<StepDone>();
        ASSERT_EQ(steps.size(), wholeSteps.size() - 10);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const StepDone& expected = wholeSteps[i + 10];
            EXPECT_EQ(steps[i].images, expected.images);
            EXPECT_EQ(steps[i].learningRate, expected.learningRate);
            EXPECT_NEAR(steps[i].loss, expected.loss, 2e-3 * expected.loss); // other masks would differ by 10 %
        }
    }
}

// A stop in the middle of a validation leaves weights whose epoch was not validated.
TEST(Resume, RepeatsAnInterruptedValidation) {
    const EndedRun whole = run(resumablePlan());
    auto cut = std::make_shared<Snapshot>(*checkpointsOf(whole)[7]);
    const auto before = checkpointsOf(whole)[6]->training;
    auto training = std::make_shared<TrainingState>(*cut->training);
    training->epochs = before->epochs;
    training->validation = before->validation;
    training->bestWeights = before->bestWeights;
    training->bestEpoch = before->bestEpoch;
    training->seconds += 1000;
    cut->training = training;
    const EndedRun resumed = run(resumablePlan(), cut);
    expectTheRestOf(whole, resumed, 8);
    EXPECT_EQ(resumed.all<EpochDone>().front().seconds, training->seconds);
    EXPECT_GT(resumed.finished().seconds, training->seconds);
    EXPECT_EQ(resumed.all<EpochDone>().front().epoch, 1);
    EXPECT_EQ(resumed.all<EpochDone>().front().validation.loss, whole.all<EpochDone>().front().validation.loss);
}

TEST(Resume, ExtendsAFinishedRun) {
    Plan plan = resumablePlan();
    const EndedRun whole = run(plan);
    plan.epochs = 2;
    const EndedRun part = run(plan);
    plan.epochs = 3;
    expectTheRestOf(whole, run(plan, std::make_shared<Snapshot>(part.saved.back().snapshot)), 16);
}

TEST(Resume, RefusesACheckpointOfAnotherOptimizer) {
    const auto checkpoint = checkpointsOf(run(resumablePlan()))[0];
    Plan plan = resumablePlan();
    plan.optimizer = "sgd";
    const EndedRun refused = run(plan, checkpoint);
    EXPECT_EQ(refused.finished().state, RunState::Failed);
    EXPECT_NE(refused.finished().reason.english().find("has 2 vectors of the optimizer; expected 0"), std::string::npos)
        << refused.finished().reason;
}

} // namespace
} // namespace belfry
