// What the loop owes whoever steers it.
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
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

// The only time that passes is that in which it reads the report of a step: as many seconds as its number.
struct SlowReader : Recorder {
    void onEvent(const Event& event) override {
        if (const auto* step = std::get_if<StepDone>(&event))
            seconds += static_cast<double>(step->step);
        Recorder::onEvent(event);
    }
    PreparedRun run(const Plan& plan) {
        PreparedRun run = smallRun(plan);
        run.trainingClock = [this] { return std::chrono::duration<double>(seconds); };
        return run;
    }
    std::atomic<double> seconds = 0;
};

double secondsOf(std::int64_t steps) { return static_cast<double>(steps * (steps + 1)) / 2; }

double speedBetween(std::int64_t from, std::int64_t to) {
    return static_cast<double>(50 * (to - from)) / (secondsOf(to) - secondsOf(from));
}

// The speed of a run of twenty steps or fewer held its first one, which takes many times as long as the others.
TEST(Trainer, TheSpeedExcludesTheWarmUp) {
    for (const auto& [steps, left] : {std::pair<std::int64_t, std::int64_t>{1, 0}, {20, 1}, {21, 10}}) {
        Plan plan = smallPlan();
        plan.steps = steps;
        SlowReader reader;
        test::runToEnd(reader.run(plan), reader);
        EXPECT_DOUBLE_EQ(reader.finished().seconds, secondsOf(steps));
        EXPECT_DOUBLE_EQ(reader.finished().imagesPerSecond, speedBetween(left, steps)) << steps;
    }
}

// Ten steps of a long run are its whole warm-up: when it is stopped then, all but the first count.
TEST(Trainer, ARunStoppedInItsWarmUpHasASpeed) {
    Plan plan = smallPlan();
    plan.steps = 1000;
    SlowReader reader;
    Session session(reader.run(plan), reader, nullptr, {.startPaused = true});
    session.start();
    for (int step = 0; step < 10; ++step)
        session.stepOnce();
    reader.waitFor<StepDone>([](const StepDone& done) { return done.step == 10; });
    session.requestStop(StopKind::AfterStep);
    session.wait();
    ASSERT_EQ(reader.finished().steps, 10);
    EXPECT_DOUBLE_EQ(reader.finished().imagesPerSecond, speedBetween(1, 10));
}

} // namespace
} // namespace belfry
