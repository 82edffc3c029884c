// What breaks in mid-run ends the run with a sentence and what was saved, never a hang. Each fault comes at a random
// step, by a seed.
#include "core/base/error.h"
#include "core/exchange/forwarding_exchange.h"
#include "core/tower/tower_team.h"
#include "core/train/failure_text.h"
#include "tests/core/train/small_run.h"
#include "tests/support/forwarding_run_ahead.h"

#include <c10/util/Exception.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <new>
#include <numeric>
#include <random>

namespace belfry {
namespace {

using test::EndedRun;
using test::Sink;
using test::smallRun;
using test::towersPlan;
using testing::HasSubstr;

// A strategy that is broken, or whose tower is, at one step.
class Broken : public ForwardingExchange {
public:
    enum class Fault { TowerThrows, TowerGivesNaN, TowerHasNoMemory, ExchangeThrows, ReplicaDiffers };
    struct Place {
        std::string exchange = "cpu";
        std::int64_t step = 0;
        int tower = 1;
    };
    Broken(TowerTeam& team, Fault fault, Place place)
        : ForwardingExchange(makeExchange(place.exchange, team)), team_(team), fault_(fault), place_(std::move(place)) {
    }
    void ready(int tower, int slice) override { // on the tower's thread, in backward
        ForwardingExchange::ready(tower, slice);
        if (tower != place_.tower || step_ + 1 != place_.step)
            return;
        if (fault_ == Fault::TowerThrows)
            throw Error(ErrorCategory::Device, Text::verbatim("The tower is on fire."));
        if (fault_ == Fault::TowerHasNoMemory)
            throw std::bad_alloc();
        if (fault_ == Fault::TowerGivesNaN)
            team_.tower(tower).gradient().fill_(std::numeric_limits<float>::quiet_NaN());
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        const ExchangeTimes times = ForwardingExchange::finish(step);
        if (++step_ == place_.step) {
            if (fault_ == Fault::ExchangeThrows)
                throw Error(ErrorCategory::Device, Text::verbatim("The link is gone."));
            if (fault_ == Fault::ReplicaDiffers)
                team_.tower(place_.tower).weights().data_ptr<float>()[7] *= 1.0001F;
        }
        return times;
    }

private:
    TowerTeam& team_;
    Fault fault_;
    Place place_;
    std::int64_t step_ = 0;
};

// With an exchange that is broken.
EndedRun endedRun(const Plan& plan, std::function<std::unique_ptr<Exchange>(TowerTeam&)> exchange) {
    PreparedRun run = smallRun(plan);
    run.exchange = std::move(exchange);
    return EndedRun(std::move(run));
}

struct Outcome {
    Broken::Place place;
    Finished finished;
    std::vector<Sink::Saved> saved;
};

Plan faultyPlan() {
    Plan plan = towersPlan(3, 17, 2); // 40 steps
    plan.replicaCheckEvery = 1;
    plan.checkpointEvery = 4;
    return plan;
}

// By the seed: the step and the tower.
Outcome runWith(Broken::Fault fault, const std::string& exchange, unsigned seed) {
    std::mt19937 random(seed);
    const Broken::Place place{exchange, std::uniform_int_distribution<std::int64_t>(2, 38)(random),
                              std::uniform_int_distribution<int>(0, 2)(random)};
    const EndedRun ended =
        endedRun(faultyPlan(), [&](TowerTeam& team) { return std::make_unique<Broken>(team, fault, place); });
    EXPECT_EQ(ended.finished().state, RunState::Failed);
    return {place, ended.finished(), ended.saved};
}

// Of a run that nothing happened to, after every step.
std::vector<std::vector<float>> healthyWeights(const std::string& exchange) {
    Plan plan = faultyPlan();
    plan.exchange = exchange;
    plan.checkpointEvery = 1;
    const EndedRun ended(smallRun(plan));
    std::vector<std::vector<float>> weights(41);
    for (const Sink::Saved& saved : ended.saved)
        if (saved.kind != CheckpointKind::Best)
            weights.at(static_cast<std::size_t>(saved.snapshot.step)) = saved.snapshot.weights;
    return weights;
}

// "checkpoint": the newest that was made before this step.
std::string checkpointBefore(std::int64_t step) {
    const std::int64_t last = (step - 1) / 4 * 4;
    const std::string number = std::to_string(last);
    return last > 0 ? " The last checkpoint, of step " + number + ", is step-" + number + "."
                    : " There is no checkpoint yet.";
}

class FaultsWith : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, FaultsWith, testing::ValuesIn(synchronousExchangeNames()),
                         [](const auto& one) { return one.param; });

TEST_P(FaultsWith, AThrowingTowerEndsTheRunWithItsWeights) {
    const auto healthy = healthyWeights(GetParam());
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::TowerThrows, GetParam(), seed);
        const std::int64_t last = outcome.place.step - 1;
        EXPECT_THAT(outcome.finished.reason,
                    HasSubstr("The tower is on fire. The weights of step " + std::to_string(last) + " are in final."));
        EXPECT_EQ(outcome.saved.back().kind, CheckpointKind::Final);
        EXPECT_EQ(outcome.saved.back().snapshot.step, last);
        EXPECT_EQ(outcome.saved.back().snapshot.weights, healthy.at(static_cast<std::size_t>(last)));
    }
}

TEST_P(FaultsWith, ATowerWithNaNsEndsTheRunBeforeTheUpdate) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::TowerGivesNaN, GetParam(), seed);
        EXPECT_THAT(outcome.finished.reason, HasSubstr("not a number at step " + std::to_string(outcome.place.step)));
        for (const Sink::Saved& saved : outcome.saved)
            for (const float weight : saved.snapshot.weights)
                ASSERT_TRUE(std::isfinite(weight));
    }
}

// Nobody knows how far an update came: weights of the step after it were saved as those of the step before, and a run
// that went on from them made the step twice.
TEST_P(FaultsWith, AThrowingExchangeEndsTheRunWithItsLastCheckpoint) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::ExchangeThrows, GetParam(), seed);
        EXPECT_EQ(outcome.finished.reason, "The link is gone." + checkpointBefore(outcome.place.step));
        for (const Sink::Saved& saved : outcome.saved)
            EXPECT_LT(saved.snapshot.step, outcome.place.step);
    }
}

TEST_P(FaultsWith, OutOfMemoryEndsTheRunWithTheBatchThatFitted) {
    const Outcome outcome = runWith(Broken::Fault::TowerHasNoMemory, GetParam(), 1);
    EXPECT_EQ(outcome.finished.reason,
              "The device ran out of memory. Choose a smaller batch per tower, fewer towers or a smaller network. The "
              "largest batch that fitted was 17 images per tower. The weights of step " +
                  std::to_string(outcome.place.step - 1) + " are in final.");
}

// Nobody knows which replica is right: nothing is saved any more, and the sentence names what was saved before, which
// the run can go on from.
TEST_P(FaultsWith, ADifferingReplicaEndsTheRun) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Outcome outcome = runWith(Broken::Fault::ReplicaDiffers, GetParam(), seed);
        EXPECT_EQ(outcome.finished.reason,
                  "The weights of tower " + std::to_string(outcome.place.tower) +
                      " are not those of the other towers after step " + std::to_string(outcome.place.step) +
                      ": its device (cpu) or a link failed. Resume from a checkpoint, on other devices." +
                      checkpointBefore(outcome.place.step));
        for (const Sink::Saved& saved : outcome.saved)
            EXPECT_LT(saved.snapshot.step, outcome.place.step);
    }
}

// Of two nobody can say which one it is.
TEST(Faults, TwoDifferingReplicasAreBothNamed) {
    Plan plan = towersPlan(2, 25, 1);
    plan.replicaCheckEvery = 1;
    const EndedRun ended = endedRun(plan, [](TowerTeam& team) {
        return std::make_unique<Broken>(team, Broken::Fault::ReplicaDiffers, Broken::Place{"cpu", 3, 0});
    });
    EXPECT_THAT(ended.finished().reason, HasSubstr("The weights of the two towers differ after step 3: a device "
                                                   "(cpu, cpu) or the link failed."));
}

// What a library says is for who debugs it; people get its first line, and what they can do about memory whichever
// library ran out of it.
TEST(Faults, LibraryFailuresAreOneSentence) {
    EXPECT_EQ(failureText(std::runtime_error("Odd."), 5).english(), "Odd.");
    for (const char* text : {"CUDA error: out of memory", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling"})
        EXPECT_THAT(failureText(std::runtime_error(text), 5).english(),
                    HasSubstr("that fitted was 5 images per tower."))
            << text;
    EXPECT_THAT(failureText(Error(ErrorCategory::Data, Text::verbatim("The folder is out of memory.")), 5).english(),
                "The folder is out of memory.");
    try {
        TORCH_CHECK(false, "CUDA error: an illegal memory access was encountered\nCompile with `TORCH_USE_CUDA_DSA`.");
    } catch (const std::exception& error) {
        EXPECT_EQ(failureText(error, 5).english(),
                  "The tensor library failed: CUDA error: an illegal memory access was "
                  "encountered. Try other devices, or a smaller batch.");
    }
}

// It was told as "out of memory", which hid that a precision has no deterministic engine. The texts are those of
// PyTorch 2.11's Conv_v8.cpp and of cuDNN's frontend.
TEST(Faults, AMissingEngineIsNotAFullMemory) {
    for (const char* text : {"GET was unable to find an engine to execute this computation",
                             "FIND was unable to find an engine to execute this computation",
                             "cuDNN Frontend error: ERROR: No valid engine configs returned from heuristics."}) {
        try {
            TORCH_CHECK(false, text);
        } catch (const std::exception& error) {
            const std::string told = failureText(error, 5).english();
            EXPECT_THAT(told, HasSubstr("cuDNN found no way to compute a convolution")) << text;
            EXPECT_THAT(told, HasSubstr("Choose another precision")) << text;
            EXPECT_EQ(told.find("out of memory"), told.npos) << text;
        }
    }
}

// What the engine says itself is told as it is, whatever words are in it.
TEST(Faults, OwnErrorsKeepTheirWords) {
    const Text words = Text::verbatim("The file out of memory.json is damaged.");
    EXPECT_EQ(failureText(Error(ErrorCategory::Data, words), 5).english(), words.english());
}

// Before the update nothing has changed: the weights of the step before are as good as any.
TEST(Faults, AMeanThatDoesNotComeLeavesTheWeightsOfTheStepBefore) {
    struct Unsummed : Broken {
        explicit Unsummed(TowerTeam& team) : Broken(team, Fault::ExchangeThrows, {}) {}
        ExchangeTimes finish(const ExchangeStep& step) override {
            if (++steps == 7)
                throw NoMeanGradient({ErrorCategory::Device, Text::verbatim("Rank 1 is lost.")});
            return Broken::finish(step);
        }
        int steps = 0;
    };
    const EndedRun ended = endedRun(faultyPlan(), [](TowerTeam& team) { return std::make_unique<Unsummed>(team); });
    EXPECT_THAT(ended.finished().reason, HasSubstr("Rank 1 is lost. The weights of step 6 are in final."));
    ASSERT_EQ(ended.saved.back().kind, CheckpointKind::Final);
    EXPECT_EQ(ended.saved.back().snapshot.step, 6);
    EXPECT_EQ(ended.saved.back().snapshot.weights, healthyWeights("cpu")[6]);
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
    VariableStore& variables() override {
        if (!store_)
            store_ = makeStore(ForwardingExchange::variables());
        return *store_;
    }

protected:
    class Store : public ForwardingVariables {
    public:
        Store(VariableStore& inner, const LostLater& exchange) : ForwardingVariables(inner), exchange_(exchange) {}
        void check() const override {
            if (waited_)
                throw Error(ErrorCategory::Device, Text::verbatim("The link is lost."));
        }
        std::vector<float> weights() const override { return whenThere(ForwardingVariables::weights()); }
        std::vector<float> averagedWeights() const override {
            return whenThere(ForwardingVariables::averagedWeights());
        }

    private:
        std::vector<float> whenThere(std::vector<float> numbers) const {
            waited_ = waited_ || exchange_.step_ >= exchange_.lostAfter_;
            check();
            return numbers;
        }
        const LostLater& exchange_;
        mutable bool waited_ = false;
    };
    virtual std::unique_ptr<Store> makeStore(VariableStore& inner) { return std::make_unique<Store>(inner, *this); }

private:
    std::int64_t lostAfter_, step_ = 0;
    std::unique_ptr<Store> store_;
};

TEST(Faults, LateFailingSumsAreNeverSaved) {
    for (const std::int64_t step : {3, 20, 40}) { // in an epoch, at the end of one, and of the run
        Plan plan = towersPlan(2, 25, 2);         // 40 steps
        plan.checkpointEvery = 1;
        const EndedRun ended =
            endedRun(plan, [step](TowerTeam& team) { return std::make_unique<LostLater>(team, step); });
        EXPECT_EQ(ended.finished().state, RunState::Failed) << step;
        EXPECT_THAT(ended.finished().reason, HasSubstr("The link is lost.")) << step;
        for (const Sink::Saved& saved : ended.saved)
            EXPECT_LT(saved.snapshot.step, step);
    }
}

// A device that is lost takes the variables with it: what is left is the last checkpoint.
TEST(Faults, ALostDeviceKeepsTheLastCheckpoint) {
    struct LostDevice : LostLater {
        using LostLater::LostLater;
        struct OnDevice : Store {
            using Store::Store;
            bool onHost() const override { return false; }
            std::vector<float> weights() const override {
                throw Error(ErrorCategory::Device, Text::verbatim("The device is lost."));
            }
        };
        std::unique_ptr<Store> makeStore(VariableStore& inner) override {
            return std::make_unique<OnDevice>(inner, *this);
        }
    };
    Plan plan = towersPlan(2, 25, 2);
    plan.checkpointEvery = 4;
    const EndedRun ended = endedRun(plan, [](TowerTeam& team) { return std::make_unique<LostDevice>(team, 10); });
    EXPECT_EQ(ended.finished().reason, "The link is lost. The last checkpoint, of step 8, is step-8.");
    for (const Sink::Saved& saved : ended.saved)
        EXPECT_LE(saved.snapshot.step, 8);
}

// Replicas that differ are found before they are saved, however seldom they are compared otherwise.
TEST(Faults, DifferingReplicasAreNeverSaved) {
    Plan plan = towersPlan(3, 17, 2);
    plan.replicaCheckEvery = 1000;
    plan.checkpointEvery = 4;
    const EndedRun ended = endedRun(plan, [](TowerTeam& team) {
        return std::make_unique<Broken>(team, Broken::Fault::ReplicaDiffers, Broken::Place{"cpu", 8, 2});
    });
    EXPECT_THAT(ended.finished().reason, HasSubstr("not those of the other towers after step 8"));
    ASSERT_EQ(ended.saved.size(), 1U);
    EXPECT_EQ(ended.saved.front().snapshot.step, 4);
}

// An exchange that is not told of a step before backward cannot start in it; no run ever told.
TEST(Trainer, NotifiesTheExchangeBeforeTheGradients) {
    struct Order : Broken {
        explicit Order(TowerTeam& team) : Broken(team, Fault::ExchangeThrows, {}) {}
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
    Plan plan = towersPlan(2, 25, 1);
    const EndedRun ended = endedRun(plan, [](TowerTeam& team) { return std::make_unique<Order>(team); });
    EXPECT_EQ(ended.finished().state, RunState::Finished);
}

// Devices sum and update on after the host has continued: the strip told that as waiting for the slowest tower.
TEST(Trainer, ReportsAsynchronousDeviceWorkAsExchangeAndUpdate) {
    struct Late : Broken, test::ForwardingRunAhead {
        explicit Late(TowerTeam& team)
            : Broken(team, Fault::ExchangeThrows, {}), ForwardingRunAhead(*Broken::runAhead()) {}
        RunAhead* runAhead() override { return this; }
        ExchangeTimes deviceTimes(int tower, int) const override { // longer than any step
            return {.exchange = 2e6F, .update = 1e6F + tower, .straggler = 3e6F * tower};
        }
    };
    Plan plan = towersPlan(2, 25, 1);
    const EndedRun ended = endedRun(plan, [](TowerTeam& team) { return std::make_unique<Late>(team); });
    EXPECT_EQ(ended.finished().state, RunState::Finished);
    for (const StepDone& step : ended.all<StepDone>())
        for (std::size_t t = 0; t < 2; ++t) { // each tower's own
            const StageTimes& times = step.towers[t];
            EXPECT_GE(times.exchange, 2e6F);
            EXPECT_GE(times.update, 1e6F + static_cast<float>(t));
            EXPECT_EQ(times.straggler, 3e6F * static_cast<float>(t));
        }
}

} // namespace
} // namespace belfry
