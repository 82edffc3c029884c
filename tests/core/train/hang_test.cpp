// Steps that take too long: told, and given up when they never end. Which step and which tower, by a seed.
#include "core/exchange/forwarding_exchange.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <random>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::HasSubstr;

// 40 steps of about 50 images.
Plan hangingPlan(int towers, std::int64_t batchPerTower) {
    return test::towersPlan(towers, batchPerTower, 2);
}

// The strategy `cpu` with a tower, or a sum, that hangs in one step until it is let go.
class Hangs : public ForwardingExchange {
public:
    struct Place {
        std::int64_t step = 0;
        int tower = 0; // in backward; none: between the towers
    };
    Hangs(TowerTeam& team, Place place, std::function<void()> hang)
        : ForwardingExchange(makeExchange("cpu", team)), place_(place), hang_(std::move(hang)) {}
    void ready(int tower, int slice) override {
        if (tower == place_.tower && slice == 0 && step_ + 1 == place_.step)
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
    std::function<void()> hang_;
    std::atomic<std::int64_t> step_ = 0;
};

PreparedRun hangingRun(Plan plan, Hangs::Place place, std::function<void()> hang) {
    PreparedRun run = smallRun(plan);
    run.stallSeconds = 0.1;
    run.exchange = [place, hang = std::move(hang)](TowerTeam& team) {
        return std::make_unique<Hangs>(team, place, hang);
    };
    return run;
}

std::vector<std::string> stallsOf(const Recorder& recorder) {
    std::vector<std::string> stalls;
    for (const Warning& warning : recorder.all<Warning>())
        if (warning.text.find("does not come to its end") != std::string::npos)
            stalls.push_back(warning.text);
    return stalls;
}

std::int64_t randomStep(unsigned seed) {
    std::mt19937 random(seed);
    return std::uniform_int_distribution<std::int64_t>(2, 38)(random);
}

// Of that step: on a slow machine the first one may seem to stall too.
void waitForStall(const Recorder& recorder, std::int64_t step) {
    recorder.waitFor<Warning>([start = "Step " + std::to_string(step) + " does not"](const Warning& warning) {
        return warning.text.starts_with(start);
    });
}

TEST(Hangs, ATowerThatStallsIsToldAndLosesNothing) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const std::int64_t step = randomStep(seed);
        Recorder recorder;
        Session session(hangingRun(hangingPlan(3, 17), {step, 1}, [&] { waitForStall(recorder, step); }), recorder);
        session.start();
        session.wait();
        EXPECT_EQ(recorder.finished().state, RunState::Finished);
        EXPECT_EQ(recorder.finished().steps, 40);
        EXPECT_THAT(stallsOf(recorder), testing::Contains(HasSubstr("Step " + std::to_string(step) + " ")));
    }
}

// Opened at the test's end, for threads that nobody waits for any more: they go on, and end.
class Gate {
public:
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
TEST(Hangs, ATowerThatHangsEndsTheRunWithItsWeights) {
    for (const int towers : {1, 3}) { // on the session's thread, and on one of its own
        const std::int64_t step = randomStep(static_cast<unsigned>(towers));
        Gate gate;
        Recorder recorder;
        Sink sink;
        {
            Session session(hangingRun(hangingPlan(towers, 51 / towers), {step, towers - 1}, gate.hang()), recorder,
                            &sink);
            session.start();
            session.wait();
        }
        EXPECT_EQ(recorder.finished().state, RunState::Failed);
        EXPECT_THAT(recorder.finished().reason,
                    testing::ContainsRegex("Step " + std::to_string(step) +
                                           " was given up after [0-9]+ seconds: a device, a link or the data hangs"));
        EXPECT_THAT(recorder.finished().reason,
                    HasSubstr("The weights of step " + std::to_string(step - 1) + " are in final."));
        EXPECT_EQ(recorder.finished().steps, step - 1);
        ASSERT_FALSE(sink.saved.empty());
        EXPECT_EQ(sink.saved.back().snapshot.step, step - 1);
        EXPECT_TRUE(sink.saved.back().final);
        ASSERT_TRUE(sink.saved.back().snapshot.training);
        EXPECT_EQ(sink.saved.back().snapshot.training->step, step - 1);
        EXPECT_EQ(recorder.all<Finished>().size(), 1U);
    }
}

// Between the towers nobody knows how far an update came: the last checkpoint is what is left.
TEST(Hangs, AnExchangeThatHangsEndsTheRunWithItsLastCheckpoint) {
    Plan plan = hangingPlan(3, 17);
    plan.checkpointEvery = 4;
    Gate gate;
    Recorder recorder;
    Sink sink;
    {
        Session session(hangingRun(plan, {10, -1}, gate.hang()), recorder, &sink);
        session.start();
        session.wait();
    }
    EXPECT_THAT(recorder.finished().reason, HasSubstr("The last checkpoint, of step 8, is step-8."));
    EXPECT_EQ(sink.saved.back().snapshot.step, 8);
}

// The pictures of a validation that never come, from a disk that is gone: its weights are those of the epoch's end.
TEST(Hangs, AValidationThatHangsEndsTheRunWithItsWeights) {
    struct Stuck : ImageStore {
        Stuck(std::shared_ptr<const ImageStore> inner, std::function<void()> hang)
            : inner_(std::move(inner)), hang_(std::move(hang)) {}
        std::int64_t size() const override { return inner_->size(); }
        std::uint8_t label(std::int64_t index) const override { return inner_->label(index); }
        void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
            hang_();
            inner_->read(indices, destination);
        }
        std::shared_ptr<const ImageStore> inner_;
        std::function<void()> hang_;
    };
    Gate gate;
    Recorder recorder;
    Sink sink;
    PreparedRun run = smallRun(hangingPlan(2, 25));
    run.stallSeconds = 0.1;
    auto data = std::make_shared<DataSet>(*run.data);
    data->validation = std::make_shared<Stuck>(data->validation, gate.hang());
    run.data = data;
    data.reset();
    {
        Session session(std::move(run), recorder, &sink);
        session.start();
        session.wait();
    }
    EXPECT_THAT(recorder.finished().reason, testing::StartsWith("The validation after step 20 was given up after "));
    ASSERT_FALSE(sink.saved.empty());
    EXPECT_EQ(sink.saved.back().snapshot.step, 20);
    EXPECT_TRUE(sink.saved.back().final);
}

// Who stops a run that hangs has waited long enough.
TEST(Hangs, AStopEndsARunThatHangs) {
    Gate gate;
    Recorder recorder;
    PreparedRun run = hangingRun(hangingPlan(2, 25), {5, 1}, gate.hang());
    Session session(std::move(run), recorder);
    session.start();
    waitForStall(recorder, 5);
    session.requestStop(StopKind::AfterStep);
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Failed);
    EXPECT_THAT(recorder.finished().reason, HasSubstr("Step 5 was given up"));
    session.requestStop(StopKind::Abort); // and all verbs do nothing
    session.pause();
    session.stepOnce();
    EXPECT_EQ(session.state(), RunState::Failed);
}

} // namespace
} // namespace belfry
