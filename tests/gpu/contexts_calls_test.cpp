// Contexts are created on the chosen devices alone: one takes hundreds of megabytes, and fails where a device is full
// or kept for another process.
#include "core/device/devices.h"
#include "core/tower/device_event.h"
#include "core/tower/page_locked.h"
#include "core/tower/tower_team.h"
#include "tests/gpu/calls_test.h"

#include <optional>

namespace belfry {
namespace {

using Contexts = test::CudaCalls;
using testing::ElementsAre;

std::vector<stand_in::Call> callsThatOpened(int device) {
    std::vector<stand_in::Call> found = stand_in::calls();
    std::erase_if(found, [device](const stand_in::Call& call) { return call.opened != device; });
    return found;
}

// A run opened a context on GPU 0 too, on whose thread it was the current device: a GPU that is full or kept for
// another process made the first step fail.
TEST_F(Contexts, AreThoseOfTheChosenDevices) {
    const auto expectOnlyOne = [](const Plan& plan) {
        SCOPED_TRACE(plan.feed + ", " + plan.exchange);
        stand_in::restart();
        stand_in::answerReads({1});
        const test::Outcome outcome = test::outcomeOf(plan);
        EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason.english();
        EXPECT_THAT(stand_in::contexts(), ElementsAre(1));
        EXPECT_THAT(callsThatOpened(0), testing::IsEmpty());
    };
    for (const char* feed : {"direct", "queue", "resident"})
        expectOnlyOne(test::densePlan({"cuda:1"}, feed));
    for (const char* exchange : {"cpu", "allreduce"})
        expectOnlyOne(test::densePlan({"cuda:1"}, "direct", exchange));
    for (const char* exchange : {"first", "cpu", "async"})
        expectOnlyOne(test::densePlan({"cuda:1", "cuda:1"}, "direct", exchange));
    Plan mixed = test::densePlan({"cpu", "cuda:1"}, "direct", "cpu");
    mixed.replicaCheckEvery = 0; // what is read back from the one is zero
    expectOnlyOne(mixed);
}

TEST_F(Contexts, AreNotNeededToListDevices) {
    EXPECT_EQ(listDevices().devices.size(), 3U) << "the CPU and two of the stand-in";
    EXPECT_THAT(stand_in::contexts(), testing::IsEmpty());
}

// It returned to device 0, which alone creates a context since CUDA 12.
TEST_F(Contexts, AreNotLeftBehindByACheckOfADevice) {
    test::onNewThread([] { EXPECT_EQ(deviceProblem("cuda:1"), Text()); });
    EXPECT_THAT(stand_in::contexts(), ElementsAre(1));
}

// CUDA does all of this from any device, but creates a context on the current one.
TEST_F(Contexts, AreNotCreatedByThreadsThatReadOrDropEvents) {
    using Timing = DeviceEvent::Timing;
    std::optional<DeviceEvent> first(std::in_place, Timing::On), second(std::in_place, Timing::On);
    test::onNewThread([&] {
        c10::cuda::set_device(1);
        const c10::cuda::CUDAStream stream = c10::cuda::getStreamFromPool(false, 1);
        first->record(stream);
        second->record(stream);
    });
    test::onNewThread([&] {
        second->wait();
        EXPECT_EQ(first->millisecondsTo(*second), 0);
    });
    test::onNewThread([&] {
        first.reset();
        second.reset();
    });
    EXPECT_EQ(stand_in::countCalls("cudaEventDestroy"), 2U);
    EXPECT_THAT(stand_in::contexts(), ElementsAre(1));
}

// A thread that a tower has for itself begins with device 0, too.
TEST_F(Contexts, AreNotCreatedByThreadsOfTowers) {
    const std::vector<at::Device> devices(2, at::Device("cuda:1"));
    const auto blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("small", "dense classes linear"), {1, 28, 28}, 10));
    test::onNewThread([&] {
        TowerTeam team(devices, 1, blueprint, 0, Precision::Fp32, TowerThreads::OneEach);
        team.run([](Tower&) { pageLocked({1000}, at::kFloat); });
    });
    EXPECT_THAT(stand_in::calls("cudaMallocHost"), testing::Each(testing::Field(&stand_in::Call::device, 1)));
    EXPECT_THAT(stand_in::contexts(), ElementsAre(1));
}

} // namespace
} // namespace belfry
