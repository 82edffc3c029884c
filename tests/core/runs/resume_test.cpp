// What a run leaves to go on from, and what is forgotten when it does.
#include "core/formats/safetensors.h"
#include "core/runs/metrics_store.h"
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// After 100 steps of 1,024 images, the first epoch's best.
Snapshot smallCheckpoint(std::int64_t step) {
    Snapshot snapshot = smallSnapshot(1, step);
    TrainingState training;
    training.step = step;
    training.images = step * 1024;
    training.epochs = step / 100;
    training.seconds = 0.1 + 0.2; // no short decimal
    training.epochSums = {1.0 / 3.0, 17, 24};
    training.settings = {1e-3 / 7, 20, 5};
    training.optimizerState = {smallSnapshot(-7, 0).weights, smallSnapshot(0.25f, 0).weights};
    training.validation = {0.25, 960, 1000, {}};
    training.bestWeights = smallSnapshot(3, 0).weights;
    training.bestStep = 100;
    training.bestEpoch = 1;
    training.bestValidation = 0.97;
    training.bestLoss = 0.1;
    training.bestMeans = {0.875, 0.75};
    training.validation.means = {0.5, 0.25};
    snapshot.training = std::make_shared<TrainingState>(training);
    return snapshot;
}

TEST_F(RunsTest, CheckpointRoundTrips) {
    fs::create_directories(root);
    const fs::path path = root / "step-100.safetensors";
    const Snapshot saved = smallCheckpoint(100);
    saveSnapshot(path, saved);
    const TrainingState& expected = *saved.training;
    const TrainingState read = *loadCheckpoint(path)->training;
    EXPECT_EQ(read.step, expected.step);
    EXPECT_EQ(read.images, expected.images);
    EXPECT_EQ(read.epochs, expected.epochs);
    EXPECT_EQ(read.seconds, expected.seconds);
    EXPECT_EQ(read.epochSums.lossSum, expected.epochSums.lossSum);
    EXPECT_EQ(read.epochSums.correct, expected.epochSums.correct);
    EXPECT_EQ(read.settings, expected.settings);
    EXPECT_EQ(read.optimizerState, expected.optimizerState);
    EXPECT_EQ(read.validation.correct, expected.validation.correct);
    EXPECT_EQ(read.bestWeights, expected.bestWeights);
    EXPECT_EQ(read.bestStep, expected.bestStep);
    EXPECT_EQ(read.bestLoss, expected.bestLoss);
    EXPECT_EQ(read.bestMeans, expected.bestMeans);
    EXPECT_EQ(read.validation.means, expected.validation.means);
    EXPECT_EQ(loadSnapshot(path)->weights, saved.weights);
    EXPECT_EQ(loadSnapshot(path)->training, nullptr); // drawing needs none of it
}

TEST_F(RunsTest, CheckpointsOfEarlierVersionsHaveNoMeansOverClasses) {
    fs::create_directories(root);
    const fs::path path = root / "step-100.safetensors";
    Snapshot saved = smallCheckpoint(100);
    TrainingState older = *saved.training;
    older.bestMeans = older.validation.means = {};
    saved.training = std::make_shared<TrainingState>(older);
    saveSnapshot(path, saved);
    EXPECT_EQ(readSafetensors(path).metadata.at("training").find("macro_f1"), std::string::npos);
    EXPECT_EQ(loadCheckpoint(path)->training->bestMeans, ClassMeans());
}

TEST_F(RunsTest, WeightsWithoutTrainingStateAreNotACheckpoint) {
    fs::create_directories(root);
    saveSnapshot(root / "best.safetensors", smallSnapshot(1, 5));
    EXPECT_THAT(messageOf(ErrorCategory::Data, [this] { loadCheckpoint(root / "best.safetensors"); }),
                AllOf(HasSubstr("best.safetensors"), HasSubstr("not resumed")));
}

TEST_F(RunsTest, NamesWhatACheckpointLacks) {
    fs::create_directories(root);
    const fs::path path = root / "step-100.safetensors";
    const auto refusal = [&](const auto& change) {
        saveSnapshot(path, smallCheckpoint(100));
        SafetensorsFile file = readSafetensors(path);
        change(file);
        writeSafetensors(path, file);
        return messageOf(ErrorCategory::Data, [&] { loadCheckpoint(path); });
    };
    EXPECT_THAT(refusal([](SafetensorsFile& file) { file.metadata["training"] = "{\"step\": -1}"; }),
                HasSubstr("'step' of 'training' is -1"));
    EXPECT_THAT(refusal([](SafetensorsFile& file) { file.metadata["training"] = "{}"; }), HasSubstr("step"));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    std::string& training = file.metadata["training"];
                    training.replace(training.find("0.875"), 5, "1.875");
                }),
                HasSubstr("'best_balanced_accuracy' is 1.875"));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    std::erase_if(file.tensors, [](const auto& t) { return t.name == "optimizer.1.conv1.bias"; });
                }),
                HasSubstr("'optimizer.1.conv1.bias' is missing"));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    file.tensors.push_back(floatTensor("optimizer.x", {1}, std::vector<float>{1}));
                }),
                HasSubstr("'optimizer.x'"));
    EXPECT_THAT(refusal([](SafetensorsFile& file) { file.tensors.back().bytes[0] ^= 1; }),
                HasSubstr("damaged after it was written"));
}

TEST_F(RunsTest, NewestCheckpointSkipsADamagedOne) {
    const fs::path folder = createRun(namedPlan("damaged"), root);
    const RunFiles files(folder);
    for (const std::int64_t step : {100, 150, 200})
        saveSnapshot(files.checkpoint(step), smallCheckpoint(step));
    std::vector<Text> remarks;
    EXPECT_EQ(newestCheckpoint(folder, remarks)->step, 200);
    saveSnapshot(files.final, smallCheckpoint(201));
    EXPECT_EQ(newestCheckpoint(folder, remarks)->step, 201);
    saveSnapshot(files.final, smallCheckpoint(120)); // of a run that was stopped, resumed and killed
    EXPECT_EQ(newestCheckpoint(folder, remarks)->step, 200);
    EXPECT_TRUE(remarks.empty());
    overwrite(files.checkpoint(200), "half");
    EXPECT_EQ(newestCheckpoint(folder, remarks)->step, 150);
    EXPECT_THAT(remarks, testing::ElementsAre(HasSubstr("step-200")));
    EXPECT_EQ(newestCheckpoint(createRun(namedPlan("none"), root), remarks), nullptr);
}

TEST_F(RunsTest, RowsAfterTheCheckpointAreDropped) {
    const fs::path folder = createRun(namedPlan("killed"), root);
    const RunFiles files(folder);
    const Snapshot checkpoint = smallCheckpoint(150);
    {
        RunRecorder recorder(folder);
        for (std::int64_t step = 1; step <= 220; ++step)
            recorder.onEvent(stepNumber(step));
        recorder.onEvent(epochNumber(1, 970, true));
        recorder.onEvent(SettingChanged{.step = 120, .text = Text::verbatim("kept"), .field = {}});
        recorder.onEvent(SettingChanged{.step = 150, .text = Text::verbatim("after"), .field = {}});
        recorder.onEvent(epochNumber(2, 980, true));
        recorder.save(smallSnapshot(9, 200), CheckpointKind::Best);
    }
    RunRecorder resumed(folder, {}, &checkpoint);
    EXPECT_EQ(readSteps(files.metrics).size(), 150U);
    EXPECT_EQ(readSteps(files.metrics).back().towers.size(), 2U);
    EXPECT_EQ(readEpochs(files.metrics).size(), 1U);
    ASSERT_EQ(readMarks(files.metrics).size(), 1U);
    EXPECT_EQ(readMarks(files.metrics)[0].text, "kept");
    EXPECT_EQ(loadSnapshot(files.best)->step, 100);
    EXPECT_EQ(loadSnapshot(files.best)->weights, checkpoint.training->bestWeights);
    const RunSummary summary = summarise(folder);
    EXPECT_EQ(summary.state, "running");
    EXPECT_EQ(summary.steps, 150);
    EXPECT_EQ(summary.bestValidation, 0.97);
}

TEST_F(RunsTest, OneRecorderAtATime) {
    const auto first = recordNewRun(namedPlan("busy"), {}, root);
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { RunRecorder second(first->files().folder); }),
                HasSubstr("in progress in another process"));
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { prepareResume(first->files().folder); }),
                HasSubstr("is in progress. Stop it first."));
}

// What was settled for the devices that a run had: NCCL's sums were refused on others, and nobody had asked for them.
TEST_F(RunsTest, OtherDevicesResolveTheirOwnChoices) {
    Plan plan = namedPlan("moved");
    plan.devices = {"cuda:0", "cuda:1"};
    plan.towers = 2;
    plan.feed = "resident";
    plan.exchange = "allreduce";
    const auto leftRun = [this](const Plan& left) { return RunRecorder(createRun(left, root)).files().folder; };
    const Plan moved = prepareResume(leftRun(plan), [](Plan& p) { p.devices = {"cpu"}; }).plan;
    EXPECT_EQ(moved.feed, "direct");
    EXPECT_EQ(moved.exchange, "cpu");
    plan.devices = {"cpu"};
    const Plan stayed = prepareResume(leftRun(plan), [](Plan& p) { p.learningRate = 0.01; }).plan;
    EXPECT_EQ(stayed.feed, "resident"); // to the same bits
    EXPECT_EQ(stayed.exchange, "allreduce");
}

TEST_F(RunsTest, OldCheckpointsAreRemoved) {
    const auto recorder = recordNewRun(namedPlan("many"), {}, root);
    Started started;
    started.plan.checkpointsKept = 2;
    recorder->onEvent(started);
    for (const std::int64_t step : {90, 100, 110})
        recorder->save(smallCheckpoint(step), CheckpointKind::Regular);
    const auto left = runWeights(recorder->files().folder).checkpoints;
    ASSERT_EQ(left.size(), 2U);
    EXPECT_EQ(left[0], recorder->files().checkpoint(100));
    EXPECT_EQ(left[1], recorder->files().checkpoint(110));
}

} // namespace
} // namespace belfry
