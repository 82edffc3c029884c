// Steps that are queued before the last ones are done: the same run, told later. On the CPU, where they are done at
// once.
#include "core/exchange/forwarding_exchange.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/core/train/small_run.h"
#include "tests/support/forwarding_run_ahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::HasSubstr;

// What a run told and kept, and what its exchange saw.
struct Told {
    Recorder recorder;
    Sink sink;
    std::int64_t lead = 0;                 // most steps that were made and not told
    std::vector<std::vector<float>> after; // the weights, by update
    std::int64_t warmUps = 0;              // updates before the run had started
};

constexpr std::int64_t kInWarmUp = -1; // instead of a step's number: in every step before the first

// `cpu`, of which no step need be waited for when its towers are on the CPU; or "devices", whose sums are made while
// the towers are in backward.
class Queueing : public ForwardingExchange, public test::ForwardingRunAhead {
public:
    // seed: of when the sums are made.
    Queueing(const std::string& exchange, std::uint64_t seed, TowerTeam& team, Told& told, std::int64_t faultStep = 0)
        : ForwardingExchange(exchange == "devices" ? test::makerOf(exchange, seed)(team)
                                                   : makeExchange(exchange, team)),
          ForwardingRunAhead(*ForwardingExchange::runAhead()), team_(team), told_(told), faultStep_(faultStep) {}
    RunAhead* runAhead() override { return this; }
    bool queuesOnly(TowerTeam&) const override { return true; }
    void ready(int tower, int slice) override {
        const Slice& part = team_.tower(tower).blueprint().slices[static_cast<std::size_t>(slice)];
        if (tower == 1 && (starts() ? faultStep_ == kInWarmUp : step_ + 1 == faultStep_))
            team_.tower(1).gradient().narrow(0, part.offset, part.count).fill_(std::numeric_limits<float>::quiet_NaN());
        ForwardingExchange::ready(tower, slice);
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        const ExchangeTimes times = ForwardingExchange::finish(step);
        if (starts()) {
            ++told_.warmUps;
            return times;
        }
        const auto told = static_cast<std::int64_t>(told_.recorder.all<StepDone>().size());
        told_.lead = std::max(told_.lead, ++step_ - told);
        told_.after.push_back(variables().weights());
        return times;
    }

private:
    bool starts() const { return told_.recorder.all<Started>().empty(); }

    TowerTeam& team_;
    Told& told_;
    std::int64_t faultStep_, step_ = 0;
};

Plan smallPlan(int towers) {
    Plan plan;
    plan.towers = towers;
    plan.batchPerTower = 50;
    plan.feed = "resident";
    plan.epochs = 2;
    plan.clipNorm = 0.5;
    plan.averageDecay = 0.9;
    plan.checkpointEvery = 3;
    return plan;
}

void runToEnd(const std::string& exchange, PreparedRun run, bool ahead, Told& told, std::int64_t faultStep = 0) {
    run.runAhead = ahead;
    const std::uint64_t seed = ahead ? 100 : 0; // the same run, whenever the sums are made
    run.exchange = [&](TowerTeam& team) { return std::make_unique<Queueing>(exchange, seed, team, told, faultStep); };
    Session session(std::move(run), told.recorder, &told.sink);
    session.start();
    session.wait();
}
void runToEnd(const std::string& exchange, const Plan& plan, bool ahead, Told& told, std::int64_t faultStep = 0) {
    runToEnd(exchange, smallRun(plan), ahead, told, faultStep);
}

void expectSame(const Told& found, const Told& expected) {
    const auto steps = found.recorder.all<StepDone>(), those = expected.recorder.all<StepDone>();
    ASSERT_EQ(steps.size(), those.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(steps[i].step, those[i].step);
        EXPECT_EQ(steps[i].images, those[i].images);
        EXPECT_EQ(steps[i].epoch, those[i].epoch);
        EXPECT_EQ(steps[i].loss, those[i].loss);
        EXPECT_EQ(steps[i].accuracy, those[i].accuracy);
        EXPECT_EQ(steps[i].learningRate, those[i].learningRate);
        for (std::size_t t = 0; t < steps[i].towers.size(); ++t)
            EXPECT_EQ(steps[i].towers[t].images, those[i].towers[t].images);
    }
    const auto epochs = found.recorder.all<EpochDone>(), others = expected.recorder.all<EpochDone>();
    ASSERT_EQ(epochs.size(), others.size());
    for (std::size_t i = 0; i < epochs.size(); ++i) {
        EXPECT_EQ(epochs[i].trainLoss, others[i].trainLoss);
        EXPECT_EQ(epochs[i].trainAccuracy, others[i].trainAccuracy);
        EXPECT_EQ(epochs[i].validation.loss, others[i].validation.loss);
    }
    ASSERT_EQ(found.sink.saved.size(), expected.sink.saved.size());
    for (std::size_t i = 0; i < found.sink.saved.size(); ++i) {
        const Snapshot &one = found.sink.saved[i].snapshot, &other = expected.sink.saved[i].snapshot;
        EXPECT_EQ(one.step, other.step);
        EXPECT_EQ(one.weights, other.weights);
        ASSERT_EQ(one.training == nullptr, other.training == nullptr);
        if (one.training) {
            EXPECT_EQ(one.training->epochSums.lossSum, other.training->epochSums.lossSum);
            EXPECT_EQ(one.training->optimizerState, other.training->optimizerState);
        }
    }
    EXPECT_EQ(found.recorder.finished().test.correct, expected.recorder.finished().test.correct);
}

class RunningAhead : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Table, RunningAhead, testing::Values("cpu", "devices"));

TEST_P(RunningAhead, IsTheSameRunReportedLater) {
    for (const int towers : {1, 3}) {
        Told now, later;
        runToEnd(GetParam(), smallPlan(towers), false, now);
        runToEnd(GetParam(), smallPlan(towers), true, later);
        EXPECT_EQ(now.lead, 1);
        EXPECT_EQ(later.lead, 1 + kMaxInFlightSteps);
        expectSame(later, now);
    }
}

TEST_P(RunningAhead, NaNsNeverReachTheWeights) {
    for (const std::int64_t fault : {2, 5, 6, 9}) { // some before a checkpoint, at it, after it
        Told now, later;
        runToEnd(GetParam(), smallPlan(2), false, now, fault);
        runToEnd(GetParam(), smallPlan(2), true, later, fault);
        EXPECT_EQ(later.recorder.finished().state, RunState::Failed);
        EXPECT_EQ(later.recorder.finished().reason, now.recorder.finished().reason);
        EXPECT_THAT(later.recorder.finished().reason, HasSubstr("at step " + std::to_string(fault) + " "));
        EXPECT_EQ(later.recorder.finished().steps, fault - 1);
        EXPECT_EQ(later.recorder.finished().images, now.recorder.finished().images);
        EXPECT_EQ(later.recorder.all<StepDone>().size(), static_cast<std::size_t>(fault)); // its loss is shown
        const auto before = static_cast<std::size_t>(fault - 2);
        for (std::size_t update = before + 1; update < later.after.size(); ++update)
            EXPECT_EQ(later.after[update], later.after[before]);
        EXPECT_EQ(later.sink.saved.size(), now.sink.saved.size());
    }
}

// The check waited for all devices. Now it is queued, and what it found is read with the numbers of later steps.
TEST_P(RunningAhead, ADifferingReplicaIsFoundSomeStepsLater) {
    struct Differing : Queueing {
        Differing(const std::string& exchange, TowerTeam& team, Told& told)
            : Queueing(exchange, 0, team, told), last(team.tower(1)) {}
        ExchangeTimes finish(const ExchangeStep& step) override {
            const ExchangeTimes times = Queueing::finish(step);
            if (++steps == 4)
                last.weights().data_ptr<float>()[7] *= 1.0001F;
            return times;
        }
        Tower& last;
        int steps = 0;
    };
    Plan plan = smallPlan(2);
    plan.replicaCheckEvery = 2;
    plan.checkpointEvery = 1000;
    Told told;
    PreparedRun run = smallRun(plan);
    run.runAhead = true;
    run.exchange = [&](TowerTeam& team) { return std::make_unique<Differing>(GetParam(), team, told); };
    Session session(std::move(run), told.recorder, &told.sink);
    session.start();
    session.wait();
    EXPECT_THAT(told.recorder.finished().reason, HasSubstr("The weights of the two towers differ after step 4:"));
    EXPECT_EQ(told.after.size(), std::size_t{4 + 2}) << "the next check needs the place of this one";
    EXPECT_TRUE(told.sink.saved.empty());
}

TEST_P(RunningAhead, APauseReportsAllFinishedSteps) {
    Told told;
    PreparedRun run = smallRun(smallPlan(1));
    run.runAhead = true;
    run.exchange = [&](TowerTeam& team) { return std::make_unique<Queueing>(GetParam(), 0, team, told); };
    Session session(std::move(run), told.recorder, &told.sink, {.startPaused = true});
    session.start();
    for (std::int64_t step = 1; step <= 3; ++step) {
        session.stepOnce();
        told.recorder.waitFor<StepDone>([step](const StepDone& done) { return done.step == step; });
    }
    session.requestStop(StopKind::AfterStep);
    session.wait();
    EXPECT_EQ(told.recorder.finished().steps, 3);
}

// Feeds whose batches are memory of the host's keep them until the devices have read them.
TEST_P(RunningAhead, IsTheSameRunWithEveryFeed) {
    Told expected;
    runToEnd(GetParam(), smallPlan(2), false, expected);
    for (const char* feed : {"direct", "queue"}) {
        Plan plan = smallPlan(2);
        plan.feed = feed;
        plan.queueCapacity = 1;
        Told told;
        runToEnd(GetParam(), plan, true, told);
        EXPECT_EQ(told.lead, 1 + kMaxInFlightSteps) << feed;
        expectSame(told, expected);
    }
}

PreparedRun warmRun(const Plan& plan) {
    PreparedRun run = smallRun(plan);
    run.warmUp = true;
    run.trainingClock = [] { return std::chrono::duration<double>(0); }; // no step takes too long
    return run;
}

// Of everything that a step leaves behind: running averages, the optimizer's vectors and step, a moving average.
Plan rememberingPlan(int towers) {
    Plan plan = smallPlan(towers);
    plan.model = "own";
    plan.layers = {"conv 4 3x3 relu", "batchnorm", "dropout 0.5", "dense classes linear"};
    return plan;
}

TEST_P(RunningAhead, IsTheSameRunAfterAWarmUp) {
    for (const auto& [towers, ahead] : {std::pair{1, false}, {3, true}}) {
        Told cold, warm;
        runToEnd(GetParam(), rememberingPlan(towers), ahead, cold);
        runToEnd(GetParam(), warmRun(rememberingPlan(towers)), ahead, warm);
        const std::int64_t rest = towers == 1 ? 0 : 1; // 1,000 images are no whole steps of 150
        EXPECT_EQ(cold.warmUps, 0);
        EXPECT_EQ(warm.warmUps, kStepsUntilReplay + 1 + rest);
        expectSame(warm, cold);
    }
}

// Which kernels a run's first step has must not depend on how long the libraries took to load.
TEST_P(RunningAhead, OwnKernelsAreTriedHoweverLongThatTakes) {
    for (const bool beside : {false, true}) { // which replays nothing, and so waits for nothing else
        PreparedRun run = warmRun(smallPlan(1));
        run.beside = beside;
        if (!beside)
            run.trainingClock = [seconds = 0.0]() mutable { return std::chrono::duration<double>(seconds += 1000); };
        Told told;
        runToEnd(GetParam(), std::move(run), true, told);
        EXPECT_EQ(told.warmUps, kStepsTried) << beside;
    }
}

TEST_P(RunningAhead, IsTheSameRunWithEveryFeedAfterAWarmUp) {
    Told expected;
    runToEnd(GetParam(), rememberingPlan(2), true, expected);
    for (const char* feed : {"direct", "queue"}) {
        Plan plan = rememberingPlan(2);
        plan.feed = feed;
        Told told;
        runToEnd(GetParam(), warmRun(plan), true, told);
        EXPECT_GT(told.warmUps, 0);
        expectSame(told, expected);
    }
}

TEST_P(RunningAhead, ResumesTheSameAfterAWarmUp) {
    Told first, cold, warm;
    runToEnd(GetParam(), rememberingPlan(2), true, first);
    const auto checkpoint = std::ranges::find_if(first.sink.saved, [](const Sink::Saved& saved) {
        return saved.kind == CheckpointKind::Regular && saved.snapshot.step == 3;
    });
    ASSERT_NE(checkpoint, first.sink.saved.end());
    PreparedRun again = smallRun(rememberingPlan(2)), warmAgain = warmRun(rememberingPlan(2));
    again.checkpoint = warmAgain.checkpoint = std::make_shared<const Snapshot>(checkpoint->snapshot);
    runToEnd(GetParam(), std::move(again), true, cold);
    runToEnd(GetParam(), std::move(warmAgain), true, warm);
    EXPECT_GT(warm.warmUps, 0);
    EXPECT_EQ(warm.recorder.all<StepDone>().front().step, 4);
    expectSame(warm, cold);
}

// The devices make no update any more after numbers that are not finite: until the run's own begin.
TEST_P(RunningAhead, TrainsAfterAWarmUpThatDiverged) {
    Told cold, warm;
    runToEnd(GetParam(), rememberingPlan(2), true, cold);
    runToEnd(GetParam(), warmRun(rememberingPlan(2)), true, warm, kInWarmUp);
    EXPECT_GT(warm.warmUps, 0);
    expectSame(warm, cold);
}

TEST_P(RunningAhead, AStopEndsTheWarmUp) {
    struct Stopping : Queueing {
        using Queueing::Queueing;
        ExchangeTimes finish(const ExchangeStep& step) override {
            stop();
            return Queueing::finish(step);
        }
        std::function<void()> stop;
    };
    for (const StopKind kind : {StopKind::AfterStep, StopKind::Abort}) {
        Told told;
        PreparedRun run = warmRun(smallPlan(2));
        run.runAhead = true;
        Session* session = nullptr;
        run.exchange = [&](TowerTeam& team) {
            auto exchange = std::make_unique<Stopping>(GetParam(), 0, team, told);
            exchange->stop = [&session, kind] { session->requestStop(kind); };
            return exchange;
        };
        Session stopped(std::move(run), told.recorder, &told.sink);
        session = &stopped;
        stopped.start();
        stopped.wait();
        EXPECT_EQ(told.warmUps, 1);
        EXPECT_EQ(told.recorder.finished().state, RunState::Stopped);
        EXPECT_EQ(told.recorder.finished().steps, 0);
        EXPECT_TRUE(told.recorder.all<StepDone>().empty());
    }
}

TEST(WarmUp, LeavesAnAsynchronousRunAsItIs) {
    Plan plan = smallPlan(1); // of one tower: the same bits every time
    plan.exchange = "async";
    plan.feed = "direct";
    Recorder cold, warm;
    Sink keptCold, keptWarm;
    test::runToEnd(smallRun(plan), cold, &keptCold);
    test::runToEnd(warmRun(plan), warm, &keptWarm);
    ASSERT_EQ(keptWarm.saved.size(), keptCold.saved.size());
    EXPECT_EQ(keptWarm.saved.back().snapshot.weights, keptCold.saved.back().snapshot.weights);
}

} // namespace
} // namespace belfry
