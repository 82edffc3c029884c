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
TEST(Trainer, ARateThatIsNotFiniteNeverReachesTheWeights) {
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
TEST(Trainer, AStopEndsTheDrawingOfInitialWeights) {
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

} // namespace
} // namespace belfry
