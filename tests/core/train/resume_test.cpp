// Going on from a checkpoint: the same bits as a run that never stopped, whatever the plan.
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::Recorder;
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

struct Told {
    Finished finished;
    std::vector<StepDone> steps;
    std::vector<EpochDone> epochs;
    std::vector<Started> started;
    std::vector<Sink::Saved> saved;
    const Snapshot& last() const { return saved.back().snapshot; }
};

Told run(const Plan& plan, std::shared_ptr<const Snapshot> checkpoint = nullptr) {
    PreparedRun prepared = smallRun(plan);
    prepared.checkpoint = std::move(checkpoint);
    Recorder recorder;
    Sink sink;
    test::runToEnd(prepared, recorder, &sink);
    return {recorder.finished(), recorder.all<StepDone>(), recorder.all<EpochDone>(), recorder.all<Started>(),
            sink.saved};
}

std::vector<std::shared_ptr<const Snapshot>> checkpointsOf(const Told& told) {
    std::vector<std::shared_ptr<const Snapshot>> checkpoints;
    for (const Sink::Saved& saved : told.saved)
        if (saved.kind == CheckpointKind::Regular)
            checkpoints.push_back(std::make_shared<Snapshot>(saved.snapshot));
    return checkpoints;
}

void expectTheRestOf(const Told& whole, const Told& resumed, std::int64_t from) {
    ASSERT_EQ(resumed.started.size(), 1u);
    EXPECT_EQ(resumed.started[0].step, from);
    ASSERT_EQ(resumed.finished.state, RunState::Finished) << resumed.finished.reason;
    EXPECT_EQ(resumed.last().weights, whole.last().weights);
    EXPECT_EQ(resumed.last().lastWeights, whole.last().lastWeights);
    EXPECT_EQ(resumed.last().training->optimizerState, whole.last().training->optimizerState);
    EXPECT_EQ(resumed.finished.test.correct, whole.finished.test.correct);
    EXPECT_EQ(resumed.finished.test.loss, whole.finished.test.loss);
    EXPECT_EQ(resumed.finished.bestEpoch, whole.finished.bestEpoch);
    EXPECT_EQ(resumed.finished.trainLoss, whole.finished.trainLoss);
    EXPECT_EQ(resumed.finished.images, whole.finished.images);
    ASSERT_EQ(static_cast<std::int64_t>(resumed.steps.size()), whole.finished.steps - from);
    for (std::size_t i = 0; i < resumed.steps.size(); ++i) {
        const StepDone& expected = whole.steps[static_cast<std::size_t>(from) + i];
        EXPECT_EQ(resumed.steps[i].step, expected.step);
        EXPECT_EQ(resumed.steps[i].images, expected.images);
        EXPECT_EQ(resumed.steps[i].loss, expected.loss) << expected.step;
        EXPECT_EQ(resumed.steps[i].learningRate, expected.learningRate) << expected.step;
    }
    ASSERT_FALSE(resumed.epochs.empty());
    EXPECT_EQ(resumed.epochs.back().epoch, whole.epochs.back().epoch);
    EXPECT_EQ(resumed.epochs.back().validation.loss, whole.epochs.back().validation.loss);
    EXPECT_EQ(resumed.epochs.back().best, whole.epochs.back().best);
}

struct ResumeTest : testing::TestWithParam<Plan> {};

TEST_P(ResumeTest, IsBitwiseEqualToAnUninterruptedRun) {
    const Told whole = run(GetParam());
    const auto checkpoints = checkpointsOf(whole);
    ASSERT_EQ(static_cast<std::int64_t>(checkpoints.size()), whole.finished.steps);
    for (const std::size_t index : {0, 6, 7, 11, 15, 22}) // in, at the end of, and after the first epoch of 8 steps
        expectTheRestOf(whole, run(GetParam(), checkpoints[index]), static_cast<std::int64_t>(index) + 1);
}

std::vector<Plan> plans() {
    std::vector<Plan> all(4, resumablePlan());
    all[1].feed = "queue";
    all[1].optimizer = "momentum";
    all[1].schedule = "one-cycle";
    all[1].warmupEpochs = 1;
    all[2].feed = "resident";
    all[2].exchange = "first";
    all[2].averageDecay = 0.9;
    all[2].clipNorm = 0.5;
    all[2].augmentation = "digits";
    all[3].layers = {"conv 4 3x3 relu", "batchnorm", "dense classes linear"};
    all[3].model = "mine";
    all[3].optimizer = "nadam";
    return all;
}
INSTANTIATE_TEST_SUITE_P(Plans, ResumeTest, testing::ValuesIn(plans()));

TEST(Resume, AnotherNumberOfTowersDiffersByRoundingOnly) {
    const Told whole = run(resumablePlan());
    const auto checkpoint = checkpointsOf(whole)[9];
    for (const int towers : {1, 3}) {
        Plan plan = resumablePlan();
        plan.towers = towers;
        plan.globalBatch = 130;
        const Told other = run(plan, checkpoint);
        ASSERT_EQ(other.steps.size(), whole.steps.size() - 10);
        for (std::size_t i = 0; i < other.steps.size(); ++i) {
            const StepDone& expected = whole.steps[i + 10];
            EXPECT_EQ(other.steps[i].images, expected.images);
            EXPECT_EQ(other.steps[i].learningRate, expected.learningRate);
            EXPECT_NEAR(other.steps[i].loss, expected.loss, 2e-3 * expected.loss); // other masks would differ by 10 %
        }
    }
}

// A stop in the middle of a validation leaves weights whose epoch was not validated.
TEST(Resume, RepeatsAnInterruptedValidation) {
    const Told whole = run(resumablePlan());
    auto cut = std::make_shared<Snapshot>(*checkpointsOf(whole)[7]);
    const auto before = checkpointsOf(whole)[6]->training;
    auto training = std::make_shared<TrainingState>(*cut->training);
    training->epochs = before->epochs;
    training->validation = before->validation;
    training->bestWeights = before->bestWeights;
    training->bestEpoch = before->bestEpoch;
    cut->training = training;
    const Told resumed = run(resumablePlan(), cut);
    expectTheRestOf(whole, resumed, 8);
    EXPECT_EQ(resumed.epochs.front().epoch, 1);
    EXPECT_EQ(resumed.epochs.front().validation.loss, whole.epochs.front().validation.loss);
}

TEST(Resume, ExtendsAFinishedRun) {
    Plan plan = resumablePlan();
    const Told whole = run(plan);
    plan.epochs = 2;
    const Told part = run(plan);
    plan.epochs = 3;
    expectTheRestOf(whole, run(plan, std::make_shared<Snapshot>(part.last())), 16);
}

TEST(Resume, RefusesACheckpointOfAnotherOptimizer) {
    const auto checkpoint = checkpointsOf(run(resumablePlan()))[0];
    Plan plan = resumablePlan();
    plan.optimizer = "sgd";
    const Told refused = run(plan, checkpoint);
    EXPECT_EQ(refused.finished.state, RunState::Failed);
    EXPECT_NE(refused.finished.reason.english().find("keeps 2 vectors of the optimizer, 0 are expected"),
              std::string::npos)
        << refused.finished.reason;
}

} // namespace
} // namespace belfry
