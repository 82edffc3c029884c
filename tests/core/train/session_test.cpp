// Runs from their start to their end, by themselves.
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace belfry {
namespace {

using test::EndedRun;
using test::Recorder;
using test::runToEnd;
using test::Sink;
using test::smallPlan;
using test::smallRun;

TEST(Session, RunsToItsEndAndLearns) {
    Plan plan = smallPlan();
    plan.epochs = 4;
    const EndedRun ended(smallRun(plan));
    const Finished finished = ended.finished();
    EXPECT_EQ(finished.state, RunState::Finished) << finished.reason;
    EXPECT_EQ(finished.steps, 40);
    EXPECT_EQ(finished.images, 4000);
    EXPECT_EQ(finished.test.images, 300);
    const auto epochs = ended.all<EpochDone>();
    ASSERT_EQ(epochs.size(), 4u);
    EXPECT_LT(epochs.back().trainLoss, epochs.front().trainLoss / 2);
    EXPECT_GT(finished.test.accuracy(), 0.6);
    EXPECT_EQ(ended.all<StepDone>().size(), 40u);
    ASSERT_FALSE(ended.saved.empty());
    EXPECT_EQ(ended.saved.back().kind, CheckpointKind::Final);
    EXPECT_EQ(ended.saved.back().snapshot.step, 40);
}

TEST(Session, IsBitwiseReproducible) {
    Plan other = smallPlan();
    other.seed = 2;
    const EndedRun first(smallRun(smallPlan())), second(smallRun(smallPlan())), third(smallRun(other));
    EXPECT_EQ(first.saved.back().snapshot.weights, second.saved.back().snapshot.weights);
    EXPECT_NE(first.saved.back().snapshot.weights, third.saved.back().snapshot.weights);
}

// 1,000 images in steps of 96 over three towers: ten full steps, then 40 images of which the towers get 14, 13 and 13.
TEST(Session, BatchesAndEpochsThatDoNotDivideAreExact) {
    Plan plan = smallPlan();
    plan.towers = 3;
    plan.globalBatch = 96;
    plan.epochs = 1;
    const EndedRun ended(smallRun(plan));
    EXPECT_EQ(ended.finished().steps, 11);
    EXPECT_EQ(ended.finished().images, 1000);
    const auto last = ended.all<StepDone>().back();
    EXPECT_EQ(last.towers[0].images, 14);
    EXPECT_EQ(last.towers[1].images, 13);
    EXPECT_EQ(last.towers[2].images, 13);
}

// 1,001 images in steps of 100: the last step has one image, two of the three towers get none.
TEST(Session, TowersWithoutImagesInTheLastStepAreExact) {
    Plan plan = smallPlan();
    plan.towers = 3;
    plan.globalBatch = 100;
    plan.epochs = 1;
    Plan alone = plan;
    alone.towers = 1;
    const EndedRun several(smallRun(plan, 1001)), one(smallRun(alone, 1001));
    const auto steps = several.all<StepDone>(), reference = one.all<StepDone>();
    ASSERT_EQ(steps.size(), reference.size());
    EXPECT_EQ(steps.back().towers[2].images, 0);
    for (std::size_t i = 0; i < steps.size(); ++i)
        EXPECT_NEAR(steps[i].loss, reference[i].loss, 1e-3 * (1 + std::abs(reference[i].loss))) << "step " << i + 1;
}

// A bug: what several towers waited for their threads was in no stage, and not in the step's time: half of a small
// step.
TEST(Session, StagesOfAStepAddUpToTheSameTimeInEveryTower) {
    Plan plan = smallPlan();
    plan.towers = 3;
    plan.epochs = 1;
    const EndedRun ended(smallRun(plan));
    double before = 0;
    for (const StepDone& step : ended.all<StepDone>()) {
        EXPECT_NEAR(step.milliseconds, 1000 * (step.seconds - before), 1e-3 * step.milliseconds + 1e-3);
        before = step.seconds;
        for (const StageTimes& tower : step.towers) {
            EXPECT_GE(tower.straggler, 0);
            EXPECT_NEAR(tower.total(), step.towers[0].total(), 1e-3 * step.milliseconds);
            EXPECT_LE(tower.total(), 1.001 * step.milliseconds);
        }
    }
}

Plan divergingPlan() {
    Plan plan = smallPlan();
    plan.optimizer = "sgd";
    plan.learningRate = 500;
    plan.epochs = 50;
    return plan;
}

TEST(Session, DivergenceFailsWithStepRateAndAdviceAndKeepsNoDivergedWeights) {
    const EndedRun ended(smallRun(divergingPlan()));
    const Finished finished = ended.finished();
    ASSERT_EQ(finished.state, RunState::Failed);
    EXPECT_NE(finished.reason.english().find("step " + std::to_string(finished.steps + 1)), std::string::npos)
        << finished.reason;
    EXPECT_NE(finished.reason.english().find("learning rate 500"), std::string::npos) << finished.reason;
    EXPECT_NE(finished.reason.english().find("try 50"), std::string::npos) << finished.reason;
    // The step is told with its loss, so that the charts can mark it, and is not counted.
    const StepDone last = ended.all<StepDone>().back();
    EXPECT_EQ(last.step, finished.steps + 1);
    EXPECT_TRUE(finished.diverged);
    EXPECT_FALSE(std::isfinite(last.loss));
    // The weights before it have diverged too (their loss is not a number): none are kept but the best validated ones.
    for (const Sink::Saved& saved : ended.saved)
        EXPECT_EQ(saved.kind, CheckpointKind::Best);
}

TEST(Session, DivergenceBeforeAnyValidationNamesTheLastCheckpoint) {
    Plan plan = divergingPlan();
    plan.checkpointEvery = 1;
    const EndedRun ended(smallRun(plan));
    ASSERT_EQ(ended.finished().state, RunState::Failed);
    const bool validated =
        std::ranges::any_of(ended.saved, [](const Sink::Saved& saved) { return saved.kind == CheckpointKind::Best; });
    EXPECT_NE(ended.finished().reason.english().find(validated ? "The best weights" : "The last checkpoint, of step "),
              std::string::npos)
        << ended.finished().reason;
    EXPECT_FALSE(validated);
}

TEST(Session, EarlyStoppingKeepsTheBestWeights) {
    const std::map<std::string, double (*)(const EvaluationResult&)> figures{
        {"accuracy", [](const EvaluationResult& found) { return found.accuracy(); }},
        {"balanced-accuracy", [](const EvaluationResult& found) { return found.means.balancedAccuracy.value(); }},
        {"macro-f1", [](const EvaluationResult& found) { return found.means.macroF1.value(); }},
        {"loss", [](const EvaluationResult& found) { return -found.loss; }}};
    for (const auto& [bestBy, figure] : figures) {
        Plan plan = smallPlan();
        plan.epochs = 1000;
        plan.optimizer = "adam";
        plan.learningRate = 0.02; // soon learns the images by heart
        plan.patience = 2;
        plan.bestBy = bestBy;
        const EndedRun ended(smallRun(plan));
        const Finished finished = ended.finished();
        EXPECT_EQ(finished.state, RunState::Finished);
        const std::vector<EpochDone> epochs = ended.all<EpochDone>();
        ASSERT_LT(epochs.size(), 1000u);
        EXPECT_EQ(finished.bestEpoch, epochs.back().epoch - 2);
        EXPECT_EQ(finished.reason, "Stopped early: the validation " + bestBy +
                                       " has not improved for 2 epochs; the best weights are those of epoch " +
                                       std::to_string(finished.bestEpoch) + ".");
        double best = -std::numeric_limits<double>::infinity();
        for (const EpochDone& epoch : epochs) {
            EXPECT_EQ(epoch.best, figure(epoch.validation) > best) << bestBy << epoch.epoch;
            best = std::max(best, figure(epoch.validation));
        }
        EXPECT_EQ(finished.bestMeans, epochs.at(static_cast<std::size_t>(finished.bestEpoch - 1)).validation.means);
        EXPECT_EQ(finished.test.images, 300);
    }
}

TEST(Session, TheLastWeightsCanBeTheBest) {
    Plan plan = smallPlan();
    plan.epochs = 12;
    plan.optimizer = "adam";
    plan.learningRate = 0.02;
    plan.bestBy = "last";
    const EndedRun ended(smallRun(plan));
    for (const EpochDone& epoch : ended.all<EpochDone>())
        EXPECT_TRUE(epoch.best) << epoch.epoch;
    EXPECT_EQ(ended.finished().bestEpoch, 12);
}

// Validation, snapshots and files have the average; training continues from the weights themselves, for both parameter
// servers.
TEST(Session, ValidatesAndKeepsTheMovingAverage) {
    for (const std::string exchange : {"cpu", "first"}) {
        Plan plan = smallPlan();
        plan.epochs = 3;
        plan.exchange = exchange;
        const EndedRun plainly(smallRun(plan));
        plan.averageDecay = 0.9;
        const EndedRun averaged(smallRun(plan));
        const Snapshot& last = averaged.saved.back().snapshot;
        EXPECT_EQ(last.averageDecay, 0.9);
        EXPECT_EQ(last.lastWeights, plainly.saved.back().snapshot.weights); // the same training
        EXPECT_NE(last.weights, last.lastWeights);
        EXPECT_EQ(plainly.all<StepDone>().back().loss, averaged.all<StepDone>().back().loss);
        EXPECT_NE(plainly.all<EpochDone>().back().validation.loss, averaged.all<EpochDone>().back().validation.loss);
    }
}

// Three batches of 40 are one of 120, at the end of an epoch of 1,000 images too: the mean is weighted by images. Of
// three towers the last ones have no image in the last batch of 1.
TEST(Session, AccumulatesTheGradientsOfSeveralBatches) {
    for (const std::string exchange : {"cpu", "first", "allreduce"})
        for (const std::int64_t images : {1000, 1001}) {
            Plan plan = smallPlan();
            plan.towers = 3;
            plan.globalBatch = 120;
            plan.exchange = exchange;
            plan.optimizer = "momentum";
            plan.clipNorm = 1;
            const EndedRun whole(smallRun(plan, images));
            plan.globalBatch = 40;
            plan.accumulate = 3;
            const EndedRun parts(smallRun(plan, images));
            const auto steps = parts.all<StepDone>(), expected = whole.all<StepDone>();
            ASSERT_EQ(parts.finished().state, RunState::Finished) << parts.finished().reason;
            ASSERT_EQ(steps.size(), expected.size());
            EXPECT_EQ(parts.all<Started>()[0].stepsPerEpoch, whole.all<Started>()[0].stepsPerEpoch);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                EXPECT_EQ(steps[i].images, expected[i].images);
                EXPECT_NEAR(steps[i].loss, expected[i].loss, 1e-4 * expected[i].loss) << i;
            }
            const std::vector<float>&found = parts.saved.back().snapshot.weights,
                  &those = whole.saved.back().snapshot.weights;
            for (std::size_t i = 0; i < those.size(); ++i)
                ASSERT_NEAR(found[i], those[i], 1e-4) << exchange << " " << i;
        }
}

// The mean of the weights at the ends of the second and third epoch of three; before, the weights themselves.
TEST(Session, ValidatesAndKeepsTheMeanOfEpochs) {
    Plan plan = smallPlan();
    plan.epochs = 3;
    plan.checkpointEvery = 10; // an epoch
    const EndedRun plainly(smallRun(plan));
    plan.swaFrom = 0.5;
    const EndedRun averaged(smallRun(plan));
    const auto weightsOf = [](const EndedRun& run, std::int64_t step) {
        return std::ranges::find_if(run.saved,
                                    [&](const Sink::Saved& saved) {
                                        return saved.kind != CheckpointKind::Best && saved.snapshot.step == step;
                                    })
            ->snapshot;
    };
    const std::int64_t steps = plainly.finished().steps, perEpoch = steps / 3;
    ASSERT_EQ(perEpoch, 10);
    const std::vector<float> second = weightsOf(plainly, 2 * perEpoch).weights,
                             third = weightsOf(plainly, steps).weights;
    const Snapshot last = averaged.saved.back().snapshot;
    EXPECT_EQ(last.averageDecay, 1);
    EXPECT_EQ(last.lastWeights, third); // the same training
    for (std::size_t i = 0; i < third.size(); ++i)
        ASSERT_NEAR(last.weights[i], 0.5 * (second[i] + third[i]), 1e-6) << i;
    const auto epochs = averaged.all<EpochDone>(), plain = plainly.all<EpochDone>();
    EXPECT_EQ(epochs[1].validation.loss, plain[1].validation.loss);
    EXPECT_NE(epochs[2].validation.loss, plain[2].validation.loss);
}

TEST(Session, SmoothsOnlyTrainingLabels) {
    Plan plan = smallPlan();
    plan.epochs = 1;
    const EndedRun plainly(smallRun(plan));
    plan.labelSmoothing = 0.5;
    const EndedRun smoothed(smallRun(plan));
    EXPECT_EQ(plainly.all<StepDone>().front().loss, smoothed.all<StepDone>().front().loss); // of the label alone
    EXPECT_NE(plainly.all<StepDone>().back().loss, smoothed.all<StepDone>().back().loss);
}

TEST(Session, WeighsOnlyTrainingLosses) {
    Plan plan = smallPlan();
    plan.epochs = 1;
    const EndedRun plainly(smallRun(plan));
    plan.classWeights = "0,0,0,0,0,1,1,1,1,1";
    const EndedRun weighted(smallRun(plan));
    EXPECT_EQ(plainly.all<StepDone>().front().loss, weighted.all<StepDone>().front().loss); // as validation has it
    const std::vector<std::int64_t> confusion = weighted.all<EpochDone>().back().validation.confusion;
    for (std::size_t answer = 0; answer < 5; ++answer) // what does not count is not learned
        for (std::size_t truth = 5; truth < 10; ++truth)
            EXPECT_EQ(confusion[truth * 10 + answer], 0) << truth << " as " << answer;
}

// Towers find the same draws, and the same augmentation and dropout for each time that an image is shown.
TEST(Session, BalancedSamplingDoesNotDependOnTowersOrFeed) {
    Plan plan = test::towersPlan(1, 60, 2);
    plan.sampling = "balanced";
    plan.classWeights = "balanced";
    plan.augmentation = "digits";
    plan.exchange = "cpu";
    const EndedRun one(smallRun(plan, 300));
    EXPECT_EQ(one.finished().images, 600);
    for (const char* feed : {"direct", "queue", "resident"}) {
        plan.towers = 3;
        plan.batchPerTower = 20;
        plan.feed = feed;
        const EndedRun three(smallRun(plan, 300));
        for (std::size_t step = 0; step < 10; ++step)
            EXPECT_NEAR(three.all<StepDone>()[step].loss, one.all<StepDone>()[step].loss, 1e-3) << feed << step;
    }
}

// Pairs and shares are of the epoch's order, not of batches. Of batches of 7 the last has 6 images.
TEST(Session, MixingDoesNotDependOnTowersOrFeed) {
    Plan plan = test::towersPlan(1, 7, 1);
    plan.sampling = "balanced";
    plan.classWeights = "1,2,3,4,5,6,7,8,9,10";
    plan.labelSmoothing = 0.1;
    plan.augmentation = "shift 1, mixup 1, cutmix 1";
    plan.exchange = "cpu";
    const EndedRun one(smallRun(plan, 300));
    const auto expected = one.all<StepDone>();
    ASSERT_EQ(expected.size(), 43u) << one.finished().reason;
    EXPECT_EQ(expected.back().images, 300);
    plan.globalBatch = 7;
    for (const char* feed : {"direct", "queue", "resident"})
        for (const int towers : {2, 5}) {
            plan.towers = towers;
            plan.feed = feed;
            const EndedRun several(smallRun(plan, 300));
            const auto found = several.all<StepDone>();
            ASSERT_EQ(found.size(), expected.size()) << several.finished().reason;
            for (std::size_t step = 0; step < 10; ++step)
                EXPECT_NEAR(found[step].loss, expected[step].loss, 1e-3) << feed << towers << step;
        }
}

TEST(Session, MixesTheImagesOfBatchesOfOne) {
    Plan plan = test::towersPlan(1, 1, 1);
    plan.augmentation = "mixup 1, cutmix 1";
    const EndedRun ended(smallRun(plan, 12));
    EXPECT_EQ(ended.finished().state, RunState::Finished) << ended.finished().reason;
    EXPECT_EQ(ended.finished().images, 12);
}

// Fails from the second file on.
struct FullAfterOne : Sink {
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
        fail = !saved.empty();
        return Sink::save(snapshot, kind);
    }
};

TEST(Session, CheckpointThatCannotBeWrittenIsAWarning) {
    Plan plan = smallPlan();
    plan.checkpointEvery = 5;
    Recorder recorder;
    FullAfterOne sink;
    const Finished finished = runToEnd(smallRun(plan), recorder, &sink);
    EXPECT_EQ(finished.state, RunState::Finished);
    EXPECT_FALSE(recorder.all<Warning>().empty());
    EXPECT_EQ(recorder.all<CheckpointSaved>().size(), 1U);
}

// It had finished, with an exit status of success, and there was nothing to predict with.
TEST(Session, ARunWithoutSavedWeightsHasFailed) {
    Recorder recorder;
    Sink sink;
    sink.fail = true;
    const Finished finished = runToEnd(smallRun(smallPlan()), recorder, &sink);
    EXPECT_EQ(finished.state, RunState::Failed);
    EXPECT_TRUE(finished.reason.english().find("no weights could be saved") != std::string::npos)
        << finished.reason.english();
    EXPECT_GT(finished.test.images, 0);
}

} // namespace
} // namespace belfry
