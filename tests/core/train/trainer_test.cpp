// What the loop owes whoever steers it.
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::HasSubstr;

Plan smallPlan() {
    Plan plan;
    plan.batchPerTower = 50;
    return plan;
}

// A rate that was no number was multiplied into the weights; the step after it failed, and told to lower the rate.
TEST(Trainer, ANonFiniteRateNeverReachesTheWeights) {
    for (const double rate : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        Recorder recorder;
        Sink sink;
        Session session(smallRun(smallPlan()), recorder, &sink, {.startPaused = true});
        session.start();
        session.stepOnce();
        recorder.waitFor<StepDone>();
        session.setLearningRate(rate);
        session.resume();
        session.wait();
        EXPECT_EQ(recorder.finished().state, RunState::Failed);
        EXPECT_EQ(recorder.finished().steps, 1);
        EXPECT_THAT(recorder.finished().reason, HasSubstr("; expected more than 0 and at most 1000."));
        ASSERT_FALSE(sink.saved.empty());
        EXPECT_TRUE(std::ranges::all_of(sink.saved.back().snapshot.weights, [](float w) { return std::isfinite(w); }));
    }
}

// The weights of a large network took half a minute, in which nobody looked for a stop.
TEST(Trainer, AStopInterruptsWeightInitialisation) {
    Plan plan = smallPlan();
    plan.layers = {"dense 2000 relu", "dense classes linear"}; // more than a million weights in a layer
    plan.model = "wide layer";
    Recorder recorder;
    Sink sink;
    Session session(smallRun(plan), recorder, &sink);
    session.requestStop(StopKind::AfterStep);
    session.start();
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Stopped);
    EXPECT_TRUE(recorder.all<Started>().empty());
    EXPECT_TRUE(sink.saved.empty());
}

double speedBetween(const Recorder& recorder, std::size_t from, std::size_t to) {
    const std::vector<StepDone> steps = recorder.all<StepDone>();
    const double seconds = steps.at(to - 1).seconds - (from > 0 ? steps.at(from - 1).seconds : 0);
    const std::int64_t images = steps.at(to - 1).images - (from > 0 ? steps.at(from - 1).images : 0);
    return static_cast<double>(images) / seconds;
}

// The speed of a run of twenty steps or fewer held its first one, which takes many times as long as the others.
TEST(Trainer, TheSpeedExcludesTheWarmUp) {
    for (const auto& [steps, left] : {std::pair<std::size_t, std::size_t>{1, 0}, {20, 1}, {21, 10}}) {
        Plan plan = smallPlan();
        plan.steps = static_cast<std::int64_t>(steps);
        Recorder recorder;
        test::runToEnd(smallRun(plan), recorder);
        EXPECT_DOUBLE_EQ(recorder.finished().imagesPerSecond, speedBetween(recorder, left, steps)) << steps;
    }
}

// Ten steps of a long run are its whole warm-up: when it is stopped then, all but the first count.
TEST(Trainer, ARunStoppedInItsWarmUpHasASpeed) {
    Plan plan = smallPlan();
    plan.steps = 1000;
    Recorder recorder;
    Session session(smallRun(plan), recorder, nullptr, {.startPaused = true});
    session.start();
    for (int step = 0; step < 10; ++step)
        session.stepOnce();
    recorder.waitFor<StepDone>([](const StepDone& done) { return done.step == 10; });
    session.requestStop(StopKind::AfterStep);
    session.wait();
    ASSERT_EQ(recorder.finished().steps, 10);
    EXPECT_DOUBLE_EQ(recorder.finished().imagesPerSecond, speedBetween(recorder, 1, 10));
}

} // namespace
} // namespace belfry
