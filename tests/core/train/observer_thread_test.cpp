// Events on a thread of their own. Gates hold the observer; no test waits for time.
#include "core/train/observer_thread.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>
#include <stdexcept>
#include <thread>

namespace belfry {
namespace {

using test::Recorder;
using test::Sink;
using test::smallRun;

// Does as a test says with every event, and keeps it.
struct Watched : Recorder {
    std::function<void(const Event&)> watch = [](const Event&) {};
    std::thread::id thread;
    void onEvent(const Event& event) override {
        thread = std::this_thread::get_id();
        watch(event);
        Recorder::onEvent(event);
    }
    std::int64_t steps() const { return static_cast<std::int64_t>(all<StepDone>().size()); }
};

TEST(ObserverThread, HandsOverEveryEventInOrder) {
    Watched observer;
    {
        ObserverThread events(observer, nullptr, 3);
        for (std::int64_t step = 1; step <= 1000; ++step)
            events.onEvent(StepDone{.step = step});
    } // waits
    const auto steps = observer.all<StepDone>();
    ASSERT_EQ(steps.size(), 1000U);
    for (std::size_t i = 0; i < steps.size(); ++i)
        EXPECT_EQ(steps[i].step, static_cast<std::int64_t>(i) + 1);
    EXPECT_NE(observer.thread, std::this_thread::get_id());
}

// Neither lost, nor kept without a bound.
TEST(ObserverThread, AFullQueueMakesTheSessionWait) {
    constexpr std::int64_t kCapacity = 4;
    Watched observer;
    std::atomic<std::int64_t> given = 0;
    std::promise<void> gate;
    std::shared_future<void> open = gate.get_future().share();
    std::int64_t most = 0;
    observer.watch = [&](const Event&) {
        open.wait();
        most = std::max(most, given - observer.steps()); // the one at hand included
    };
    {
        ObserverThread events(observer, nullptr, kCapacity);
        std::thread session([&] {
            for (std::int64_t step = 1; step <= 100; ++step) {
                events.onEvent(StepDone{.step = step});
                ++given;
            }
        });
        while (given < kCapacity) // that many are taken without the observer
            std::this_thread::yield();
        gate.set_value();
        session.join();
    }
    EXPECT_EQ(observer.steps(), 100);
    EXPECT_LE(most, kCapacity);
}

TEST(ObserverThread, CheckpointsPausesAndTheEndWaitForTheObserver) {
    struct CheckingSink : Sink {
        std::function<void()> check;
        std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
            check();
            return Sink::save(snapshot, kind);
        }
    };
    Watched observer;
    CheckingSink sink;
    sink.check = [&] { EXPECT_EQ(observer.steps(), 500); };
    ObserverThread events(observer, &sink);
    ASSERT_EQ(events.sink(), &events);
    std::int64_t step = 0;
    const auto tell = [&] {
        for (int i = 0; i < 500; ++i)
            events.onEvent(StepDone{.step = ++step});
    };
    tell();
    EXPECT_EQ(events.save(Snapshot{.step = 500}, CheckpointKind::Regular), "step-500");
    tell();
    events.onEvent(StateChanged{RunState::Paused});
    EXPECT_EQ(observer.steps(), 1000);
    tell();
    events.onEvent(Finished{});
    EXPECT_EQ(observer.steps(), 1500);
    EXPECT_EQ(observer.all<Finished>().size(), 1U);
}

TEST(ObserverThread, HasNoSinkWhereThereIsNone) {
    Recorder observer;
    EXPECT_EQ(ObserverThread(observer).sink(), nullptr);
}

// As where the session calls the observer itself, only later; and the others still get theirs.
TEST(ObserverThread, WhatAnObserverThrowsReachesTheSession) {
    Watched observer;
    std::promise<void> gate;
    observer.watch = [open = gate.get_future().share()](const Event& event) {
        open.wait();
        if (const auto* step = std::get_if<StepDone>(&event); step && step->step == 2)
            throw std::runtime_error("The pipe is closed.");
    };
    ObserverThread events(observer);
    for (std::int64_t step = 1; step <= 3; ++step) // one behind that which fails
        events.onEvent(StepDone{.step = step});
    gate.set_value();
    EXPECT_THROW(events.onEvent(StateChanged{RunState::Paused}), std::runtime_error); // waits
    events.onEvent(StepDone{.step = 4});
    events.onEvent(StateChanged{RunState::Running});
    EXPECT_EQ(observer.steps(), 3); // 1, 3, 4
    events.rethrow();               // it was told once
}

// A session that has ended can do nothing about it; its owner can.
TEST(ObserverThread, WhatIsThrownAtTheEndIsLeftToTheOwner) {
    Watched observer;
    observer.watch = [](const Event&) { throw std::runtime_error("The disk is full."); };
    ObserverThread events(observer);
    events.onEvent(Finished{});
    EXPECT_THROW(events.rethrow(), std::runtime_error);
}

TEST(ObserverThread, NoCheckpointCoversAnEventThatWasLost) {
    Watched observer;
    Sink sink;
    observer.watch = [](const Event&) { throw std::runtime_error("The disk is full."); };
    ObserverThread events(observer, &sink);
    events.onEvent(StepDone{.step = 1});
    EXPECT_THROW(events.save(Snapshot{.step = 1}, CheckpointKind::Regular), std::runtime_error);
    EXPECT_TRUE(sink.saved.empty());
}

TEST(ObserverThread, ARunIsTheSameAndItsCheckpointsAreCovered) {
    struct Covered : Sink {
        explicit Covered(const Recorder& from) : recorder(from) {}
        std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
            EXPECT_EQ(recorder.all<StepDone>().size(), static_cast<std::size_t>(snapshot.step));
            return Sink::save(snapshot, kind);
        }
        const Recorder& recorder;
    };
    Plan plan = test::smallPlan();
    plan.checkpointEvery = 3;
    const test::EndedRun direct(smallRun(plan));
    Recorder recorder;
    Covered sink(recorder);
    ObserverThread events(recorder, &sink);
    test::runToEnd(smallRun(plan), events, events.sink());
    const auto steps = recorder.all<StepDone>(), expected = direct.all<StepDone>();
    ASSERT_EQ(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        EXPECT_EQ(steps[i].loss, expected[i].loss);
    ASSERT_EQ(sink.saved.size(), direct.saved.size());
    for (std::size_t i = 0; i < sink.saved.size(); ++i)
        EXPECT_EQ(sink.saved[i].snapshot.weights, direct.saved[i].snapshot.weights);
    EXPECT_EQ(recorder.finished().state, RunState::Finished);
}

// A user's buttons act from within an observer, too.
TEST(ObserverThread, AnObserverMaySteerTheSession) {
    Watched observer;
    ObserverThread events(observer);
    Session session(smallRun(test::smallPlan()), events);
    observer.watch = [&](const Event& event) {
        if (const auto* step = std::get_if<StepDone>(&event); step && step->step == 2)
            session.pause();
        if (const auto* state = std::get_if<StateChanged>(&event); state && state->state == RunState::Paused)
            session.requestStop(StopKind::AfterStep);
    };
    session.start();
    session.wait();
    EXPECT_EQ(observer.finished().steps, observer.steps());
}

} // namespace
} // namespace belfry
