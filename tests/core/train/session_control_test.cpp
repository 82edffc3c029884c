// A session that is steered: paused, stepped, stopped, and changed while it runs.
#include "core/base/random.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;

Plan longPlan() { return test::towersPlan(2, 50, 1000); }

TEST(Session, PauseStepAndResume) {
    Recorder recorder;
    Session session(smallRun(longPlan()), recorder);
    session.pause();
    session.start();
    recorder.waitFor<StateChanged>([](const StateChanged& e) { return e.state == RunState::Paused; });
    EXPECT_EQ(session.state(), RunState::Paused);
    EXPECT_TRUE(recorder.all<StepDone>().empty());
    session.stepOnce();
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.step == 1; });
    session.stepOnce();
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.step == 2; });
    session.resume();
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.step == 12; });
    session.requestStop(StopKind::AfterStep);
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Stopped);
}

TEST(Session, StopAfterStepSavesAndAnswersWithinOneStep) {
    Recorder recorder;
    Sink sink;
    Session session(smallRun(longPlan()), recorder, &sink);
    session.start();
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.step == 3; });
    session.requestStop(StopKind::AfterStep);
    const auto before = static_cast<std::int64_t>(recorder.all<StepDone>().size());
    session.wait();
    // The step in work when the stop was asked for, and one that may have begun between the two lines above.
    EXPECT_LE(recorder.finished().steps, before + 2);
    EXPECT_EQ(sink.saved.back().kind, CheckpointKind::Final);
    EXPECT_EQ(sink.saved.back().snapshot.step, recorder.finished().steps);
}

// Abort and "after this step" did the same and differed in their words.
TEST(Session, AbortEndsWithinOneStepAndSavesNothingMore) {
    Plan plan = longPlan();
    plan.checkpointEvery = 1;
    Recorder recorder;
    Sink sink;
    Session session(smallRun(plan), recorder, &sink);
    session.stepOnce();
    session.start();
    recorder.waitFor<StateChanged>([](const StateChanged& e) { return e.state == RunState::Paused; });
    session.requestStop(StopKind::Abort);
    session.requestStop(StopKind::AfterStep); // weaker: too late
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Stopped);
    EXPECT_EQ(recorder.finished().steps, 1);
    EXPECT_EQ(recorder.finished().reason, "Aborted: the weights of the last step were not saved.");
    ASSERT_EQ(sink.saved.size(), 1u); // the checkpoint before the abort stays the only one
    EXPECT_NE(sink.saved.back().kind, CheckpointKind::Final);
}

TEST(Session, StrongerStopReplacesAWeakerOne) {
    Recorder recorder;
    Sink sink;
    Session session(smallRun(longPlan()), recorder, &sink);
    session.requestStop(StopKind::AfterEpoch);
    session.requestStop(StopKind::AfterStep);
    session.requestStop(StopKind::AfterEpoch);
    session.start();
    session.wait();
    EXPECT_EQ(recorder.finished().steps, 0);
    ASSERT_EQ(sink.saved.size(), 1u);
    EXPECT_EQ(sink.saved.back().kind, CheckpointKind::Final);
}

TEST(Session, StopAfterEpochEndsAtItsEndAndTests) {
    Recorder recorder;
    Session session(smallRun(longPlan()), recorder);
    session.requestStop(StopKind::AfterEpoch); // even before the start: one whole epoch
    session.start();
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Stopped);
    EXPECT_EQ(recorder.finished().steps, 10);
    EXPECT_EQ(recorder.finished().test.images, 300);
}

// A pause asked for before or after a stop at the epoch's end made the run wait for ever.
TEST(Session, StopAfterEpochEndsAPause) {
    Recorder recorder;
    Session session(smallRun(longPlan()), recorder);
    session.pause();
    session.start();
    recorder.waitFor<StateChanged>([](const StateChanged& e) { return e.state == RunState::Paused; });
    session.requestStop(StopKind::AfterEpoch);
    session.pause();
    session.stepOnce();
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Stopped);
    EXPECT_EQ(recorder.finished().steps, 10);
}

// Whoever draws in a pause got answers from the weights of some earlier step, or none.
TEST(Session, PauseKeepsTheNewestSnapshot) {
    Recorder recorder;
    Session session(smallRun(longPlan()), recorder);
    session.stepOnce();
    session.start();
    recorder.waitFor<StepDone>();
    recorder.waitFor<StateChanged>([](const StateChanged& e) { return e.state == RunState::Paused; });
    const auto snapshot = session.snapshot();
    ASSERT_NE(snapshot, nullptr);
    EXPECT_EQ(snapshot->step, 1);
}

TEST(Session, DestructionInMidRunStopsAndWaits) {
    Recorder recorder;
    Sink sink;
    {
        Session session(smallRun(longPlan()), recorder, &sink);
        session.start();
        recorder.waitFor<StepDone>();
    }
    EXPECT_EQ(recorder.finished().state, RunState::Stopped);
    EXPECT_EQ(sink.saved.back().kind, CheckpointKind::Final);
    { const Session neverStarted(smallRun(longPlan()), recorder); }
}

TEST(Session, LiveSettingsAreReportedAndApplied) {
    Recorder recorder;
    Session session(smallRun(longPlan()), recorder);
    session.start();
    recorder.waitFor<StepDone>();
    session.setLearningRate(0.0005);
    recorder.waitFor<SettingChanged>();
    const SettingChanged change = recorder.all<SettingChanged>().at(0);
    EXPECT_EQ(change.text, "learning rate 0.001 → 0.0005");
    EXPECT_EQ(change.field, "learning_rate");
    EXPECT_EQ(change.before, 0.001);
    EXPECT_EQ(change.after, 0.0005);
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.learningRate == 0.0005f; });
    session.setEpochs(1); // already passed or soon: the run ends by itself
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Finished);
}

// A rate that ruined the weights had no way back: the newest checkpoint could be minutes old, or of after it.
class ANewRate : public testing::TestWithParam<const char*> {};

TEST_P(ANewRate, ComesAfterACheckpointWithTheFormerOne) {
    Plan plan = longPlan();
    plan.exchange = GetParam();
    Recorder recorder;
    Sink sink;
    Session session(smallRun(plan), recorder, &sink);
    session.start();
    recorder.waitFor<StepDone>();
    session.setLearningRate(0.0005);
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.learningRate == 0.0005f; });
    session.requestStop(StopKind::AfterStep);
    session.wait();
    const SettingChanged change = recorder.all<SettingChanged>().at(0);
    ASSERT_GE(sink.saved.size(), 2u);
    EXPECT_EQ(sink.saved[0].kind, CheckpointKind::Regular);
    EXPECT_EQ(sink.saved[0].snapshot.step, change.step);
    EXPECT_EQ(sink.saved[0].snapshot.training->settings.learningRate, 0.001);
    for (const StepDone& step : recorder.all<StepDone>())
        EXPECT_EQ(step.learningRate, step.step <= change.step ? 0.001f : 0.0005f) << step.step;
}

INSTANTIATE_TEST_SUITE_P(Exchanges, ANewRate, testing::Values("cpu", "async"));

TEST(Session, SnapshotsComeWhileTraining) {
    Recorder recorder;
    Session session(smallRun(longPlan()), recorder);
    EXPECT_EQ(session.snapshot(), nullptr);
    session.start();
    recorder.waitFor<StepDone>([](const StepDone& e) { return e.step == 5; });
    std::shared_ptr<const Snapshot> snapshot;
    for (std::int64_t step = 6; !snapshot; ++step) { // asked for; a later step brings it
        snapshot = session.snapshot();
        recorder.waitFor<StepDone>([step](const StepDone& e) { return e.step == step; });
    }
    EXPECT_GT(snapshot->step, 0);
    EXPECT_EQ(static_cast<std::int64_t>(snapshot->weights.size()), snapshot->blueprint->flatSize);
}

TEST(Session, StartsAndStopsAtRandomMoments) {
    const PreparedRun prepared = smallRun(longPlan());
    RandomStream random(1, Purpose::Sample);
    for (int round = 0; round < 30; ++round) {
        Recorder recorder;
        Session session(prepared, recorder);
        session.start();
        const auto step = static_cast<std::int64_t>(random.below(4));
        if (step > 0)
            recorder.waitFor<StepDone>([step](const StepDone& e) { return e.step >= step; });
        session.requestStop(random.below(2) ? StopKind::AfterStep : StopKind::Abort);
        session.wait();
        ASSERT_EQ(recorder.all<Finished>().size(), 1u);
        ASSERT_EQ(recorder.finished().state, RunState::Stopped);
    }
}

} // namespace
} // namespace belfry
