// What breaks in mid-run ends the run with a sentence and what was saved, never a hang. Each fault comes at a random
// step, by a seed.
#include "core/base/error.h"
#include "core/exchange/forwarding_exchange.h"
#include "core/train/replica_check.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <new>
#include <numeric>
#include <random>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;
using testing::HasSubstr;

// The strategy `cpu`, broken at one step.
class Broken : public ForwardingExchange {
public:
    enum class Fault { TowerThrows, TowerGivesNaN, ExchangeThrows, MemoryRunsOut, ReplicaDiffers };
    Broken(TowerTeam& team, Fault fault, std::int64_t step)
        : ForwardingExchange(makeExchange("cpu", team)), team_(team), fault_(fault), faultStep_(step) {}
    void ready(int tower, int slice) override { // on the tower's thread, in backward
        ForwardingExchange::ready(tower, slice);
        if (tower != 1 || step_ + 1 != faultStep_)
            return;
        if (fault_ == Fault::TowerThrows)
            throw Error(ErrorCategory::Device, "Tower 1 is on fire.");
        if (fault_ == Fault::TowerGivesNaN)
            team_.tower(1).gradient().fill_(std::numeric_limits<float>::quiet_NaN());
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        const ExchangeTimes times = ForwardingExchange::finish(step);
        if (++step_ == faultStep_) {
            if (fault_ == Fault::ExchangeThrows)
                throw Error(ErrorCategory::Device, "The link is gone.");
            if (fault_ == Fault::MemoryRunsOut)
                throw std::bad_alloc();
            if (fault_ == Fault::ReplicaDiffers)
                team_.tower(2).weights().data_ptr<float>()[7] *= 1.0001F;
        }
        return times;
    }

private:
    TowerTeam& team_;
    Fault fault_;
    std::int64_t faultStep_, step_ = 0;
};

Plan smallPlan(int towers, std::int64_t batchPerTower, std::int64_t epochs) {
    Plan plan;
    plan.towers = towers;
    plan.batchPerTower = batchPerTower;
    plan.epochs = epochs;
    return plan;
}

// To its end, with an exchange that is broken.
void runToEnd(PreparedRun run, std::function<std::unique_ptr<Exchange>(TowerTeam&)> exchange, Recorder& recorder,
              Sink* sink = nullptr) {
    run.exchange = std::move(exchange);
    Session session(std::move(run), recorder, sink);
    session.start();
    session.wait();
}

struct Outcome {
    Finished finished;
    std::int64_t faultStep = 0;
    std::vector<Sink::Saved> saved;
};

Outcome runWith(Broken::Fault fault, unsigned seed) {
    std::mt19937 random(seed);
    Outcome outcome;
    outcome.faultStep = std::uniform_int_distribution<std::int64_t>(2, 38)(random);
    Plan plan = smallPlan(3, 17, 2); // 40 steps
    plan.replicaCheckEvery = 1;
    plan.checkpointEvery = 4;
    Recorder recorder;
    Sink sink;
    runToEnd(
        smallRun(plan), [&](TowerTeam& team) { return std::make_unique<Broken>(team, fault, outcome.faultStep); },
        recorder, &sink);
    outcome.finished = recorder.finished();
    outcome.saved = sink.saved;
    EXPECT_EQ(outcome.finished.state, RunState::Failed);
    return outcome;
}

TEST(Faults, ATowerThatThrowsEndsTheRunWithItsWeights) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::TowerThrows, seed);
        EXPECT_THAT(outcome.finished.reason, HasSubstr("Tower 1 is on fire. The weights of step " +
                                                       std::to_string(outcome.faultStep - 1) + " are in "));
        EXPECT_EQ(outcome.saved.back().snapshot.step, outcome.faultStep - 1);
        EXPECT_TRUE(outcome.saved.back().final);
    }
}

TEST(Faults, ATowerThatGivesNoNumbersEndsTheRunBeforeItsWeights) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::TowerGivesNaN, seed);
        EXPECT_THAT(outcome.finished.reason, HasSubstr("not a number at step " + std::to_string(outcome.faultStep)));
        for (const Sink::Saved& saved : outcome.saved)
            for (const float weight : saved.snapshot.weights)
                ASSERT_TRUE(std::isfinite(weight));
    }
}

TEST(Faults, AnExchangeThatThrowsEndsTheRun) {
    const Outcome outcome = runWith(Broken::Fault::ExchangeThrows, 1);
    EXPECT_THAT(outcome.finished.reason, HasSubstr("The link is gone."));
}

TEST(Faults, MemoryThatRunsOutEndsTheRunWithTheBatchThatFitted) {
    const Outcome outcome = runWith(Broken::Fault::MemoryRunsOut, 1);
    EXPECT_THAT(outcome.finished.reason, HasSubstr("ran out of memory. Choose a smaller batch per tower"));
    EXPECT_THAT(outcome.finished.reason,
                HasSubstr("The largest batch that fitted was 17 images per tower. The weights of step " +
                          std::to_string(outcome.faultStep - 1) + " are in "));
}

// Nobody knows which replica is right: nothing is saved any more, and the sentence names what was saved before.
TEST(Faults, AReplicaThatDiffersEndsTheRun) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::ReplicaDiffers, seed);
        EXPECT_THAT(outcome.finished.reason, HasSubstr("The weights of tower 2 are not those of the other towers after "
                                                       "step " +
                                                       std::to_string(outcome.faultStep)));
        if (outcome.faultStep > 4) {
            EXPECT_THAT(outcome.finished.reason, testing::ContainsRegex("(are in|checkpoint is) weights"));
        }
        for (const Sink::Saved& saved : outcome.saved)
            EXPECT_LT(saved.snapshot.step, outcome.faultStep);
    }
}

// A device's sums fail after the step that asked for them: known only to who waits for its numbers. Nothing of that
// step is validated or saved, not even when it is the last one.
class LostLater : public ForwardingExchange {
public:
    LostLater(TowerTeam& team, std::int64_t step) : ForwardingExchange(makeExchange("cpu", team)), lostAfter_(step) {}
    ExchangeTimes finish(const ExchangeStep& step) override {
        ++step_;
        return ForwardingExchange::finish(step);
    }
    void check() const override {
        if (waited_)
            throw Error(ErrorCategory::Training, "The link is lost.");
    }
    std::vector<float> weights() const override { return whenThere(ForwardingExchange::weights()); }
    std::vector<float> averagedWeights() const override { return whenThere(ForwardingExchange::averagedWeights()); }

private:
    std::vector<float> whenThere(std::vector<float> numbers) const {
        waited_ = waited_ || step_ >= lostAfter_;
        check();
        return numbers;
    }
    std::int64_t lostAfter_, step_ = 0;
    mutable bool waited_ = false;
};

TEST(Faults, SumsThatFailAfterTheirStepAreNeverSaved) {
    for (const std::int64_t step : {3, 20, 40}) { // in an epoch, at the end of one, and of the run
        Plan plan = smallPlan(2, 25, 2);          // 40 steps
        plan.checkpointEvery = 1;
        Recorder recorder;
        Sink sink;
        runToEnd(
            smallRun(plan), [step](TowerTeam& team) { return std::make_unique<LostLater>(team, step); }, recorder,
            &sink);
        EXPECT_EQ(recorder.finished().state, RunState::Failed) << step;
        EXPECT_THAT(recorder.finished().reason, HasSubstr("The link is lost.")) << step;
        for (const Sink::Saved& saved : sink.saved)
            EXPECT_LT(saved.snapshot.step, step);
    }
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

TEST(Faults, ATowerThatStallsIsToldAndLosesNothing) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const std::int64_t step = randomStep(seed);
        Recorder recorder;
        Session session(hangingRun(smallPlan(3, 17, 2), {step, 1}, [&] { recorder.waitFor<Warning>(); }), recorder);
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
TEST(Faults, ATowerThatHangsEndsTheRunWithItsWeights) {
    for (const int towers : {1, 3}) { // on the session's thread, and on one of its own
        const std::int64_t step = randomStep(static_cast<unsigned>(towers));
        Gate gate;
        Recorder recorder;
        Sink sink;
        {
            Session session(hangingRun(smallPlan(towers, 51 / towers, 2), {step, towers - 1}, gate.hang()), recorder,
                            &sink);
            session.start();
            session.wait();
        }
        EXPECT_EQ(recorder.finished().state, RunState::Failed);
        EXPECT_THAT(recorder.finished().reason,
                    testing::ContainsRegex("Step " + std::to_string(step) +
                                           " was given up after [0-9]+ seconds: a device, a link or the data hangs"));
        EXPECT_THAT(recorder.finished().reason,
                    HasSubstr("The weights of step " + std::to_string(step - 1) + " are in weights."));
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
TEST(Faults, AnExchangeThatHangsEndsTheRunWithItsLastCheckpoint) {
    Plan plan = smallPlan(3, 17, 2);
    plan.checkpointEvery = 4;
    Gate gate;
    Recorder recorder;
    Sink sink;
    {
        Session session(hangingRun(plan, {10, -1}, gate.hang()), recorder, &sink);
        session.start();
        session.wait();
    }
    EXPECT_THAT(recorder.finished().reason, HasSubstr("The last checkpoint is weights"));
    EXPECT_EQ(sink.saved.back().snapshot.step, 8);
}

// Who stops a run that hangs has waited long enough.
TEST(Faults, AStopEndsARunThatHangs) {
    Gate gate;
    Recorder recorder;
    PreparedRun run = hangingRun(smallPlan(2, 25, 2), {5, 1}, gate.hang());
    Session session(std::move(run), recorder);
    session.start();
    recorder.waitFor<Warning>();
    session.requestStop(StopKind::AfterStep);
    session.wait();
    EXPECT_EQ(recorder.finished().state, RunState::Failed);
    EXPECT_THAT(recorder.finished().reason, HasSubstr("Step 5 was given up"));
    session.requestStop(StopKind::Abort); // and all verbs do nothing
    session.pause();
    session.stepOnce();
    EXPECT_EQ(session.state(), RunState::Failed);
}

// Replicas that differ are found before they are saved, however seldom they are compared otherwise.
TEST(Faults, NoCheckpointIsMadeOfReplicasThatDiffer) {
    Plan plan = smallPlan(3, 17, 2);
    plan.replicaCheckEvery = 1000;
    plan.checkpointEvery = 4;
    Recorder recorder;
    Sink sink;
    runToEnd(
        smallRun(plan),
        [](TowerTeam& team) { return std::make_unique<Broken>(team, Broken::Fault::ReplicaDiffers, 8); }, recorder,
        &sink);
    EXPECT_THAT(recorder.finished().reason, HasSubstr("not those of the other towers after step 8"));
    ASSERT_EQ(sink.saved.size(), 1U);
    EXPECT_EQ(sink.saved.front().snapshot.step, 4);
}

// An exchange that is not told of a step before backward cannot start in it; no run ever told.
TEST(Trainer, TellsTheExchangeOfAStepBeforeItsGradients) {
    struct Order : Broken {
        explicit Order(TowerTeam& team) : Broken(team, Fault::ExchangeThrows, 0) {}
        void begin(std::span<const std::int64_t> images) override {
            begun = true;
            EXPECT_EQ(std::accumulate(images.begin(), images.end(), std::int64_t{0}), 50);
        }
        void ready(int, int) override { EXPECT_TRUE(begun); }
        ExchangeTimes finish(const ExchangeStep& step) override {
            begun = false;
            return Broken::finish(step);
        }
        std::atomic<bool> begun = false;
    };
    Plan plan = smallPlan(2, 25, 1);
    Recorder recorder;
    runToEnd(
        smallRun(plan), [](TowerTeam& team) { return std::make_unique<Order>(team); }, recorder);
    EXPECT_EQ(recorder.finished().state, RunState::Finished);
}

// Devices sum and update on after the host has gone on: the strip told that as waiting for the slowest tower.
TEST(Trainer, TellsWhatDevicesDoLaterAsExchangeAndUpdate) {
    struct Late : Broken {
        explicit Late(TowerTeam& team) : Broken(team, Fault::ExchangeThrows, 0) {}
        ExchangeTimes afterwards(int) override { return {.exchange = 2e6F, .update = 1e6F}; } // longer than any step
    };
    Plan plan = smallPlan(2, 25, 1);
    Recorder recorder;
    runToEnd(
        smallRun(plan), [](TowerTeam& team) { return std::make_unique<Late>(team); }, recorder);
    EXPECT_EQ(recorder.finished().state, RunState::Finished);
    for (const StepDone& step : recorder.all<StepDone>())
        for (const StageTimes& times : step.towers) {
            EXPECT_GE(times.exchange, 2e6F);
            EXPECT_GE(times.update, 1e6F);
            EXPECT_EQ(times.straggler, 0.0F);
        }
}

TEST(ReplicaCheck, SeesEveryBit) {
    std::vector<std::uint32_t> bits(1000, 0x3F800000);
    const std::uint64_t hash = weightsHash(bits.data(), 1000);
    for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{998}, std::size_t{999}})
        for (int bit = 0; bit < 32; ++bit) {
            bits[place] ^= 1U << bit;
            EXPECT_NE(weightsHash(bits.data(), 1000), hash);
            bits[place] ^= 1U << bit;
        }
    std::swap(bits[3], bits[7]);
    EXPECT_EQ(weightsHash(bits.data(), 1000), hash); // they are equal
    bits[3] = 1;
    const std::uint64_t there = weightsHash(bits.data(), 1000);
    std::swap(bits[3], bits[7]);
    EXPECT_NE(weightsHash(bits.data(), 1000), there);
}

TEST(ReplicaCheck, NamesTheTowerThatIsAlone) {
    EXPECT_EQ(differentReplica({5}), -1);
    EXPECT_EQ(differentReplica({5, 5, 5}), -1);
    EXPECT_EQ(differentReplica({6, 5, 5}), 0);
    EXPECT_EQ(differentReplica({5, 5, 6}), 2);
    EXPECT_EQ(differentReplica({5, 6}), 1);
}

} // namespace
} // namespace belfry
