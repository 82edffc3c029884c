// Seconds of training by a clock that only the test moves.
#include "core/exchange/forwarding_exchange.h"
#include "core/train/training_clock.h"
#include "tests/core/train/small_run.h"
#include "tests/support/forwarding_run_ahead.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <vector>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;

struct FakeClock {
    std::atomic<double> seconds = 1000; // any moment
    TrainingClock::Source source() {
        return [this] { return TrainingClock::Seconds(seconds); };
    }
};

TEST(TrainingClock, StandsWhileAStopExists) {
    FakeClock clock;
    TrainingClock training(clock.source());
    clock.seconds = 1001;
    EXPECT_EQ(training.seconds(), 0); // not started
    training.start(7);
    clock.seconds = 1003;
    EXPECT_EQ(training.seconds(), 9);
    {
        const TrainingClock::Stop outer(training);
        clock.seconds = 1004;
        {
            const TrainingClock::Stop inner(training);
            clock.seconds = 1005;
        }
        clock.seconds = 1006;
        EXPECT_EQ(training.seconds(), 9);
    }
    clock.seconds = 1010;
    EXPECT_EQ(training.seconds(), 13);
}

// An update, a step of a device that the host need not wait for, or a look at the weights takes its time.
class Timed : public ForwardingExchange, public test::ForwardingRunAhead {
public:
    struct Takes {
        double start = 0, update = 0, device = 0, reading = 0; // seconds
    };
    Timed(std::unique_ptr<Exchange> inner, FakeClock& clock, Takes takes)
        : ForwardingExchange(std::move(inner)), ForwardingRunAhead(*ForwardingExchange::runAhead()), clock_(clock),
          takes_(takes) {}
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override {
        ForwardingExchange::attach(team, optimizer, rules);
        clock_.seconds += takes_.start;
        store_.emplace(ForwardingExchange::variables(), *this);
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        clock_.seconds += takes_.update;
        ends_.push_back(std::max(ends_.empty() ? 0 : ends_.back(), clock_.seconds.load()) + takes_.device);
        return ForwardingExchange::finish(step);
    }
    VariableStore& variables() override { return *store_; }
    RunAhead* runAhead() override { return this; }
    bool queuesOnly(TowerTeam&) const override { return true; }
    // Read with the figures of the step after the one that they are of, which have been waited for.
    ExchangeTimes deviceTimes(int, int stepsAgo) const override {
        if (stepsAgo > 0) // the host is ahead
            clock_.seconds =
                std::max(clock_.seconds.load(), ends_.at(ends_.size() - static_cast<std::size_t>(stepsAgo)));
        return {};
    }
    void restartClocks() override {}

private:
    struct Store : ForwardingVariables {
        Store(VariableStore& inner, const Timed& exchange) : ForwardingVariables(inner), exchange_(exchange) {}
        std::vector<float> averagedWeights() const override {
            exchange_.clock_.seconds += exchange_.takes_.reading;
            return ForwardingVariables::averagedWeights();
        }
        const Timed& exchange_;
    };

    FakeClock& clock_;
    Takes takes_;
    std::optional<Store> store_;
    std::vector<double> ends_; // of the device's steps
};

// Does as a test says with every event and checkpoint.
struct Watching : Recorder, Sink {
    std::function<void(const Event&)> watch = [](const Event&) {};
    std::function<void()> saving = [] {};
    void onEvent(const Event& event) override {
        Recorder::onEvent(event);
        watch(event);
    }
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
        saving();
        return Sink::save(snapshot, kind);
    }
};

Plan tenSteps() {
    Plan plan = test::towersPlan(1, 200, 2); // of 1,000 images
    plan.replicaCheckEvery = 0;
    return plan;
}

PreparedRun timedRun(const Plan& plan, FakeClock& clock, Timed::Takes takes, bool ahead = false) {
    PreparedRun run = smallRun(plan);
    run.trainingClock = clock.source();
    run.runAhead = ahead;
    run.exchange = [&clock, takes](TowerTeam& team) {
        return std::make_unique<Timed>(makeExchange("cpu", team), clock, takes);
    };
    return run;
}

// What the session did between two steps was in no figure, while the devices worked on: a run looked faster than it
// was.
TEST(TrainingSeconds, CountWhatIsDoneBetweenSteps) {
    FakeClock clock;
    Watching run;
    run.watch = [&](const Event& event) { clock.seconds += std::holds_alternative<StepDone>(event) ? 3 : 0; };
    test::runToEnd(timedRun(tenSteps(), clock, {.update = 1}), run, &run);
    EXPECT_DOUBLE_EQ(run.finished().seconds, 10 * (1 + 3));
    EXPECT_DOUBLE_EQ(run.finished().imagesPerSecond, 9 * 200 / 36.0); // without the first step
    const auto steps = run.all<StepDone>();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_DOUBLE_EQ(steps[i].seconds, 1 + 4 * static_cast<double>(i));
        EXPECT_FLOAT_EQ(steps[i].milliseconds, i == 0 ? 1000 : 4000) << i;
    }
}

TEST(TrainingSeconds, CountSnapshotsOfTheWeights) {
    FakeClock clock;
    Watching run;
    Session session(timedRun(tenSteps(), clock, {.update = 1, .reading = 5}), run, &run);
    run.watch = [&](const Event& event) {
        if (const auto* step = std::get_if<StepDone>(&event); step && step->step == 3)
            session.snapshot();
    };
    session.start();
    session.wait();
    EXPECT_DOUBLE_EQ(run.finished().seconds, 10 + 5);
}

TEST(TrainingSeconds, DoNotCountStartPausesValidationsAndCheckpoints) {
    FakeClock clock;
    Watching run;
    Plan plan = tenSteps();
    plan.checkpointEvery = 2;
    Session session(timedRun(plan, clock, {.start = 1000, .update = 1}), run, &run, {.startPaused = true});
    run.watch = [&](const Event& event) {
        if (!std::holds_alternative<StepDone>(event))
            clock.seconds += 100;
        if (const auto* state = std::get_if<StateChanged>(&event); state && state->state == RunState::Paused)
            session.resume();
        if (const auto* step = std::get_if<StepDone>(&event); step && step->step == 7)
            session.pause();
    };
    run.saving = [&] { clock.seconds += 100; };
    session.start();
    session.wait();
    EXPECT_EQ(run.all<StateChanged>().size(), 4U); // paused and running, twice
    EXPECT_DOUBLE_EQ(run.finished().seconds, 10);
    EXPECT_DOUBLE_EQ(run.finished().imagesPerSecond, 200);
    EXPECT_DOUBLE_EQ(run.all<EpochDone>().at(0).seconds, 5);
    EXPECT_DOUBLE_EQ(run.all<EpochDone>().at(1).seconds, 10);
}

// The host has queued a step in no time; the device needs a second for it.
TEST(TrainingSeconds, EndWhenTheDevicesHaveCaughtUp) {
    FakeClock clock;
    Watching run;
    Plan plan = tenSteps();
    plan.checkpointEvery = 4;
    Session session(timedRun(plan, clock, {.device = 1}, true), run, &run);
    run.watch = [&](const Event& event) {
        if (const auto* step = std::get_if<StepDone>(&event); step && step->step == 1) // two more are queued
            session.pause();
        if (const auto* state = std::get_if<StateChanged>(&event); state && state->state == RunState::Paused)
            session.resume();
        clock.seconds += std::holds_alternative<StepDone>(event) ? 0 : 100; // in which a device has time to catch up
    };
    session.start();
    session.wait();
    EXPECT_DOUBLE_EQ(run.finished().seconds, 10);
    EXPECT_DOUBLE_EQ(run.all<EpochDone>().at(0).seconds, 5);
    EXPECT_DOUBLE_EQ(run.all<EpochDone>().at(1).seconds, 10);
    for (const Sink::Saved& saved : run.saved) {
        const TrainingState* state = saved.snapshot.training.get(); // null in that of the best weights
        EXPECT_DOUBLE_EQ(state ? state->seconds : 0, state ? static_cast<double>(saved.snapshot.step) : 0);
    }
    for (const StepDone& step : run.all<StepDone>())
        EXPECT_FLOAT_EQ(step.milliseconds, 1000);
}

TEST(TrainingSeconds, ContinueInAResumedRun) {
    FakeClock clock;
    Watching first, second;
    Plan plan = tenSteps();
    plan.checkpointEvery = 4;
    test::runToEnd(timedRun(plan, clock, {.update = 1}), first, &first);
    PreparedRun resumed = timedRun(plan, clock, {.start = 50, .update = 2});
    resumed.checkpoint =
        std::make_shared<const Snapshot>(std::ranges::find_if(first.saved, [](const Sink::Saved& saved) {
                                             return saved.kind == CheckpointKind::Regular && saved.snapshot.step == 4;
                                         })->snapshot);
    test::runToEnd(std::move(resumed), second, &second);
    EXPECT_DOUBLE_EQ(second.finished().seconds, 4 + 6 * 2);
    EXPECT_FLOAT_EQ(second.all<StepDone>().front().milliseconds, 2000);
}

// And start-up ends after some seconds, however many steps it has made until then.
TEST(TrainingSeconds, BeginAfterTheStart) {
    FakeClock clock;
    Watching run;
    PreparedRun prepared = timedRun(tenSteps(), clock, {.start = 20, .update = 1});
    prepared.warmUp = true;
    test::runToEnd(std::move(prepared), run, &run);
    EXPECT_DOUBLE_EQ(run.finished().seconds, 10);
    EXPECT_DOUBLE_EQ(run.finished().startupSeconds, 20 + 3); // of 1 s each
    EXPECT_EQ(run.all<Started>().at(0).startupSeconds, run.finished().startupSeconds);
    EXPECT_EQ(toJson(run.all<Started>().at(0), "")["startup_seconds"], run.finished().startupSeconds);
    EXPECT_EQ(toJson(run.finished(), "")["startup_seconds"], run.finished().startupSeconds);
}

} // namespace
} // namespace belfry
