// Steps that take too long: told, and given up when they never end. Which step and which tower, by a seed.
#include "core/base/stopwatch.h"
#include "core/exchange/forwarding_exchange.h"
#include "core/train/stall_watch.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <optional>
#include <random>

namespace belfry {
namespace {

using test::EndedRun;
using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::HasSubstr;

// 40 steps of about 50 images.
Plan hangingPlan(int towers, std::int64_t batchPerTower) { return test::towersPlan(towers, batchPerTower, 2); }

// What the watch takes for the time. It stands still until something hangs, so no other step ever seems to stall,
// however slow or busy the machine is.
class WatchTime {
public:
    void advance(double seconds) {
        const std::lock_guard lock(state_->mutex);
        state_->advanced += seconds;
    }
    void run() { // from now on, with the machine's
        const std::lock_guard lock(state_->mutex);
        if (!state_->since)
            state_->since.emplace();
    }
    std::function<StallWatch::Seconds()> clock() const {
        return [state = state_] {
            const std::lock_guard lock(state->mutex);
            return StallWatch::Seconds(state->advanced + (state->since ? state->since->seconds() : 0));
        };
    }

private:
    struct State {
        std::mutex mutex;
        double advanced = 0;
        std::optional<Stopwatch> since;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>(); // a run that was given up may still ask
};

// A strategy with a tower, or a sum, that hangs in one step until it is let go.
class Hangs : public ForwardingExchange {
public:
    struct Place {
        std::int64_t step = 0;
        int tower = 0; // in backward; none: between the towers
    };
    Hangs(TowerTeam& team, Place place, std::function<void()> hang, const std::string& exchange)
        : ForwardingExchange(exchange == "devices" ? test::makerOf(exchange)(team) : makeExchange(exchange, team)),
          place_(place), apart_(exchange == "async"), hang_(std::move(hang)) {}
    void ready(int tower, int slice) override {
        // Where towers go apart, that tower may be at no step then: the next one it comes to.
        if (tower == place_.tower && slice == 0 && (apart_ ? step_ + 1 >= place_.step : step_ + 1 == place_.step))
            hang_();
        ForwardingExchange::ready(tower, slice);
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        if (++step_ == place_.step && place_.tower < 0)
            hang_();
        return ForwardingExchange::finish(step);
    }

private:
    Place place_;
    bool apart_;
    std::function<void()> hang_;
    std::atomic<std::int64_t> step_ = 0;
};

constexpr double kStallSeconds = 0.1;

PreparedRun watchedRun(const Plan& plan, const WatchTime& time, std::int64_t images = 1000) {
    PreparedRun run = smallRun(plan, images);
    run.stallSeconds = kStallSeconds;
    run.stallClock = time.clock();
    return run;
}

PreparedRun hangingRun(const Plan& plan, Hangs::Place place, const WatchTime& time, std::function<void()> hang,
                       const std::string& exchange = "cpu", std::int64_t images = 1000) {
    PreparedRun run = watchedRun(plan, time, images);
    run.exchange = [place, hang = std::move(hang), exchange](TowerTeam& team) {
        return std::make_unique<Hangs>(team, place, hang, exchange);
    };
    return run;
}

std::vector<std::string> stallsOf(const Recorder& recorder) {
    std::vector<std::string> stalls;
    for (const Warning& warning : recorder.all<Warning>())
        if (warning.text.english().find("is not finishing") != std::string::npos)
            stalls.push_back(warning.text.english());
    return stalls;
}

std::int64_t randomStep(unsigned seed) {
    std::mt19937 random(seed);
    return std::uniform_int_distribution<std::int64_t>(2, 38)(random);
}

void waitForStall(const Recorder& recorder) {
    recorder.waitFor<Warning>(
        [](const Warning& warning) { return warning.text.english().find("is not finishing") != std::string::npos; });
}

class HangsWith : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, HangsWith, testing::ValuesIn(test::provenExchanges()),
                         [](const auto& one) { return one.param; });

TEST_P(HangsWith, AStallingTowerIsReportedAndLosesNothing) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const std::int64_t step = randomStep(seed);
        Recorder recorder;
        WatchTime time;
        const auto stall = [&] {
            time.advance(1.5 * kStallSeconds);
            waitForStall(recorder);
        };
        test::runToEnd(hangingRun(hangingPlan(3, 17), {step, 1}, time, stall, GetParam()), recorder);
        EXPECT_EQ(recorder.finished().state, RunState::Finished);
        EXPECT_EQ(recorder.finished().steps, 40);
        EXPECT_THAT(stallsOf(recorder), testing::ElementsAre(HasSubstr("Step " + std::to_string(step) + " ")));
    }
}

// Opened at the test's end, for threads that nobody waits for any more: they continue, and end.
class Gate {
public:
    WatchTime time; // runs from the hang on
    ~Gate() {
        std::unique_lock lock(mutex_);
        open_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return gone_; });
    }
    // In a step: until the gate is opened. With the returned function the whole run has gone.
    std::function<void()> hang() {
        const std::shared_ptr<void> guard(nullptr, [this](void*) {
            const std::lock_guard lock(mutex_);
            gone_ = true;
            changed_.notify_all();
        });
        return [this, guard] {
            time.run();
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return open_; });
        };
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false, gone_ = false;
};

// A tower that hangs for ever cannot be taken back from its library: the run ends without its thread, with the weights
// of the step before, whichever thread it is. Nothing reaches the observer or the sink afterwards.
TEST_P(HangsWith, AHangingTowerEndsTheRunWithItsWeights) {
    for (const int towers : {1, 3}) { // on the session's thread, and on one of its own
        const std::int64_t step = randomStep(static_cast<unsigned>(towers));
        Gate gate;
        const EndedRun ended(
            hangingRun(hangingPlan(towers, 51 / towers), {step, towers - 1}, gate.time, gate.hang(), GetParam()));
        EXPECT_EQ(ended.finished().state, RunState::Failed);
        EXPECT_THAT(ended.finished().reason.english(),
                    testing::ContainsRegex("Step " + std::to_string(step) +
                                           " was given up after [0-9]+ seconds: a device, a link or the data hangs"));
        EXPECT_THAT(ended.finished().reason.english(),
                    HasSubstr("The weights of step " + std::to_string(step - 1) + " are in final."));
        EXPECT_EQ(ended.finished().steps, step - 1);
        ASSERT_FALSE(ended.saved.empty());
        EXPECT_EQ(ended.saved.back().snapshot.step, step - 1);
        EXPECT_EQ(ended.saved.back().kind, CheckpointKind::Final);
        ASSERT_TRUE(ended.saved.back().snapshot.training);
        EXPECT_EQ(ended.saved.back().snapshot.training->step, step - 1);
        EXPECT_EQ(ended.all<Finished>().size(), 1U);
    }
}

// Between the towers nobody knows how far an update came: the last checkpoint is what is left.
TEST_P(HangsWith, AHangingExchangeEndsTheRunWithItsLastCheckpoint) {
    Plan plan = hangingPlan(3, 17);
    plan.checkpointEvery = 4;
    Gate gate;
    const EndedRun ended(hangingRun(plan, {10, -1}, gate.time, gate.hang(), GetParam()));
    EXPECT_THAT(ended.finished().reason.english(), HasSubstr("The last checkpoint, of step 8, is step-8."));
    EXPECT_EQ(ended.saved.back().snapshot.step, 8);
}

// Pictures of which some never come, from a disk that is gone.
struct Stuck : ImageStore {
    Stuck(std::shared_ptr<const ImageStore> inner, int at, std::function<void()> hang)
        : inner_(std::move(inner)), at_(at), hang_(std::move(hang)) {}
    std::int64_t size() const override { return inner_->size(); }
    std::uint8_t label(std::int64_t index) const override { return inner_->label(index); }
    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        if (++reads_ == at_)
            hang_();
        inner_->read(indices, destination);
    }
    std::shared_ptr<const ImageStore> inner_;
    const int at_;
    std::function<void()> hang_;
    mutable std::atomic<int> reads_ = 0;
};

// With one of its stores instead.
PreparedRun stuckRun(const Plan& plan, std::shared_ptr<const ImageStore> DataSet::*which, int at, Gate& gate) {
    PreparedRun run = watchedRun(plan, gate.time);
    auto data = std::make_shared<DataSet>(*run.data);
    (*data).*which = std::make_shared<Stuck>((*data).*which, at, gate.hang());
    run.data = std::move(data);
    return run;
}

// Its weights are those of the epoch's end.
TEST(Hangs, AHangingValidationEndsTheRunWithItsWeights) {
    Gate gate;
    const EndedRun ended(stuckRun(hangingPlan(2, 25), &DataSet::validation, 1, gate));
    EXPECT_THAT(ended.finished().reason.english(),
                testing::StartsWith("The validation after step 20 was given up after "));
    ASSERT_FALSE(ended.saved.empty());
    EXPECT_EQ(ended.saved.back().snapshot.step, 20);
    EXPECT_EQ(ended.saved.back().kind, CheckpointKind::Final);
}

void expectGivenUpWithItsWeights(const EndedRun& ended) {
    const std::int64_t steps = ended.finished().steps;
    EXPECT_THAT(ended.finished().reason.english(),
                testing::StartsWith("Step " + std::to_string(steps + 1) + " was given up"));
    ASSERT_FALSE(ended.saved.empty());
    EXPECT_EQ(ended.saved.back().snapshot.step, steps);
    EXPECT_EQ(ended.saved.back().kind, CheckpointKind::Final);
}

// While the others are served: nobody saw it before the epoch's end, which is far away.
TEST(Hangs, AHangingTowerEndsAnAsynchronousRun) {
    constexpr std::int64_t kEpoch = 55'000; // steps of one image
    Gate gate;
    Plan plan = hangingPlan(3, 1);
    plan.exchange = "async";
    const EndedRun ended(hangingRun(plan, {10, 1}, gate.time, gate.hang(), "async", kEpoch));
    EXPECT_LT(ended.finished().steps, kEpoch - 3);
    expectGivenUpWithItsWeights(ended);
}

// With what the other towers have computed, and nobody has taken: the variables have all updates that were made.
TEST(Hangs, AHangingAsynchronousRunEndsWithItsWeights) {
    Gate gate;
    Plan plan = hangingPlan(3, 17);
    plan.exchange = "async";
    const EndedRun ended(stuckRun(plan, &DataSet::train, 25, gate));
    // The 25th batch never came, and of those before two are with their towers.
    EXPECT_EQ(ended.finished().steps, 22);
    expectGivenUpWithItsWeights(ended);
}

// A device that hangs is met wherever the host waits for it: before the first step, and where weights are read.
TEST(Hangs, AHangingStartEndsTheRun) {
    Gate gate;
    Plan plan = hangingPlan(2, 25);
    plan.shares = "measured";
    const EndedRun ended(stuckRun(plan, &DataSet::train, 1, gate));
    EXPECT_THAT(ended.finished().reason.english(),
                testing::StartsWith("The start of the towers before step 1 was given up after "));
}

// It was always called the start before step 1.
TEST(Hangs, AResumedStartThatHangsNamesItsStep) {
    Plan plan = hangingPlan(2, 25);
    plan.steps = 7;
    const EndedRun before(smallRun(plan));
    plan.steps = 0;
    plan.shares = "measured";
    Gate gate;
    PreparedRun run = stuckRun(plan, &DataSet::train, 1, gate);
    run.checkpoint = std::make_shared<const Snapshot>(before.saved.back().snapshot);
    const EndedRun ended(std::move(run));
    EXPECT_THAT(ended.finished().reason.english(),
                testing::StartsWith("The start of the towers before step 8 was given up after "));
}

TEST(Hangs, UnreadableWeightsEndTheRun) {
    struct Unread : ForwardingExchange { // on a device
        Unread(TowerTeam& team, std::function<void()> hang)
            : ForwardingExchange(makeExchange("cpu", team)), hang_(std::move(hang)) {}
        struct Store : ForwardingVariables {
            Store(VariableStore& inner, const Unread& exchange) : ForwardingVariables(inner), exchange_(exchange) {}
            bool onHost() const override { return false; }
            std::vector<float> averagedWeights() const override {
                if (exchange_.steps_ == 8)
                    exchange_.hang_();
                return ForwardingVariables::averagedWeights();
            }
            const Unread& exchange_;
        };
        ExchangeTimes finish(const ExchangeStep& step) override {
            ++steps_;
            return ForwardingExchange::finish(step);
        }
        VariableStore& variables() override {
            return store_ ? *store_ : store_.emplace(ForwardingExchange::variables(), *this);
        }
        std::function<void()> hang_;
        std::int64_t steps_ = 0;
        std::optional<Store> store_;
    };
    Gate gate;
    Plan plan = hangingPlan(2, 25);
    plan.checkpointEvery = 4;
    PreparedRun run = watchedRun(plan, gate.time);
    run.exchange = [hang = gate.hang()](TowerTeam& team) { return std::make_unique<Unread>(team, hang); };
    const EndedRun ended(std::move(run));
    EXPECT_THAT(ended.finished().reason.english(),
                testing::StartsWith("Reading the weights after step 8 was given up after "));
    EXPECT_THAT(ended.finished().reason.english(), HasSubstr("The last checkpoint, of step 4, is step-4."));
}

// Who stops a run that hangs has waited long enough.
TEST(Hangs, AStopEndsAHangingRun) {
    Gate gate;
    Recorder recorder;
    WatchTime time;
    const auto stall = [&time, hang = gate.hang()] {
        time.advance(1.5 * kStallSeconds);
        hang();
    };
    Session session(hangingRun(hangingPlan(2, 25), {5, 1}, time, stall), recorder);
    session.start();
    waitForStall(recorder);
    session.requestStop(StopKind::AfterStep);
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Failed);
    EXPECT_THAT(recorder.finished().reason.english(), HasSubstr("Step 5 was given up"));
    session.requestStop(StopKind::Abort); // and all verbs do nothing
    session.pause();
    session.stepOnce();
    EXPECT_EQ(session.state(), RunState::Failed);
}

} // namespace
} // namespace belfry
