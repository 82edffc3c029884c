// How much of an experiment fits a budget, and the row that tells of it. Whole runs: tests/app/reproduce_test.py.
#include "core/study/pilot.h"
#include "core/study/reproduction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using testing::HasSubstr;

TEST(Reproduction, RunsAsManyStepsAsFit) {
    EXPECT_EQ(stepsWithin(10, 1000, 100, 1'000'000), 100);
    EXPECT_EQ(stepsWithin(10, 1000, 100, 60), 60);
    EXPECT_EQ(stepsWithin(0.001, 1000, 100, 60), 1); // at least one
    EXPECT_EQ(stepsWithin(1e9, 1e9, 1, 60), 60);     // no overflow
    EXPECT_EQ(stepsWithin(-5, 1000, 100, 60), 1);    // measuring took all of the budget
    EXPECT_EQ(stepsWithin(10, 0, 100, 60), 1);       // and more than all: no second step was timed
}

Plan smallPlan() {
    Plan plan;
    plan.model = "mlp";
    plan.batchPerTower = 10;
    plan.devices = {"cpu"};
    return plan;
}

// The speed of a large preset was measured for ten minutes of a budget of three seconds.
TEST(Reproduction, MeasuringEndsWithTheBudget) {
    EXPECT_EQ(runPilot(prepareRun(smallPlan()), {.seconds = 1e-9}).steps, 1);
    EXPECT_EQ(runPilot(prepareRun(smallPlan())).steps, 6);
    const Reproduction made =
        reproduce({.name = "small", .plan = smallPlan()}, 1e-9, [](const Plan&) { return RunRecording{}; });
    EXPECT_EQ(made.steps, 1);
    EXPECT_EQ(made.result.state, RunState::Finished);
}

// It did not hear of a stop either.
TEST(Reproduction, AStopDuringTheMeasurementEndsIt) {
    std::stop_source stop;
    stop.request_stop();
    bool recorded = false;
    const Reproduction made = reproduce(
        {.name = "small", .plan = smallPlan()}, 0,
        [&](const Plan&) {
            recorded = true;
            return RunRecording{};
        },
        stop.get_token());
    EXPECT_FALSE(recorded);
    EXPECT_EQ(made.result.state, RunState::Stopped);
    EXPECT_EQ(made.steps, 0);
    EXPECT_GT(made.totalSteps, 0);
}

Reproduction finished() {
    Reproduction made{
        .preset = {.name = "small",
                   .title = Text::verbatim("Small"),
                   .summary = Text::verbatim("What it is."),
                   .published = "50 %",
                   .plan = {}},
        .steps = 20,
        .totalSteps = 400,
        .placement = {{.deviceName = "A processor", .threads = 1}, {.deviceName = "A processor", .threads = 1}}};
    made.preset.plan.towers = 2;
    made.preset.plan.feed = "direct";
    made.result.seconds = 12.4;
    made.result.imagesPerSecond = 5000;
    made.result.test.correct = 9876;
    made.result.test.images = 10'000;
    return made;
}

TEST(Reproduction, ReportsThePartThatRan) {
    EXPECT_EQ(reproductionRow(finished()),
              "| `small` | 50 % | 98.76 % (9876 of 10000) | 20 of 400 steps (5 %) | 2 x 512 images, adam 0.001 "
              "constant, fp32, "
              "direct feed, unit, seed 1 | 12 s, 5000 | A processor, threads: 2 | What it is. |\n");
    Reproduction more = finished(); // what makes the figure
    more.preset.plan.warmupEpochs = 1;
    more.preset.plan.averageDecay = 0.9999;
    more.preset.plan.augmentation = "digits";
    more.preset.plan.testViews = "6";
    EXPECT_THAT(
        reproductionRow(more),
        HasSubstr("seed 1, warm-up over 1 epoch, weights averaged with 0.9999, augmentation digits, test views 6 |"));
    Reproduction whole = finished();
    whole.steps = 400;
    EXPECT_THAT(reproductionRow(whole), HasSubstr("400 of 400 steps (all)"));
}

TEST(Reproduction, ReportsWhyThereIsNoFigure) {
    Reproduction missing = finished();
    missing.problem = Text::verbatim("CIFAR-10 was not found.");
    EXPECT_THAT(reproductionRow(missing), HasSubstr("| not run: CIFAR-10 was not found. | | | |  | What it is. |"));
    Reproduction failed = finished();
    failed.result.state = RunState::Failed;
    failed.result.reason = Text::verbatim("The loss was not a number.");
    EXPECT_THAT(reproductionRow(failed), HasSubstr("failed: The loss was not a number."));
    Reproduction sample = finished();
    sample.dataRemark = Text::verbatim("This is a part of CIFAR-10.");
    EXPECT_THAT(reproductionRow(sample), HasSubstr("of 10000) This is a part of CIFAR-10."));
    Reproduction stopped = finished();
    stopped.result.test = {};
    EXPECT_THAT(reproductionRow(stopped), HasSubstr("stopped before the test"));
}

} // namespace
} // namespace belfry
